//===- Evidence.cpp - the evidence of a first pass over the stream --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Evidence.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>

namespace memfacet::advise {

uint64_t granuleOf(uint64_t ElementBytes) {
  constexpr uint64_t LeastGranule = 4, MaskBits = 64;
  return std::max(LeastGranule,
                  std::bit_ceil((ElementBytes + MaskBits - 1) / MaskBits));
}

uint64_t StructureEvidence::visits() const {
  uint64_t Sum = 0;
  for (const auto &[Mask, Count] : Visits)
    Sum += Count;
  return Sum;
}

uint64_t StructureEvidence::maskOf(uint64_t Begin, uint64_t Bytes) const {
  if (Granule == 0 || Bytes == 0)
    return 0;
  uint64_t First = Begin / Granule, Last = (Begin + Bytes - 1) / Granule;
  MEMFACET_CHECK(First < 64, "a mask has a bit for each byte of an element");
  uint64_t HigherBits = Last >= 63 ? 0 : ~uint64_t(0) << (Last + 1);
  return ~HigherBits & ~uint64_t(0) << First;
}

uint64_t StructureEvidence::visitsOf(uint64_t Begin, uint64_t Bytes) const {
  uint64_t Bits = maskOf(Begin, Bytes), Sum = 0;
  for (const auto &[Mask, Count] : Visits)
    if (Mask & Bits)
      Sum += Count;
  return Sum;
}

void StructureEvidence::estimateLinked(const std::vector<double> &Hidden,
                                       const std::vector<uint64_t> &Simulated) {
  MEMFACET_CHECK(Simulated.size() >= Hidden.size(),
                 "misses that are hidden were simulated");
  Linked.assign(Hidden.size(), 0);
  for (size_t L = 0; L != std::min(Hidden.size(), Misses.Levels.size()); ++L)
    if (Simulated[L] != 0)
      Linked[L] =
          uint64_t(double(Misses.Levels[L]) * Hidden[L] / double(Simulated[L]));
}

StructureEvidence &EvidenceCounter::evidenceOf(uint32_t Structure) {
  if (Structure >= Structures.size())
    Structures.resize(Structure + size_t(1));
  return Structures[Structure];
}

void EvidenceCounter::beginObject(const ReplayEvent &E) {
  if (E.Number >= Objects.size())
    Objects.resize(E.Number + size_t(1));
  StructureEvidence &S = evidenceOf(E.Structure);
  Objects[E.Number] = {E.Address, E.Bytes, E.Structure, uint32_t(S.Objects)};
  if (S.Objects == 0 && E.ElementBytes <= MostElementBytes) {
    S.ElementBytes = E.ElementBytes;
    S.Granule = granuleOf(E.ElementBytes);
  }
  ++S.Objects;
  S.PeakLiving = std::max(S.PeakLiving, ++S.Living);
  if (E.Bytes == E.ElementBytes && S.Objects <= MostFollowed)
    S.LastUse.resize(S.Objects);
  S.LargestObject = std::max(S.LargestObject, E.Bytes);
  if (S.ElementBytes) {
    S.Uneven += E.Bytes % S.ElementBytes != 0;
    S.Single += E.Bytes == S.ElementBytes;
  }
  S.OfHeap |= E.OfHeap;
  constexpr uint64_t PageBytes = 4096;
  uint64_t Align = (E.Address | PageBytes) & -(E.Address | PageBytes);
  S.LeastAlign = S.LeastAlign ? std::min(S.LeastAlign, Align) : Align;
  // Adjacent: the header of malloc and its rounding may lie in between.
  constexpr uint64_t MostBetween = 24;
  LastEnd.resize(Structures.size());
  uint64_t &End = LastEnd[E.Structure];
  if (End && (E.Address < End || E.Address > End + MostBetween))
    ++S.Scattered;
  End = E.Address + E.Bytes;
}

void EvidenceCounter::close(StructureEvidence &S, Visit &V) {
  if (V.Element == 0)
    return;
  auto It = S.Visits.find(V.Mask);
  uint64_t Mask = It == S.Visits.end() && S.Visits.size() >= MostMasks
                      ? ~uint64_t(0)
                      : V.Mask;
  if (Counting) {
    ++S.Visits[Mask];
    S.VisitLines += (V.High - 1) / LineBytes - V.Low / LineBytes + 1;
  }
  V = {};
}

void EvidenceCounter::visit(uint32_t Structure, uint64_t Element, uint64_t Low,
                            uint64_t High) {
  StructureEvidence &S = Structures[Structure];
  RecentVisits &O = ByThread[{Structure, Thread}];
  Visit *Oldest = &O.Visits[0];
  for (Visit &V : O.Visits) {
    if (V.Element == Element) {
      Oldest = &V;
      break;
    }
    if (V.Stamp < Oldest->Stamp)
      Oldest = &V;
  }
  if (Oldest->Element != Element) {
    close(S, *Oldest);
    *Oldest = {Element, 0, Low, High, 0};
  }
  Oldest->Mask |= S.maskOf(Low - Element, High - Low);
  Oldest->Low = std::min(Oldest->Low, Low);
  Oldest->High = std::max(Oldest->High, High);
  Oldest->Stamp = ++O.Stamp;
}

/// Notes that \p A uses \p Bytes bytes at \p Offset of its object.
void EvidenceCounter::visitElements(const ReplayAccess &A, uint64_t Offset,
                                    uint64_t Bytes) {
  uint64_t ElementBytes = Structures[A.Structure].ElementBytes;
  uint64_t Object = Objects[A.Object].Address, End = Offset + Bytes;
  for (uint64_t Begin = Offset - Offset % ElementBytes; Begin < End;
       Begin += ElementBytes)
    visit(A.Structure, Object + Begin, Object + std::max(Offset, Begin),
          Object + std::min(End, Begin + ElementBytes));
}

void EvidenceCounter::access(const ReplayAccess &A) {
  StructureEvidence &S = evidenceOf(A.Structure);
  uint64_t Size = A.Info.size();
  if (Counting) {
    ++S.Accesses;
    S.Straddling += Size <= LineBytes &&
                    A.Address / LineBytes != (A.Address + Size - 1) / LineBytes;
  }
  if (A.Object == NoObject || A.Object == OtherHeapObject)
    return;
  MEMFACET_CHECK(A.Object < Objects.size(),
                 "an object that is known has begun");
  S.InObjects += Counting;
  const Object &O = Objects[A.Object];
  if (O.Birth < S.LastUse.size())
    S.LastUse[O.Birth] = ++Uses;
  if (S.ElementBytes == 0)
    return;
  // An access to more than two elements is a copy, not a visit.
  uint64_t Offset = A.Address - O.Address;
  uint64_t First = Offset / S.ElementBytes;
  auto [Site, New] = S.Sites.try_emplace(A.Info.site());
  if (New)
    Site->second.Offset = Offset % S.ElementBytes;
  Site->second.Accesses += Site->second.Offset == Offset % S.ElementBytes;
  uint64_t Last = (Offset + Size - 1) / S.ElementBytes;
  if (Last - First > 1 && A.Used.all())
    return;
  A.Used.forPieces(Size, [&](uint64_t Begin, uint64_t Bytes) {
    visitElements(A, Offset + Begin, Bytes);
  });
}

void EvidenceCounter::event(const ReplayEvent &E) {
  using Kind = ReplayEvent::Kind;
  switch (E.Type) {
  case Kind::Thread:
    Thread = E.Number;
    return;
  case Kind::ObjectBegin:
    return beginObject(E);
  case Kind::ObjectEnd:
    MEMFACET_CHECK(E.Number < Objects.size(), "what ends has begun");
    ++evidenceOf(Objects[E.Number].Structure).Ended;
    --evidenceOf(Objects[E.Number].Structure).Living;
    return;
  case Kind::Count:
    Counting = E.Number != 0;
    return;
  case Kind::Forget:
    for (StructureEvidence &S : Structures) {
      S.Visits.clear();
      S.VisitLines = S.Accesses = S.InObjects = S.Straddling = 0;
    }
    return;
  default:
    return;
  }
}

void EvidenceCounter::take(const ReplayBlock &B) {
  B.forEach([&](const ReplayEvent &E) { event(E); },
            [&](const ReplayAccess &A) { access(A); });
}

std::vector<StructureEvidence> EvidenceCounter::finish() {
  for (auto &[Key, O] : ByThread)
    for (Visit &V : O.Visits)
      close(Structures[Key.first], V);
  return Structures;
}

} // namespace memfacet::advise
