//===- CauseObserverTest.cpp - why chosen lines missed --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/NamedStructure.h"
#include "test/support/random/RandomSelected.h"

namespace {

using Classes = std::array<uint64_t, MissClassCount>;

constexpr uint64_t Interval = 1'000'000;

/// A program with one site, in an object of 1 MiB, whose selected stream is
/// analysed.
struct OneObject {
  Analysed Complete, Selected;
  Program P;
  Program::Run R;

  explicit OneObject(const char *Caches, uint8_t Bits,
                     uint64_t AccessesOfStretch = 1 << 20)
      : Complete(Caches, Interval),
        Selected(Caches, Interval, {},
                 {observeCauses(Interval, AccessesOfStretch)}),
        P(Complete, Selected), R(P.run({{.Size = 8}}, 4)) {
    uint64_t Kind = P.Tables.allocation({.Name = "a"});
    P.start();
    P.alloc(0x100000, 0x100000, Kind);
    P.choose(Bits);
  }
  void load(uint64_t Line) { P.execute(R, {{0x100000 + 64 * Line}}); }
  Profile finish() {
    P.endInterval();
    P.endProcess();
    P.pass();
    return Selected.finish();
  }
};

const LevelDetail &detailOf(const Profile &P, const std::string &Name,
                            size_t Level = 0) {
  auto Found = std::ranges::find(P.Structures, Name, &Structure::Name);
  return P.Memory.ByStructure.at(size_t(Found - P.Structures.begin()))
      .Levels[Level];
}

// 512 lines in turn, four times what L1 holds.
TEST(CauseObserver, WhatDoesNotFitIsCapacity) {
  for (uint8_t Bits : {0, 1, 3, 6}) {
    OneObject T("L1=8K,2", Bits);
    for (uint64_t I = 0; I != 4 * 512; ++I)
      T.load(I % 512);
    Profile P = T.finish();
    EXPECT_EQ(detailOf(P, "a").Misses, 4 * 512u) << int(Bits);
    EXPECT_EQ(detailOf(P, "a").ByClass, (Classes{512, 3 * 512}));
    ASSERT_EQ(P.Memory.Evictions.size(), 1u);
    EXPECT_EQ(P.Memory.Evictions[0].Counts,
              (EvictionCounts{4 * 512 - 128, 3 * 512}));
    EXPECT_EQ(P.Memory.ByStructure[P.Memory.Evictions[0].Victim].MemoryReads,
              4 * 512u);
  }
}

// Three lines of each second set, which has two ways: 96 of 128 lines.
TEST(CauseObserver, WhatFitsElsewhereIsConflict) {
  for (uint8_t Bits : {0, 1, 3}) {
    OneObject T("L1=8K,2", Bits);
    for (uint64_t I = 0; I != 10 * 96; ++I)
      T.load(I % 32 * 2 + I / 32 % 3 * 64);
    Profile P = T.finish();
    EXPECT_EQ(detailOf(P, "a").ByClass, (Classes{96, 0, 9 * 96})) << int(Bits);
    ASSERT_EQ(P.Memory.Spreads.size(), 1u);
    EXPECT_EQ(P.Memory.Spreads[0], (SetSpread{0, 32, {10 * 96, 9 * 96}, 30}));
    ASSERT_EQ(P.Memory.HotSets.size(), 32u >> Bits);
    EXPECT_EQ(P.Memory.HotSets[0].Counts, (SetCounts{30, 27}));
  }
}

// A line that is used again and again, and then leaves its set at once: the
// repeated uses are dropped, and were recent all the same.
TEST(CauseObserver, DroppedUsesAreRecent) {
  OneObject T("L1=8K,2", 0);
  for (uint64_t Round = 0; Round != 4; ++Round) {
    for (uint64_t I = 0; I != 256; ++I) {
      T.load(21);
      T.load(512 + I % 63 + (I % 63 >= 21) + I / 63 * 64);
    }
    for (uint64_t I = 1; I != 3; ++I)
      T.load(21 + 64 * I);
  }
  Profile P = T.finish();
  const LevelDetail &D = detailOf(P, "a");
  // Line 21 is missed in each round but the first, and fits.
  EXPECT_EQ(D.ofClass(MissClass::Conflict), 3u);
  EXPECT_EQ(D.ofClass(MissClass::Compulsory), 259u);
}

TEST(CauseObserver, StretchesOfFewerLinesAddUp) {
  OneObject T("L1=8K,2", 0);
  for (uint8_t Bits : {1, 3, 4}) {
    for (uint64_t I = 0; I != 4 * 512; ++I)
      T.load(I % 512);
    T.P.choose(Bits);
  }
  Profile P = T.finish();
  EXPECT_EQ(detailOf(P, "a").ByClass, (Classes{512, 11 * 512}));
}

// L1 has 128 lines: with one in eight, 16 are left.
TEST(CauseObserver, ManyAccessesAreLookedAtInFewerLines) {
  OneObject T("L1=8K,2", 1, 500);
  constexpr uint64_t Rounds = 64;
  for (uint64_t I = 0; I != Rounds * 512; ++I)
    T.load(I % 512);
  Profile P = T.finish();
  const LevelDetail &D = detailOf(P, "a");
  EXPECT_EQ(D.Misses, Rounds * 512);
  EXPECT_EQ(D.classified(), D.Misses);
  EXPECT_NEAR(double(D.ofClass(MissClass::Capacity)), (Rounds - 1) * 512, 60);
  EXPECT_EQ(D.ofClass(MissClass::Conflict), 0u);
  EXPECT_EQ(P.Memory.HotSets.size(), 64u >> 3);
}

TEST(CauseObserver, RegionsOfInterestBeginAnew) {
  OneObject T("L1=8K,2", 3);
  for (uint64_t I = 0; I != 1024; ++I)
    T.load(I % 512);
  T.P.event([&](StreamBuilder &S) { S.interest(++T.P.Order, true); });
  for (uint64_t I = 0; I != 512; ++I)
    T.load(I);
  T.P.event([&](StreamBuilder &S) { S.interest(++T.P.Order, false); });
  for (uint64_t I = 0; I != 512; ++I)
    T.load(I);
  Profile P = T.finish();
  EXPECT_EQ(detailOf(P, "a").ByClass, (Classes{0, 512}));
}

TEST(CauseObserver, OccupancyIsThatOfAllLines) {
  OneObject T("L1=8K,2", 3);
  for (uint64_t I = 0; I != 512; ++I)
    T.load(I);
  T.P.endInterval();
  // A batch of this number of instructions ends a period.
  for (uint64_t I = 0; I != Interval / 4; ++I)
    T.load(21);
  Profile P = T.finish();
  ASSERT_FALSE(P.Memory.Occupancy.empty());
  EXPECT_EQ(P.Memory.Occupancy[0].Lines, 128u);
}

MemoryCounters totalOf(const Profile &P) {
  MemoryCounters Sum;
  for (const MemoryCounters &C : P.Memory.ByStructure)
    Sum += C;
  return Sum;
}

/// The profiles of a random program: from all accesses, and from those that a
/// selecting program records, all lines of which are chosen.
struct Compared {
  Profile Whole, Part;
};
Compared run(const char *Caches, uint32_t Threads, uint32_t Seed,
             bool InWindow) {
  Analysed Complete(Caches, Interval, {}, {observeCauses(Interval)}),
      Selected(Caches, Interval, {}, {observeCauses(Interval)});
  Program P(Complete, Selected);
  P.InWindow = InWindow;
  RandomProgram(Seed, P, Threads, 0).execute(3000);
  return {Complete.finish(), Selected.finish()};
}

constexpr const char *Models[] = {"L1=4K,1", "L1=8K,2;L2=16K,4;L3=64K,8"};

// In windows, no access is dropped.
TEST(CauseObserver, ClassesInWindowsAreThoseOfAllAccesses) {
  for (const char *Caches : Models)
    for (uint32_t Threads : {1, 3})
      for (uint32_t Seed = 0; Seed != 3; ++Seed) {
        Compared C = run(Caches, Threads, Seed, /*InWindow=*/true);
        ASSERT_EQ(C.Whole.Structures.size(), C.Part.Structures.size());
        for (size_t Id = 0; Id != C.Whole.Structures.size(); ++Id)
          for (size_t L = 0; L != C.Whole.Caches.Levels.size(); ++L)
            EXPECT_EQ(C.Whole.Memory.ByStructure[Id].Levels[L].ByClass,
                      C.Part.Memory.ByStructure[Id].Levels[L].ByClass)
                << C.Whole.Structures[Id].Name << " seed " << Seed;
      }
}

// Elsewhere, a dropped use of the first level may be older than it is taken
// for. Later levels do not see it.
TEST(CauseObserver, ClassesOfLaterLevelsAreThoseOfAllAccesses) {
  for (const char *Caches : Models)
    for (uint32_t Threads : {1, 3})
      for (uint32_t Seed = 0; Seed != 3; ++Seed) {
        Compared C = run(Caches, Threads, Seed, /*InWindow=*/false);
        MemoryCounters Whole = totalOf(C.Whole), Part = totalOf(C.Part);
        EXPECT_GT(Whole.Levels[0].Misses, 1000u);
        for (size_t L = 0; L != C.Whole.Caches.Levels.size(); ++L) {
          const LevelDetail &A = Whole.Levels[L], &B = Part.Levels[L];
          EXPECT_EQ(A.Misses, B.Misses) << "seed " << Seed;
          EXPECT_EQ(B.unclassified(), 0u);
          EXPECT_EQ(A.ByClass[0], B.ByClass[0]);
          if (L != 0)
            EXPECT_EQ(A.ByClass, B.ByClass);
        }
      }
}

} // namespace
