//===- ReuseStack.cpp - exact reuse distances in one pass -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/reuse/ReuseStack.h"
#include "analysis/gauges/reuse/SpatialTable.h"
#include <algorithm>

namespace memfacet::gauges {

static constexpr size_t LeastMoments = 1 << 16;

ReuseStack::ReuseStack() : Times(LeastMoments) {
  List.fill(NoLine);
  CellAt.resize(LeastMoments);
}

void ReuseStack::clear() {
  List.fill(NoLine);
  Slots.clear();
  Times.reset(LeastMoments, 0);
  CellAt.assign(LeastMoments, 0);
  Now = 0;
}

template <typename Table> void ReuseStack::touch(const Touches &T, Table &To) {
  uint64_t *const L = List.data();
  for (size_t I = 0, Count = T.size(); I != Count; ++I) {
    uint64_t Line = T.Lines[I], Carried = Line;
    uint32_t Place = 0;
    // All that were more recent move on by one.
    for (; Place != ListLines; ++Place) {
      uint64_t Here = L[Place];
      L[Place] = Carried;
      Carried = Here;
      if (Here == Line)
        break;
    }
    if (Place != ListLines) [[likely]] {
      To.reuse(Line, T.Owners[I], Place);
      continue;
    }
    Pending[PendingCount++] = {Line, Carried, T.Owners[I], 0, 0};
    Slots.fetchPlace(Line);
    if (PendingCount == Together)
      settle(To);
  }
  settle(To);
}

/// Takes the touches outside of the list in order, in three passes that each
/// find in the cache what the one before fetched.
template <typename Table> void ReuseStack::settle(Table &To) {
  if (CellAt.size() - Now < PendingCount)
    compact();
  for (Far &F : std::span(Pending).first(PendingCount)) {
    F.Cell = Slots.cellOf(F.Line);
    Slots.fetchCell(F.Cell);
    if (F.Leaving != NoLine)
      F.LeavingCell = Slots.cellOf(F.Leaving);
  }
  for (const Far &F : std::span(Pending).first(PendingCount))
    if (uint32_t Moment = Slots[F.Cell])
      Times.fetch(Moment - 1);
  for (const Far &F : std::span(Pending).first(PendingCount)) {
    if (uint32_t Moment = Slots[F.Cell]) {
      To.reuse(F.Line, F.Owner, ListLines + Times.laterThan(Moment - 1));
      Times.remove(Moment - 1);
    } else {
      To.compulsory(F.Line, F.Owner);
    }
    if (F.Leaving != NoLine)
      leave(F.LeavingCell);
  }
  PendingCount = 0;
}

void ReuseStack::leave(uint32_t Cell) {
  CellAt[Now] = Cell;
  Times.add(Now);
  Slots[Cell] = ++Now;
}

/// Numbers the moments that are some line's last anew, without gaps. There is
/// room for three times as many then, so that this is rare.
void ReuseStack::compact() {
  std::vector<uint32_t> Kept;
  Kept.reserve(Times.live());
  for (uint32_t Moment = 0; Moment != Now; ++Moment)
    if (Times.has(Moment)) {
      Kept.push_back(CellAt[Moment]);
      Slots[CellAt[Moment]] = uint32_t(Kept.size());
    }
  Now = uint32_t(Kept.size());
  size_t Moments =
      std::max(LeastMoments, (4 * Kept.size() + Together + 63) / 64 * 64);
  CellAt = std::move(Kept);
  CellAt.resize(Moments);
  Times.reset(Moments, Now);
}

void ReuseStack::keep(ResidueSet Residues) {
  // By moment: those in the set. The list is more recent than all of them.
  std::vector<std::pair<uint32_t, uint64_t>> InSet;
  Slots.forEach([&](uint64_t Line, uint32_t Moment) {
    if (Moment != 0 && hasResidue(Residues, Line) &&
        std::ranges::find(List, Line) == List.end())
      InSet.push_back({Moment, Line});
  });
  std::ranges::sort(InSet);
  std::vector<uint64_t> Oldest;
  for (auto [Moment, Line] : InSet)
    Oldest.push_back(Line);
  for (size_t I = ListLines; I-- != 0;)
    if (List[I] != NoLine && hasResidue(Residues, List[I]))
      Oldest.push_back(List[I]);
  clear();
  for (size_t I = 0; I != Oldest.size(); ++I) {
    size_t FromEnd = Oldest.size() - 1 - I;
    if (FromEnd < ListLines) {
      List[FromEnd] = Oldest[I];
      continue;
    }
    if (Now == CellAt.size())
      compact();
    leave(Slots.cellOf(Oldest[I]));
  }
}

template void ReuseStack::touch(const Touches &, DistanceTable &);
template void ReuseStack::touch(const Touches &, SpatialTable &);

} // namespace memfacet::gauges
