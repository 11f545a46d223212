//===- LastTouches.cpp - the times of the last touches of lines -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/reuse/LastTouches.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::gauges {

static constexpr unsigned FirstBits = 10;

void LineSlots::clear() {
  Shift = 64 - FirstBits;
  Used = 0;
  Places.assign(size_t(1) << FirstBits, Place());
  Cells.clear();
}

size_t LineSlots::insert(uint64_t Group) {
  if (2 * (Used + 1) > Places.size()) {
    std::vector<Place> Old(2 * Places.size());
    std::swap(Old, Places);
    --Shift;
    for (const Place &P : Old)
      if (P.Group != NoGroup)
        Places[place(P.Group)] = P;
  }
  ++Used;
  size_t Index = place(Group);
  Places[Index] = {Group, uint32_t(Cells.size())};
  Cells.resize(Cells.size() + GroupCells);
  return Index;
}

void LiveTimes::reset(size_t Moments, size_t NewLive) {
  MEMFACET_CHECK(Moments % 64 == 0 && NewLive <= Moments,
                 "the words of bits are whole");
  Live = NewLive;
  Bits.assign(Moments / 64, 0);
  std::fill_n(Bits.begin(), Live / 64, ~uint64_t(0));
  if (Live % 64)
    Bits[Live / 64] = (uint64_t(1) << Live % 64) - 1;
  Sums.assign(Bits.size() + 1, 0);
  // The sum of each word is complete when it is reached, and is added to its
  // parent.
  for (size_t I = 1; I < Sums.size(); ++I) {
    Sums[I] += uint32_t(std::popcount(Bits[I - 1]));
    if (size_t Parent = I + (I & -I); Parent < Sums.size())
      Sums[Parent] += Sums[I];
  }
}

} // namespace memfacet::gauges
