//===- Windows.h - long windows, spread over a run ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A window that lasts a whole slot of the process's time is a long window, one
// of at most MiddleWindowAccesses at the begin of a slot a middle window
// (Select.h has the short ones). A recording has either long windows or others.
// Example: of a run of 640 slots, the first 32 have long windows, and about 48
// of the others: one in 2, in 3, ... in 40. To be a sample that is spread
// evenly over the run, a reader keeps those that are also in a sample of one
// in 40. These are some 16.
//
// A slot is the time in which each running thread ends about one interval; two
// if several threads run.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WINDOWS_H
#define MEMFACET_WINDOWS_H

#include "memfacet/Check.h"
#include <algorithm>
#include <cstdint>

namespace memfacet {

/// Returns whether \p Number is drawn. One number in \p Period is, at unequal
/// distances, as a program may have a period, too. Numbers that are drawn with
/// one period are drawn with each shorter one. \p Step is 2^64 times the
/// fraction of an irrational number, and odd.
constexpr bool isDrawn(uint64_t Number, uint64_t Step, uint64_t Period) {
  MEMFACET_CHECK(Step % 2 == 1 && Period != 0, "numbers are drawn evenly");
  return Number * Step <= UINT64_MAX / Period;
}

/// The fraction of the golden ratio.
constexpr uint64_t WindowStep = 0x9e3779b97f4a7c15;

/// About the number of long windows in a sample of a long run, and of middle
/// ones.
constexpr uint64_t SpreadWindows = 16;
constexpr uint64_t SpreadMiddleWindows = 4;
/// Returns the number of slots of which one has a window, when \p Slot slots
/// have ended. \p Spread is one of the numbers above.
constexpr uint64_t windowPeriod(uint64_t Slot, uint64_t Spread) {
  return std::max<uint64_t>(Slot / Spread, 1);
}
constexpr bool hasWindow(uint64_t Slot, uint64_t Spread) {
  return isDrawn(Slot, WindowStep, windowPeriod(Slot, Spread));
}

/// The accesses of short windows: of the one with which the first thread
/// begins, and of one at the beginning of a later interval.
constexpr uint32_t FirstWindowAccesses = 1 << 17, LaterWindowAccesses = 1 << 12;
/// The most accesses of a middle window: many times as many as it takes to fill
/// a first level.
constexpr uint32_t MiddleWindowAccesses = 1 << 16;

/// Stands for no slot.
constexpr uint64_t NoSlot = ~uint64_t(0);

/// The address of a record Lines (Select.h) that begins a long or a middle
/// window has this bit, and the number of the slot below it.
constexpr uint64_t LongWindowBit = uint64_t(1) << 46;
constexpr uint64_t longWindowAddress(uint64_t Slot) {
  MEMFACET_CHECK(Slot < LongWindowBit, "the bit above is not part of it");
  return LongWindowBit | Slot;
}
/// Returns the slot of the window that a record Lines with \p Address begins;
/// NoSlot if it is a short one.
constexpr uint64_t slotOfWindow(uint64_t Address) {
  return Address & LongWindowBit ? Address & (LongWindowBit - 1) : NoSlot;
}

} // namespace memfacet

#endif
