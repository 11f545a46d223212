//===- DecoderExpansion.cpp - from a record to its accesses ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Decoder.h"
#include <algorithm>
#include <bit>

namespace memfacet::decode {

static constexpr uint64_t MaxAccessBytes = AccessInfo::MaxSize;

void Decoder::addRun(uint64_t Row) {
  if (Batch->Runs.size() == AccessBatch::MaxRuns)
    flush();
  Batch->Runs.push_back({uint32_t(Batch->Count), Row});
}

void Decoder::countSite(uint32_t Site) {
  if (BySite[Site]++ == 0)
    Counted.push_back(Site);
}

/// Expands the runs of \p Record up to that of \p B, whose row is at \p Row.
void Decoder::expandRuns(const DecodedBlock &B, const uint64_t *Record,
                         uint64_t Row) {
  if (const DecodedBlock *Before = B.before())
    expandRuns(*Before, Record, Row - B.RowsBack * sizeof(Block));
  addRun(Row);
  expandLanes({B.FirstLane + B.LaneCount - B.OwnLanes, B.OwnLanes}, B.AllFixed,
              Record);
}

/// Expands and executes runs one by one, else like expandRuns: intervals may
/// end between them, so that one is wanted and the next is not.
void Decoder::expandMarked(const DecodedBlock &B, const uint64_t *Record,
                           uint64_t Row) {
  uint32_t PathInstructions = 0;
  if (const DecodedBlock *Before = B.before()) {
    expandMarked(*Before, Record, Row - B.RowsBack * sizeof(Block));
    PathInstructions = Before->Instructions;
  }
  bool IsMarker = Options.Intervals.Cut == IntervalCut::Loops
                      ? B.StartsLoop
                      : B.EntersFunction;
  if (IsMarker && ThreadClock->Instructions - Batch->IntervalStart >=
                      Options.Intervals.Length)
    cut();
  LaneRange Own{B.FirstLane + B.LaneCount - B.OwnLanes, B.OwnLanes};
  if (Skipping) {
    addMarks(Own, B.AllFixed, Record);
  } else {
    addRun(Row);
    expandLanes(Own, B.AllFixed, Record);
  }
  execute(B.Instructions - PathInstructions);
}

void Decoder::expandLanes(LaneRange Lanes, bool AllFixed,
                          const uint64_t *Record) {
  if (AllFixed && Lanes.Count <= AccessBatch::Capacity) [[likely]]
    expandFixed(Lanes, Record);
  else
    expand(Lanes, Record);
}

void Decoder::expandFixed(LaneRange Lanes, const uint64_t *Record) {
  if (Batch->Count + Lanes.Count > AccessBatch::Capacity) [[unlikely]]
    flush();
  const HotSite *Hot = Modules.hotSites() + Lanes.First;
  const uint32_t *Sites = Modules.sitesOfLanes().data() + Lanes.First;
  AccessBatch &Target = *Batch;
  size_t Count = Target.Count, OutsideCount = Target.OutsideCount;
  for (uint32_t I = 0; I != Lanes.Count; ++I) {
    const HotSite &H = Hot[I];
    // Without a branch: what was not executed is overwritten by the next.
    uint64_t Base = Record[H.Slot];
    uint64_t Address = H.Add + (H.Slot != 0 ? Base : 0);
    Target.Address[Count] = Address;
    Target.Info[Count] = {Sites[I], H.Size, H.write()};
    Target.OutsideAccesses[OutsideCount] = uint32_t(Count);
    OutsideCount += (Base != 0) & !Ranges.contains(Sites[I], Address);
    Count += Base != 0;
    if (Base != 0) [[likely]]
      countSite(Sites[I]);
  }
  Target.Count = Count;
  Target.OutsideCount = OutsideCount;
}

void Decoder::expand(LaneRange Lanes, const uint64_t *Record) {
  for (uint32_t Lane = Lanes.First; Lane != Lanes.First + Lanes.Count; ++Lane) {
    const HotSite &H = Modules.hotSites()[Lane];
    uint64_t Base = Record[H.Slot];
    uint64_t Address = H.Add + (H.Slot != 0 ? Base : 0);
    uint32_t Site = Modules.sitesOfLanes()[Lane];
    if (Base == 0 || H.shape() == HotSite::Nothing)
      continue;
    if (H.shape() == HotSite::Mark)
      addMark(H, Record, Site);
    else if (H.shape() == HotSite::Blind)
      countSite(Site);
    else if (H.shape() == HotSite::Fixed)
      add(Address, {Site, H.Size, H.write()});
    else if (H.shape() == HotSite::Range)
      expandRange(H, Address, Record[H.extra()], Site);
    else
      expandMask(H, Address, Record[H.extra()], Site);
  }
}

void Decoder::expandRange(const HotSite &H, uint64_t Address, uint64_t Bytes,
                          uint32_t Site) {
  if (Bytes > Options.LongestRange) {
    ++Loss.UnknownWords;
    return;
  }
  while (Bytes != 0) {
    uint64_t Piece = std::min(Bytes, MaxAccessBytes);
    add(Address, {Site, uint32_t(Piece), H.write()});
    Address += Piece;
    Bytes -= Piece;
  }
}

void Decoder::expandMask(const HotSite &H, uint64_t Address, uint64_t Mask,
                         uint32_t Site) {
  for (uint64_t Lane = 0; Mask != 0;) {
    unsigned Idle = unsigned(std::countr_zero(Mask));
    Lane += Idle;
    Mask >>= Idle;
    unsigned Run = unsigned(std::countr_one(Mask));
    expandRange(H, Address + Lane * H.Size, uint64_t(Run) * H.Size, Site);
    Lane += Run;
    Mask = Run == 64 ? 0 : Mask >> Run;
  }
}

void Decoder::addMark(const HotSite &H, const uint64_t *Record, uint32_t Site) {
  if (Batch->Marks.size() == AccessBatch::MaxMarks)
    flush();
  Batch->Marks.push_back(markOf(H, Record, Site, Batch->Count));
}

/// Adds only the marks: the accesses are not wanted.
void Decoder::addMarks(LaneRange Lanes, bool AllFixed, const uint64_t *Record) {
  for (uint32_t I = 0; !AllFixed && I != Lanes.Count; ++I) {
    const HotSite &H = Modules.hotSites()[Lanes.First + I];
    if (H.shape() == HotSite::Mark && Record[H.Slot] != 0)
      addMark(H, Record, Modules.sitesOfLanes()[Lanes.First + I]);
  }
}

void Decoder::add(uint64_t Address, AccessInfo Access) {
  if (Batch->Count == AccessBatch::Capacity)
    flush();
  if (Ranges.contains(Access.site(), Address))
    Batch->addInside(Address, Access);
  else
    Batch->add(Address, Access);
  countSite(Access.site());
}

} // namespace memfacet::decode
