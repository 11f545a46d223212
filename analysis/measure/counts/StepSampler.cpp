//===- StepSampler.cpp - steps between accesses ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/StepSampler.h"
#include "analysis/caches/cache/CacheWord.h"
#include "analysis/support/Hash.h"
#include <algorithm>

namespace memfacet::measure {

/// A longer access counts as a sequential step of its own.
static constexpr uint32_t LongAccess = 64;

bool StepSampler::isWanted(uint64_t Number) {
  if (Number < 4)
    return true;
  uint64_t Period = Number < 64 ? 16 : Number < 1024 ? 256 : 1024;
  // Scattered, so that programs with a period are not always seen at the same
  // point of it.
  uint64_t Mixed = Number * GoldenRatio;
  return ((Mixed ^ Mixed >> 29) >> 24 & (Period - 1)) == 0;
}

void StepSampler::enter(uint64_t Number) {
  bool Continues = Wanted && Number == Portion + 1;
  Portion = Number;
  Wanted = isWanted(Number);
  if (Continues && Wanted)
    return;
  ++Epoch;
  ByKey.clear();
}

void StepSampler::clear() {
  ++Epoch;
  ByKey.clear();
  Rows.clear();
  RowNumbers.clear();
  std::ranges::fill(LastRows, LastRow());
}

void StepSampler::addSites() {
  while (Groups.size() != Modules.siteCount()) {
    const decode::SiteInfo &Site =
        Modules.site(SiteId(uint32_t(Groups.size())));
    uint32_t Group = GroupCount;
    if (Site.LocationAddress != 0)
      Group = GroupOfPlace
                  .try_emplace(Site.LocationAddress * 2 +
                                   (Site.Kind != AccessKind::Load),
                               GroupCount)
                  .first->second;
    if (Group == GroupCount) {
      ++GroupCount;
      GroupFlags.push_back(0);
    }
    // A loop that was rotated has its first access in front: a copy whose
    // address was not loaded where that of the others was.
    GroupFlags[Group] |= Site.Flags;
    Groups.push_back(Group);
  }
  LastRows.resize(Groups.size());
  ByGroup.resize(GroupCount);
}

StepSampler::LastAccess &StepSampler::lastOf(const Key &Sequence) {
  LastAccess &First = ByGroup[Sequence.Group];
  if (First.Epoch != Epoch)
    First = {.Sequence = Sequence};
  return First.Sequence == Sequence ? First : ByKey[Sequence];
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

/// Returns whether the step leads to a neighbour: nothing lies between, or the
/// step leads to the same place of the next element.
static bool isNear(int64_t Step, uint32_t PreviousSize, uint32_t NextSize,
                   uint64_t ElementBytes) {
  uint64_t Distance = Step < 0 ? 0 - uint64_t(Step) : uint64_t(Step);
  return Distance <= (Step < 0 ? NextSize : PreviousSize) ||
         Distance == ElementBytes;
}

result::StepKind StepSampler::judge(const LastAccess &Previous, int64_t Step,
                                    uint32_t Size, uint64_t ElementBytes,
                                    uint8_t Flags) const {
  if (Step == 0)
    return result::StepKind::Repeated;
  if (Flags & SiteFollowsLinks)
    return result::StepKind::Linked;
  bool TurnsBack = Previous.IsNear && (Previous.Step < 0) != (Step < 0);
  if (!TurnsBack && isNear(Step, Previous.Size, Size, ElementBytes))
    return result::StepKind::Sequential;
  if (Step == Previous.Step)
    return result::StepKind::Strided;
  return Flags & SiteSearches   ? result::StepKind::Search
         : Flags & SiteIndirect ? result::StepKind::Indirect
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

void StepSampler::step(LastAccess &Previous, uint32_t Row, uint64_t Address,
                       uint32_t Size, uint64_t ElementBytes, uint8_t Flags) {
  auto Step = int64_t(Address - Previous.Address);
  result::StepKind Kind = judge(Previous, Step, Size, ElementBytes, Flags);
  ++Rows[Row].steps(Kind);
  // The second step of a stride shows that it is one; the first belongs to it.
  if (Kind == result::StepKind::Strided) {
    addStride(Row, Step);
    if (Previous.Pending) {
      addStride(Previous.Row, Step);
      --Rows[Previous.Row].steps(Previous.Kind);
      ++Rows[Previous.Row].steps(result::StepKind::Strided);
    }
  }
  Previous.IsNear =
      isNear(Step, Previous.Size, Size, ElementBytes) && Step != 0;
  Previous.Pending = Kind == result::StepKind::Indirect ||
                     Kind == result::StepKind::Irregular ||
                     Kind == result::StepKind::Search;
  Previous.Step = Step;
  Previous.Kind = Kind;
}

[[gnu::noinline]] void StepSampler::sample(const decode::BatchPart &B,
                                           owners::Attributor &Memory) {
  for (size_t I = B.Begin; I != B.End; ++I)
    sample(B.Batch.Address[I], B.Batch.Info[I].site(), B.Batch.Info[I].size(),
           B.Batch.Thread, Memory);
}

void StepSampler::sample(uint64_t RawAddress, uint32_t Site, uint32_t Size,
                         ThreadId Thread, owners::Attributor &Memory) {
  if (Groups.size() != Modules.siteCount()) [[unlikely]]
    addSites();
  if (Site >= Groups.size())
    return;
  uint64_t Address = RawAddress & caches::AddressMask;
  Memory.claimAround(Address);
  uint32_t Owner = Memory.accessOwner(SiteId(Site), Address);
  uint32_t Row = rowOf(Site, Owner);
  ++Rows[Row].Sampled;
  if (Shared) {
    const decode::SiteInfo &Info = Modules.site(SiteId(Site));
    bool IsWrite = Info.Kind != AccessKind::Load;
    Shared->access(Address, Size, IsWrite, Thread, Owner, Info.Used);
    Mapped->access(Address, Size, IsWrite, Owner, Info.Used);
  }
  Key Sequence = {Groups[Site], Owner, Thread.Value};
  LastAccess &Previous = lastOf(Sequence);
  if (Size > LongAccess) {
    ++Rows[Row].steps(result::StepKind::Sequential);
    Previous.Step = 0;
    Previous.IsNear = Previous.Pending = false;
  } else if (Previous.Epoch == Epoch) {
    const result::Structure &Structure =
        Memory.structures().structures()[Owner];
    step(Previous, Row, Address, Size, Structure.ElementBytes,
         GroupFlags[Sequence.Group]);
  }
  Previous.Sequence = Sequence;
  Previous.Epoch = Epoch;
  Previous.Address = Address;
  Previous.Size = Size;
  Previous.Row = Row;
}

result::AccessSteps StepSampler::stepsOf(SiteId Site,
                                         StructureId Structure) const {
  auto It = RowNumbers.find(uint64_t(Site.Value) << 32 | Structure.Value);
  if (It == RowNumbers.end())
    return {};
  result::AccessSteps Result = Rows[It->second];
  std::ranges::sort(Result.Strides, {}, &result::Stride::Bytes);
  return Result;
}

} // namespace memfacet::measure
