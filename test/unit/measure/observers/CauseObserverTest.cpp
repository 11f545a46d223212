//===- CauseObserverTest.cpp - why chosen lines missed --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Windows.h"
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

  /// \p Slot: that of a long window, or NoSlot.
  explicit OneObject(const char *Caches, uint8_t Bits, uint64_t Slot = NoSlot)
      : Complete(Caches, Interval),
        Selected(Caches, Interval, {}, {observeCauses(Interval)}),
        P(Complete, Selected), R(P.run({{.Size = 8}}, 4)) {
    uint64_t Kind = P.Tables.allocation({.Name = "a"});
    P.start();
    P.alloc(0x100000, 0x100000, Kind);
    P.choose(Bits, Slot == NoSlot ? 0 : longWindowAddress(Slot));
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
void loadInTurn(OneObject &T, uint64_t Rounds = 4) {
  for (uint64_t I = 0; I != Rounds * 512; ++I)
    T.load(I % 512);
}

TEST(CauseObserver, WhatDoesNotFitIsCapacity) {
  for (uint8_t Bits : {0, 1, 3, 6}) {
    OneObject T("L1=8K,2", Bits, /*Slot=*/3);
    loadInTurn(T);
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

// Chosen lines tell which misses are compulsory, and no more.
TEST(CauseObserver, WithoutWindowsTheFirstLevelHasNoOtherClasses) {
  for (uint8_t Bits : {1, 3, 6}) {
    OneObject T("L1=8K,2", Bits);
    loadInTurn(T);
    Profile P = T.finish();
    EXPECT_EQ(detailOf(P, "a").ByClass, (Classes{512})) << int(Bits);
    EXPECT_EQ(detailOf(P, "a").unclassified(), 3 * 512u);
  }
}

// 512 lines in turn, four times what L2 holds.
TEST(CauseObserver, LaterLevelsNeedNoWindows) {
  for (uint8_t Bits : {0, 1, 3, 6}) {
    OneObject T("L1=4K,1;L2=8K,2", Bits);
    loadInTurn(T);
    Profile P = T.finish();
    EXPECT_EQ(detailOf(P, "a", 1).ByClass, (Classes{512, 3 * 512}))
        << int(Bits);
  }
}

// Three lines of each second set, which has two ways: 96 of 128 lines, after
// 128 other ones.
TEST(CauseObserver, WhatFitsElsewhereIsConflict) {
  for (uint8_t Bits : {0, 1, 3}) {
    OneObject T("L1=8K,2", Bits, /*Slot=*/3);
    for (uint64_t I = 0; I != 128; ++I)
      T.load(1024 + I);
    for (uint64_t I = 0; I != 10 * 96; ++I)
      T.load(I % 32 * 2 + I / 32 % 3 * 64);
    Profile P = T.finish();
    EXPECT_EQ(detailOf(P, "a").ByClass, (Classes{128 + 96, 0, 9 * 96}))
        << int(Bits);
    ASSERT_EQ(P.Memory.Spreads.size(), 1u);
    EXPECT_EQ(P.Memory.Spreads[0].Sum, (SetCounts{128 + 10 * 96, 9 * 96}));
    ASSERT_EQ(P.Memory.HotSets.size(), 32u);
    // Windows do not count the first 128 misses, but in all as many.
    EXPECT_NEAR(double(P.Memory.HotSets[0].Counts.Misses), 33, 1);
    EXPECT_NEAR(double(P.Memory.HotSets[0].Counts.Conflicts), 29, 2);
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
  uint64_t Slot = 2;
  for (uint8_t Bits : {1, 3, 4}) {
    loadInTurn(T);
    T.P.choose(Bits, longWindowAddress(++Slot));
  }
  Profile P = T.finish();
  EXPECT_EQ(detailOf(P, "a").ByClass, (Classes{512, 11 * 512}));
}

// One residue is known of the second half of the run.
TEST(CauseObserver, OnlyWhatIsSampledHasAnError) {
  OneObject Exact("L1=8K,2", 0), Half("L1=8K,2", 0);
  loadInTurn(Exact);
  loadInTurn(Half);
  Half.P.choose(6);
  loadInTurn(Half);
  EXPECT_EQ(detailOf(Exact.finish(), "a").ClassError, 0u);
  EXPECT_GT(detailOf(Half.finish(), "a").ClassError, 0u);
}

// After 131,072 look-ups, one line in eight goes on to tell classes.
TEST(CauseObserver, FewerLinesTellClassesOfALongRun) {
  constexpr uint64_t Rounds = 500;
  for (uint8_t Bits : {0, 1}) {
    OneObject T("L1=8K,2;L2=16K,4", Bits, /*Slot=*/3);
    loadInTurn(T, Rounds);
    Profile P = T.finish();
    for (size_t Level : {0, 1}) {
      SCOPED_TRACE(fmt::format("L{}, bits {}", Level + 1, Bits));
      const LevelDetail &D = detailOf(P, "a", Level);
      EXPECT_EQ(D.Misses, Rounds * 512);
      EXPECT_EQ(D.unclassified(), 0U);
      EXPECT_NEAR(double(D.ofClass(MissClass::Compulsory)), 512, 128);
      EXPECT_EQ(D.ofClass(MissClass::Conflict), 0U);
    }
    EXPECT_NE(detailOf(P, "a", 1).ClassError, 0U);
  }
}

TEST(CauseObserver, RegionsOfInterestBeginAnew) {
  OneObject T("L1=8K,2", 3, /*Slot=*/3);
  loadInTurn(T, 2);
  T.P.event([&](StreamBuilder &S) { S.interest(++T.P.Order, true); });
  loadInTurn(T, 1);
  T.P.event([&](StreamBuilder &S) { S.interest(++T.P.Order, false); });
  loadInTurn(T, 1);
  Profile P = T.finish();
  EXPECT_EQ(detailOf(P, "a").ByClass, (Classes{0, 512}));
}

TEST(CauseObserver, OccupancyIsThatOfAllLines) {
  OneObject T("L1=8K,2", 3);
  for (uint64_t I = 0; I != 512; ++I)
    T.load(I);
  T.P.endInterval();
  for (uint64_t I = 0; I != Interval / 4; ++I)
    T.load(21);
  T.P.endInterval();
  // The next interval of the process begins.
  T.load(21 + 512);
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

uint64_t prematureIn(const Profile &P, size_t Level) {
  uint64_t Sum = 0;
  for (const EvictionRow &E : P.Memory.Evictions)
    Sum += E.Level == Level ? E.Counts.Premature : 0;
  return Sum;
}

/// The profiles of a random program: from all accesses, and from those that a
/// selecting program records, all lines of which are chosen.
struct Compared {
  Profile Whole, Part;
};
Compared run(const char *Caches, uint32_t Threads, uint32_t Seed,
             bool InWindow) {
  Analysed Complete(Caches, Interval, {}, {}, /*MissCauses=*/true),
      Selected(Caches, Interval, {}, {observeCauses(Interval)});
  Program P(Complete, Selected);
  P.InWindow = InWindow;
  RandomProgram(Seed, P, Threads, 0).execute(3000);
  return {Complete.finish(), Selected.finish()};
}

constexpr const char *Models[] = {"L1=4K,1", "L1=8K,2;L2=16K,4;L3=64K,8"};

// A dropped use of the first level may be older than it is taken for, above all
// where accesses are random. Later levels do not see it.
TEST(CauseObserver, ClassesAreThoseOfAllAccesses) {
  for (const char *Caches : Models)
    for (uint32_t Threads : {1, 3})
      for (uint32_t Seed = 0; Seed != 6; ++Seed) {
        Compared C = run(Caches, Threads, Seed, /*InWindow=*/Seed % 2);
        MemoryCounters Whole = totalOf(C.Whole), Part = totalOf(C.Part);
        EXPECT_GT(Whole.Levels[0].Misses, 1000u);
        for (size_t L = 0; L != C.Whole.Caches.Levels.size(); ++L) {
          const LevelDetail &A = Whole.Levels[L], &B = Part.Levels[L];
          EXPECT_EQ(A.Misses, B.Misses) << "seed " << Seed;
          EXPECT_EQ(B.unclassified(), 0u);
          EXPECT_EQ(A.ByClass[0], B.ByClass[0]);
          if (L != 0)
            EXPECT_EQ(A.ByClass, B.ByClass);
          else
            EXPECT_NEAR(double(A.ByClass[2]), double(B.ByClass[2]),
                        0.15 * double(A.Misses));
          EXPECT_EQ(prematureIn(C.Part, L), B.Misses - B.ByClass[0]);
        }
        EXPECT_EQ(Whole.MemoryReads, Part.MemoryReads);
      }
}

} // namespace
