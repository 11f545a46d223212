//===- StepSampler.cpp - how accesses follow one another ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/StepSampler.h"
#include "analysis/caches/cache/CacheWord.h"
#include "analysis/support/Hash.h"
#include <algorithm>

namespace memfacet::measure {

/// What is longer goes on by itself.
static constexpr uint32_t LongAccess = 64;

bool StepSampler::isWanted(uint64_t Number) {
  if (Number < 4)
    return true;
  uint64_t Every = Number < 64 ? 16 : Number < 1024 ? 256 : 1024;
  // Scattered, so that programs with a period are not seen at one point of it.
  uint64_t Mixed = Number * GoldenRatio;
  return ((Mixed ^ Mixed >> 29) >> 24 & (Every - 1)) == 0;
}

void StepSampler::enter(uint64_t Number) {
  bool Before = Wanted && Number == Window + 1;
  Window = Number;
  Wanted = isWanted(Number);
  if (Before && Wanted)
    return;
  ++Epoch;
  Others.clear();
}

void StepSampler::clear() {
  ++Epoch;
  Others.clear();
  Rows.clear();
  RowNumbers.clear();
  std::ranges::fill(LastRows, LastRow());
}

void StepSampler::addSites() {
  while (Streams.size() != Modules.siteCount()) {
    const decode::SiteInfo &Site =
        Modules.site(SiteId(uint32_t(Streams.size())));
    uint32_t Stream = StreamCount;
    if (Site.WhereAddress != 0)
      Stream = StreamOfPlace
                   .try_emplace(Site.WhereAddress * 2 +
                                    (Site.Kind != AccessKind::Load),
                                StreamCount)
                   .first->second;
    if (Stream == StreamCount) {
      ++StreamCount;
      StreamFlags.push_back(0);
    }
    // A loop that was rotated has its first access in front: a copy whose
    // address was not loaded where the others' were.
    StreamFlags[Stream] |= Site.Flags;
    Streams.push_back(Stream);
  }
  LastRows.resize(Streams.size());
  Firsts.resize(StreamCount);
}

StepSampler::Last &StepSampler::lastOf(const Key &Of) {
  Last &First = Firsts[Of.Stream];
  if (First.Epoch != Epoch)
    First = {.Of = Of};
  return First.Of == Of ? First : Others[Of];
}

uint32_t StepSampler::rowOf(uint32_t Site, uint32_t Structure) {
  if (LastRows[Site].Structure != Structure) [[unlikely]]
    LastRows[Site] = {Structure, findRow(Site, Structure)};
  return LastRows[Site].Row;
}

uint32_t StepSampler::findRow(uint32_t Site, uint32_t Structure) {
  auto [It, New] = RowNumbers.try_emplace(uint64_t(Site) << 32 | Structure,
                                          uint32_t(Rows.size()));
  if (New)
    Rows.emplace_back();
  return It->second;
}

/// Whether the step leads to a neighbour: nothing lies between, or it is the
/// same place of the next element.
static bool isNear(int64_t Step, uint32_t From, uint32_t To,
                   uint64_t ElementBytes) {
  uint64_t Far = Step < 0 ? 0 - uint64_t(Step) : uint64_t(Step);
  return Far <= (Step < 0 ? To : From) || Far == ElementBytes;
}

result::StepKind StepSampler::judge(const Last &Before, int64_t Step,
                                    uint32_t Size, uint64_t ElementBytes,
                                    uint8_t Flags) const {
  if (Step == 0)
    return result::StepKind::Repeated;
  if (Flags & SiteFollowsLinks)
    return result::StepKind::Linked;
  bool Back = Before.Near && (Before.Step < 0) != (Step < 0);
  if (!Back && isNear(Step, Before.Size, Size, ElementBytes))
    return result::StepKind::Sequential;
  if (Step == Before.Step)
    return result::StepKind::Strided;
  return Flags & SiteIndirect ? result::StepKind::Indirect
                              : result::StepKind::Irregular;
}

void StepSampler::addStride(uint32_t Row, int64_t Bytes) {
  std::vector<result::Stride> &Strides = Rows[Row].Strides;
  auto It = std::ranges::find(Strides, Bytes, &result::Stride::Bytes);
  if (It != Strides.end())
    ++It->Steps;
  else if (Strides.size() != MaxStrides)
    Strides.push_back({Bytes, 1});
}

void StepSampler::step(Last &Before, uint32_t Row, uint64_t Address,
                       uint32_t Size, uint64_t ElementBytes, uint8_t Flags) {
  auto Step = int64_t(Address - Before.Address);
  result::StepKind Kind = judge(Before, Step, Size, ElementBytes, Flags);
  ++Rows[Row].of(Kind);
  // A stride is told by its second step, and the first belongs to it.
  if (Kind == result::StepKind::Strided) {
    addStride(Row, Step);
    if (Before.Pending) {
      addStride(Before.Row, Step);
      --Rows[Before.Row].of(Before.Kind);
      ++Rows[Before.Row].of(result::StepKind::Strided);
    }
  }
  Before.Near = isNear(Step, Before.Size, Size, ElementBytes) && Step != 0;
  Before.Pending =
      Kind == result::StepKind::Indirect || Kind == result::StepKind::Irregular;
  Before.Step = Step;
  Before.Kind = Kind;
}

[[gnu::noinline]] void StepSampler::sample(const decode::BatchPart &B,
                                           owners::Attributor &Memory) {
  for (size_t I = B.Begin; I != B.End; ++I)
    sample(B.Of.Address[I], B.Of.Info[I].site(), B.Of.Info[I].size(),
           B.Of.Thread, Memory);
}

void StepSampler::sample(uint64_t At, uint32_t Site, uint32_t Size,
                         ThreadId Thread, owners::Attributor &Memory) {
  if (Streams.size() != Modules.siteCount()) [[unlikely]]
    addSites();
  if (Site >= Streams.size())
    return;
  uint64_t Address = At & caches::AddressMask;
  Memory.claimAround(Address);
  uint32_t Owner = Memory.owner(Address);
  uint32_t Row = rowOf(Site, Owner);
  ++Rows[Row].Sampled;
  if (Shared)
    Shared->see(Address, Size,
                Modules.site(SiteId(Site)).Kind != AccessKind::Load, Thread,
                Owner);
  Key Of = {Streams[Site], Owner, Thread.Value};
  Last &Before = lastOf(Of);
  if (Size > LongAccess) {
    ++Rows[Row].of(result::StepKind::Sequential);
    Before.Step = 0;
    Before.Near = Before.Pending = false;
  } else if (Before.Epoch == Epoch) {
    const result::Structure &Its = Memory.structures().structures()[Owner];
    step(Before, Row, Address, Size, Its.ElementBytes, StreamFlags[Of.Stream]);
  }
  Before.Of = Of;
  Before.Epoch = Epoch;
  Before.Address = Address;
  Before.Size = Size;
  Before.Row = Row;
}

result::AccessSteps StepSampler::of(SiteId Site, StructureId Structure) const {
  auto It = RowNumbers.find(uint64_t(Site.Value) << 32 | Structure.Value);
  if (It == RowNumbers.end())
    return {};
  result::AccessSteps Result = Rows[It->second];
  std::ranges::sort(Result.Strides, {}, &result::Stride::Bytes);
  return Result;
}

} // namespace memfacet::measure
