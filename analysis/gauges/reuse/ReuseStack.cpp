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
  NextMoment = 0;
}

template <typename Table>
void ReuseStack::touch(const Touches &T, Table &Counts) {
  uint64_t *const L = List.data();
  for (size_t I = 0, Count = T.size(); I != Count; ++I) {
    uint64_t Line = T.Lines[I], Carried = Line;
    uint32_t Place = 0;
    // All lines that were more recent move on by one.
    for (; Place != ListLines; ++Place) {
      uint64_t Current = L[Place];
      L[Place] = Carried;
      Carried = Current;
      if (Current == Line)
        break;
    }
    if (Place != ListLines) [[likely]] {
      Counts.reuse(Line, T.Owners[I], Place);
      continue;
    }
    Pending[PendingCount++] = {Line, Carried, T.Owners[I], 0, 0};
    Slots.fetchPlace(Line);
    if (PendingCount == MaxPending)
      settle(Counts);
  }
  settle(Counts);
}

/// Takes the pending touches in order, in three passes. Each finds in the cache
/// what the one before prefetched.
template <typename Table> void ReuseStack::settle(Table &Counts) {
  if (CellAt.size() - NextMoment < PendingCount)
    compact();
  for (FarTouch &F : std::span(Pending).first(PendingCount)) {
    F.Cell = Slots.cellOf(F.Line);
    Slots.fetchCell(F.Cell);
    if (F.Leaving != NoLine)
      F.LeavingCell = Slots.cellOf(F.Leaving);
  }
  for (const FarTouch &F : std::span(Pending).first(PendingCount))
    if (uint32_t Moment = Slots[F.Cell])
      Times.fetch(Moment - 1);
  for (const FarTouch &F : std::span(Pending).first(PendingCount)) {
    if (uint32_t Moment = Slots[F.Cell]) {
      Counts.reuse(F.Line, F.Owner, ListLines + Times.laterThan(Moment - 1));
      Times.remove(Moment - 1);
    } else {
      Counts.compulsory(F.Line, F.Owner);
    }
    if (F.Leaving != NoLine)
      leave(F.LeavingCell);
  }
  PendingCount = 0;
}

void ReuseStack::leave(uint32_t Cell) {
  CellAt[NextMoment] = Cell;
  Times.add(NextMoment);
  Slots[Cell] = ++NextMoment;
}

/// Renumbers the moments in the set without gaps. After that there is room for
/// three times as many, so this is rare.
void ReuseStack::compact() {
  std::vector<uint32_t> LiveCells;
  LiveCells.reserve(Times.live());
  for (uint32_t Moment = 0; Moment != NextMoment; ++Moment)
    if (Times.has(Moment)) {
      LiveCells.push_back(CellAt[Moment]);
      Slots[CellAt[Moment]] = uint32_t(LiveCells.size());
    }
  NextMoment = uint32_t(LiveCells.size());
  size_t Moments = std::max(LeastMoments,
                            (4 * LiveCells.size() + MaxPending + 63) / 64 * 64);
  CellAt = std::move(LiveCells);
  CellAt.resize(Moments);
  Times.reset(Moments, NextMoment);
}

void ReuseStack::keep(ResidueSet Residues) {
  // Lines in the set, by moment. The lines in the list are more recent than all
  // of them.
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
    if (NextMoment == CellAt.size())
      compact();
    leave(Slots.cellOf(Oldest[I]));
  }
}

template void ReuseStack::touch(const Touches &, DistanceTable &);
template void ReuseStack::touch(const Touches &, SpatialTable &);

} // namespace memfacet::gauges
