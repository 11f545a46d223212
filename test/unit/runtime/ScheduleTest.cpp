//===- ScheduleTest.cpp - tests of the turns with visits ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/select/Schedule.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <vector>

using namespace memfacet;
using namespace memfacet::select;

namespace {

constexpr uint64_t Turns = 1 << 16;

/// Counts the turns from \p First to before \p Last for which \p Holds.
template <typename Property>
uint64_t count(uint64_t First, uint64_t Last, Property Holds) {
  uint64_t Count = 0;
  for (uint64_t Turn = First; Turn != Last; ++Turn)
    Count += Holds(Turn);
  return Count;
}

TEST(Schedule, WindowsBecomeRare) {
  EXPECT_EQ(count(1, 65, isDue), 64U);
  for (uint64_t Power = 64; Power != Turns; Power *= 2)
    EXPECT_EQ(count(Power + 1, 2 * Power + 1, isDue), 8U) << Power;
}

TEST(Schedule, FirstWindowsBecomeShort) {
  EXPECT_EQ(firstWindow(0), 131072U);
  EXPECT_EQ(firstWindow(1), 131072U);
  EXPECT_EQ(firstWindow(2), 131072U);
  EXPECT_EQ(firstWindow(3), 65536U);
  EXPECT_EQ(firstWindow(6), 65536U);
  EXPECT_EQ(firstWindow(7), 32768U);
  for (uint32_t Earlier : {511U, 100000U, UINT32_MAX})
    EXPECT_EQ(firstWindow(Earlier), 512U);
}

// The expected number of long windows is 32 and 16 for each power of two, of
// middle ones a quarter (1 / period, summed).
TEST(Schedule, WindowsThatARunKeepsAreSpreadEvenly) {
  for (uint64_t Spread : {SpreadWindows, SpreadMiddleWindows}) {
    auto HasWindow = [&](uint64_t Slot) { return hasWindow(Slot, Spread); };
    EXPECT_EQ(count(0, 2 * Spread, HasWindow), 2 * Spread);
    for (uint64_t Slots : {640U, 10'000U, 65'536U}) {
      double Expected = 0;
      for (uint64_t Slot = 0; Slot != Slots; ++Slot)
        Expected += 1 / double(windowPeriod(Slot, Spread));
      EXPECT_NEAR(double(count(0, Slots, HasWindow)), Expected, 8) << Slots;
      auto IsKept = [&](uint64_t Slot) {
        bool IsDrawn = isDrawn(Slot, WindowStep, windowPeriod(Slots, Spread));
        EXPECT_TRUE(!IsDrawn || HasWindow(Slot)) << Slot;
        return IsDrawn;
      };
      for (uint64_t Quarter = 0; Quarter != 4; ++Quarter)
        EXPECT_NEAR(double(count(Quarter * Slots / 4, (Quarter + 1) * Slots / 4,
                                 IsKept)),
                    double(Spread) / 4, 2)
            << Slots;
    }
  }
}

TEST(Schedule, ARecordSaysWhichSlotALongWindowHas) {
  EXPECT_EQ(slotOfWindow(longWindowAddress(0)), 0U);
  EXPECT_EQ(slotOfWindow(longWindowAddress(123'456'789)), 123'456'789U);
  EXPECT_LE(longWindowAddress(LongWindowBit - 1), SelectedAddressMask);
  EXPECT_EQ(slotOfWindow(0), NoSlot);
  EXPECT_EQ(slotOfWindow(UINT32_MAX), NoSlot); // accesses of a short one
}

TEST(Schedule, ASlotHasAMillionInstructionsOfEachThread) {
  constexpr uint64_t Interval = 1'000'000;
  SlotClock Clock{};
  EXPECT_EQ(Clock.slot(0), 0U);
  uint64_t Main = 0;
  Clock.advance(Main, Interval, 0);
  Clock.advance(Main, Interval, 0); // nothing new
  EXPECT_EQ(Main, Interval);
  EXPECT_EQ(Clock.slot(0), 1U);
  uint64_t Counted[4] = {};
  for (uint64_t I = 1; I <= 5; ++I)
    for (uint64_t &C : Counted)
      Clock.advance(C, I * Interval, 3);
  EXPECT_EQ(Clock.slot(3), (1U + 5U) / 2);
  // Threads that end before their first interval does.
  for (int I = 0; I != 4 * 50; ++I) {
    uint64_t Short = 0;
    Clock.advance(Short, Interval / 10, 3);
  }
  EXPECT_EQ(Clock.slot(3), (1U + 10U) / 2);
  Clock.begin();
  EXPECT_EQ(Clock.slot(3), 0U);
}

TEST(Schedule, LongWindowsOfManyThreadsAreShort) {
  EXPECT_EQ(longWindow(0), UINT32_MAX);
  EXPECT_EQ(longWindow(7), UINT32_MAX);
  EXPECT_EQ(longWindow(8), 1U << 18);
  EXPECT_EQ(longWindow(64), 1U << 15);
  EXPECT_EQ(longWindow(UINT32_MAX), 512U);
}

TEST(Schedule, ThreadsGoOnWhereOthersEnded) {
  EXPECT_EQ(inheritedCount(0, 0), 0U);
  EXPECT_EQ(inheritedCount(300, 1), 300U);
  EXPECT_EQ(inheritedCount(300, 2), 150U);
  EXPECT_EQ(inheritedCount(1'000'000, 2), 1024U);
}

TEST(Schedule, AllVisitsTakeTurns) {
  for (unsigned Bits = 1; Bits <= MostSelectBits; ++Bits) {
    std::vector<unsigned> Visited(visits(Bits) + 1);
    uint32_t Visit = 1;
    for (uint32_t I = 0; I != visits(Bits); ++I) {
      ++Visited[Visit];
      uint32_t Next = nextVisit(Visit, Bits);
      EXPECT_GT(Next > Visit ? Next - Visit : Visit - Next, 1U) << Bits;
      Visit = Next;
    }
    EXPECT_EQ(Visited[0], 0U);
    EXPECT_EQ(std::count(Visited.begin() + 1, Visited.end(), 1U), visits(Bits));
  }
  EXPECT_EQ(nextVisit(0, 0), 0U);
  // Threads do not begin with the same one.
  EXPECT_NE(nextVisit(0, 6), nextVisit(1, 6));
  EXPECT_EQ(nextVisit(1, 6), nextVisit(64, 6));
}

/// Returns the part of all visits, in four rounds, that come when the program
/// uses their residue: those with one remainder modulo \p Classes at a time,
/// \p Speed of them in a turn, from \p Begin on.
static double usedPart(uint32_t Classes, double Speed, double Begin) {
  constexpr uint32_t Turns = 4 * visits(6);
  uint32_t Used = 0, Visit = 1;
  for (uint32_t Turn = 0; Turn != Turns; ++Turn) {
    Used += Visit % Classes == uint32_t(Begin + Speed * Turn) % Classes;
    Visit = nextVisit(Visit, 6);
  }
  return double(Used) / Turns;
}

/// A walk by columns in a matrix whose rows have four lines uses each fourth
/// residue, then those of the next columns. If each visit were 19 residues
/// after the one before, nine of ten would come at the right time, or none.
TEST(Schedule, VisitsHaveNoPeriod) {
  for (uint32_t Classes : {4, 8})
    for (double Speed = 0.02; Speed < Classes; Speed += 0.02)
      for (double Begin = 0; Begin < Classes; Begin += 0.25)
        ASSERT_LT(usedPart(Classes, Speed, Begin), 2.0 / Classes + 0.05)
            << Classes << " " << Speed << " " << Begin;
}

TEST(Schedule, EveryTurnThenOneInEightHasAVisit) {
  EXPECT_EQ(count(0, 128, hasVisit), 128U);
  EXPECT_NEAR(count(128, 1024, hasVisit), 896 / 2, 2);
  EXPECT_NEAR(count(1024, 4096, hasVisit), 3072 / 4, 2);
  EXPECT_NEAR(count(4096, Turns, hasVisit), (Turns - 4096) / 8, 4);
}

/// A program that repeats each \p Period turns has no part that is visited more
/// often than another.
TEST(Schedule, VisitsAndPeriodsOfProgramsAreIndependent) {
  for (uint64_t Period = 2; Period != 17; ++Period)
    for (uint64_t Part = 0; Part != Period; ++Part) {
      uint64_t Visits = count(4096, Turns, [&](uint64_t Turn) {
        return Turn % Period == Part && hasVisit(Turn);
      });
      double Expected = double(Turns - 4096) / 8 / double(Period);
      EXPECT_NEAR(double(Visits), Expected, 0.05 * Expected)
          << Period << " " << Part;
    }
}

TEST(Schedule, ARepeatFollowsAVisitAndHasNone) {
  EXPECT_EQ(count(1, 128, repeatsVisit), 0U);
  for (uint64_t Turn = 1; Turn != Turns; ++Turn)
    if (repeatsVisit(Turn)) {
      EXPECT_FALSE(hasVisit(Turn)) << Turn;
      EXPECT_TRUE(hasVisit(Turn - 1)) << Turn;
    }
}

TEST(Schedule, OneFreeTurnInEightBehindAVisitRepeatsIt) {
  for (auto [First, Last] : {std::pair<uint64_t, uint64_t>{128, 1024},
                             {1024, 4096},
                             {4096, Turns}}) {
    uint64_t Free = count(First, Last, [](uint64_t Turn) {
      return hasVisit(Turn - 1) && !hasVisit(Turn);
    });
    double Expected = double(Free) / 8;
    EXPECT_NEAR(double(count(First, Last, repeatsVisit)), Expected,
                0.2 * Expected + 1)
        << First;
  }
}

} // namespace
