//===- Schedule.h - the turns in which a thread visits lines --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: with one line in 64 chosen, a thread visits one residue in its first
// turn, another one in its second, ... Each of the first 128 turns has a visit,
// later one turn in 2, in 4, in 8. One in eight of the turns that follow a
// visit, and have none, repeats it: docs/internals/lines.md.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SELECT_SCHEDULE_H
#define MEMFACET_RUNTIME_SELECT_SCHEDULE_H

#include "memfacet/Check.h"
#include "memfacet/Select.h"
#include "memfacet/Windows.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace memfacet::select {

/// Returns whether a window begins when \p Intervals intervals have ended:
/// after each of the first, where much is new, then less and less often, 8
/// times for each power of two.
constexpr bool isDue(uint64_t Intervals) {
  constexpr unsigned First = 64, KeptBits = 4;
  unsigned Bits = 64 - unsigned(__builtin_clzll(Intervals | 1));
  return Intervals <= First ||
         (Intervals & ((uint64_t(1) << (Bits - KeptBits)) - 1)) == 0;
}

/// The fewest accesses of a window, however many threads there are.
constexpr uint32_t ShortestWindow = 1 << 9;

/// Returns the number of accesses in the window with which a thread begins when
/// \p Earlier threads have begun. It is halved with each doubling of these; the
/// shortest window still shows how the thread's accesses divide among
/// structures. The second and the third thread have equal windows, so that
/// neither seems to write a line that they share less often.
constexpr uint32_t firstWindow(uint32_t Earlier) {
  uint32_t Pairs = Earlier / 2 + Earlier % 2;
  unsigned Doublings = 31 - unsigned(__builtin_clz(std::max(Pairs, 1U)));
  return std::max(FirstWindowAccesses >> Doublings, ShortestWindow);
}

/// Returns the number of intervals or turns after which a thread begins, if
/// earlier ones had \p Ended, of which up to \p Most ran at once: a program
/// that goes on in new threads is not new.
constexpr uint64_t inheritedCount(uint64_t Ended, uint32_t Most) {
  constexpr uint64_t MostInherited = 1024;
  return std::min(Ended / std::max(Most, 1U), MostInherited);
}

/// An order of visits: of each, the one that follows it. Has no period of its
/// own, as a program may come to a residue each fourth turn. Neighbours do not
/// follow one another.
class VisitOrder {
public:
  /// Returns an order of \p Count visits, at least 8.
  constexpr explicit VisitOrder(uint32_t Count) : Count(Count) {
    uint64_t Seed = Count;
    do
      shuffle(Seed);
    while (haveNeighboursInTurn());
  }
  constexpr uint32_t after(uint32_t Visit) const {
    return Order[Place[Visit % Count] + 1];
  }

private:
  constexpr void shuffle(uint64_t &Seed) {
    for (uint32_t I = 0; I != Count; ++I) {
      // The multiplier of D. E. Knuth's MMIX.
      Seed = Seed * 6364136223846793005 + 1442695040888963407;
      const uint32_t Other = uint32_t(Seed >> 32) % (I + 1);
      Order[I] = Order[Other];
      Order[Other] = uint8_t(I + 1);
    }
    Order[Count] = Order[0];
    for (uint32_t I = 0; I != Count; ++I)
      Place[Order[I] % Count] = uint8_t(I);
  }
  constexpr bool haveNeighboursInTurn() const {
    for (uint32_t I = 0; I != Count; ++I)
      if (Order[I] - Order[I + 1] == 1 || Order[I + 1] - Order[I] == 1)
        return true;
    return false;
  }

  uint32_t Count;
  std::array<uint8_t, SelectResidues> Order = {}; ///< from 1; ends as it begins
  std::array<uint8_t, SelectResidues> Place = {}; ///< by visit, modulo Count
};

constexpr std::array VisitOrders = {
    VisitOrder(visits(1)), VisitOrder(visits(2)), VisitOrder(visits(3)),
    VisitOrder(visits(4)), VisitOrder(visits(5)), VisitOrder(visits(6))};
static_assert(VisitOrders.size() == MostSelectBits);

/// Returns the visit that follows visit \p Visit if one line in 2^\p Bits is
/// chosen; 0 if there are none.
constexpr uint32_t nextVisit(uint32_t Visit, unsigned Bits) {
  MEMFACET_CHECK(Bits <= MostSelectBits, "a residue has six bits");
  return Bits == 0 ? 0 : VisitOrders[Bits - 1].after(Visit);
}

/// Returns the number of turns of which one has a visit, when \p Turn turns
/// have ended: long runs have enough visits.
constexpr uint16_t visitPeriod(uint64_t Turn) {
  return Turn < 128 ? 1 : Turn < 1024 ? 2 : Turn < 4096 ? 4 : 8;
}

/// Returns whether turn number \p Turn has a visit.
constexpr bool hasVisit(uint64_t Turn) {
  constexpr uint64_t GoldenRatio = 0x9e3779b97f4a7c15;
  return isDrawn(Turn, GoldenRatio, visitPeriod(Turn));
}

/// Returns whether turn number \p Turn repeats the visit of the turn before. It
/// has none of its own, so all lines are visited equally often.
constexpr bool repeatsVisit(uint64_t Turn) {
  constexpr uint64_t RootOfTwo = 0x6a09e667f3bcc909, Period = 8;
  return !hasVisit(Turn) && hasVisit(Turn - 1) &&
         isDrawn(Turn, RootOfTwo, Period);
}

/// The time of a process in slots (Windows.h). Any threads may call it.
class SlotClock {
public:
  /// Begins with slot 0.
  void begin() { Time.store(0, std::memory_order_relaxed); }
  /// Says that a thread has executed \p Instructions so far, of which the time
  /// has \p Counted, while \p OtherThreads than the main one ran. Updates
  /// \p Counted.
  void advance(uint64_t &Counted, uint64_t Instructions,
               uint32_t OtherThreads) {
    if (Instructions <= Counted)
      return;
    Time.fetch_add((Instructions - Counted) / (uint64_t(OtherThreads) + 1),
                   std::memory_order_relaxed);
    Counted = Instructions;
  }
  /// Returns the slot of now. Threads do not end their intervals together, so
  /// slots of several threads are of two million instructions.
  uint64_t slot(uint32_t OtherThreads) const {
    constexpr uint64_t SlotInstructions = 1'000'000;
    return Time.load(std::memory_order_relaxed) / SlotInstructions /
           (OtherThreads == 0 ? 1 : 2);
  }

private:
  std::atomic<uint64_t> Time;
};

/// Returns the most accesses of a long window of thread number \p Thread: all
/// that the first eight make. A program of a thousand threads has as many
/// windows at once.
constexpr uint32_t longWindow(uint32_t Thread) {
  constexpr uint32_t Unlimited = 8, Longest = 1 << 18;
  return Thread < Unlimited
             ? UINT32_MAX
             : std::max(Longest / (Thread / Unlimited), ShortestWindow);
}

} // namespace memfacet::select

#endif
