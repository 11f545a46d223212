//===- ClosedFormTest.cpp - counts that can be derived --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each expectation is a formula, derived by hand; the reference must agree on
// every other count of the same accesses, too.
//
//===----------------------------------------------------------------------===//

#include "test/support/BothMemories.h"

namespace {

class MemoryClosedForm : public MemoryTest {};

TEST_F(MemoryClosedForm, StridesMissEveryRoundOnceTheirSetsOverflow) {
  // 8 sets of 4 ways of 64 bytes.
  for (uint64_t Stride : {8, 64, 128, 512})
    for (uint64_t Bytes : {1024, 4096, 8192}) {
      BothMemories &M = start("L1=2K,4");
      constexpr uint64_t Rounds = 3;
      for (uint64_t Round = 0; Round != Rounds; ++Round)
        for (uint64_t Offset = 0; Offset < Bytes; Offset += Stride)
          M.load(Offset);
      uint64_t Lines = Bytes / std::max<uint64_t>(Stride, 64);
      uint64_t UsedSets = Stride <= 64 ? 8 : 512 / Stride;
      bool Fits = (Lines + UsedSets - 1) / UsedSets <= 4;
      LevelDetail L = level(0);
      EXPECT_EQ(L.Accesses, Rounds * (Bytes / Stride));
      EXPECT_EQ(L.Misses, Fits ? Lines : Lines * Rounds);
      // 32 lines fit somewhere: what misses all the same is in conflict.
      uint64_t Capacity = Fits ? 0 : Lines * (Rounds - 1);
      EXPECT_EQ(L.ofClass(MissClass::Compulsory), Lines);
      EXPECT_EQ(L.ofClass(MissClass::Capacity), Lines > 32 ? Capacity : 0);
      EXPECT_EQ(L.ofClass(MissClass::Conflict), Lines > 32 ? 0 : Capacity);
    }
}

TEST_F(MemoryClosedForm, CyclicChaseOverTooManyLinesNeverHits) {
  BothMemories &M = start("L1=2K,full");
  constexpr uint64_t Lines = 33, Laps = 10;
  for (uint64_t I = 0; I != Lines * Laps; ++I)
    M.load(I % Lines * 64);
  LevelDetail L = level(0);
  EXPECT_EQ(L.Misses, Lines * Laps);
  EXPECT_EQ(L.ofClass(MissClass::Capacity), Lines * (Laps - 1));
}

TEST_F(MemoryClosedForm, CyclicChaseWithRandomVictimsHitsAsTheorySays) {
  // A line stays from lap to lap if none of the misses in between took its
  // place: h = (1 - 1/C)^((1 - h) K).
  constexpr double C = 32, K = 48, Laps = 400;
  double Expected = 0;
  for (int I = 0; I != 200; ++I)
    Expected = std::pow(1 - 1 / C, (1 - Expected) * K);
  BothMemories &M = start("L1=2K,full,random");
  for (uint64_t I = 0; I != uint64_t(K * Laps); ++I)
    M.load(I % uint64_t(K) * 64);
  EXPECT_NEAR(1 - double(level(0).Misses) / (K * Laps), Expected, 0.02);
}

TEST_F(MemoryClosedForm, PowerOfTwoRowsConflictInOneSet) {
  // 16 rows of 4 KiB, column by column: all 16 lines of a column are in one
  // set of 8 ways, though all would fit.
  BothMemories &M = start("L1=32K,8");
  constexpr uint64_t Rows = 16, Columns = 24;
  for (uint64_t Column = 0; Column != Columns; ++Column)
    for (uint64_t Row = 0; Row != Rows; ++Row)
      M.load(Row * 4096 + Column * 8);
  LevelDetail L = level(0);
  EXPECT_EQ(L.Misses, Rows * Columns);
  EXPECT_EQ(L.ofClass(MissClass::Compulsory), Rows * Columns / 8);
  EXPECT_EQ(L.ofClass(MissClass::Conflict), Rows * Columns / 8 * 7);
  ReferenceCounts All = counts();
  for (size_t Set = 0; Set != 64; ++Set) {
    SetCounts Expected;
    if (Set < Columns / 8)
      Expected = {Rows * 8, Rows * 7};
    EXPECT_EQ((All.Sets[{0, Set}]), Expected) << Set;
  }
}

TEST_F(MemoryClosedForm, TwoThreadsThatReadAndWriteOneWordShareTruly) {
  BothMemories &M = start("L1=1K,2;L2=8K,4,shared;coherence=mesi");
  constexpr uint64_t Turns = 20;
  for (uint64_t Turn = 0; Turn != Turns; ++Turn) {
    M.load(64, Turn % 2);
    M.store(64, Turn % 2);
  }
  MemoryCounters C = total();
  EXPECT_EQ(C.Levels[0].Misses, Turns);
  EXPECT_EQ(C.Levels[0].ofClass(MissClass::TrueSharing), Turns - 2);
  // Each read finds the other's dirty copy, each write a clean one.
  EXPECT_EQ(C.Interventions, Turns - 1);
  EXPECT_EQ(C.SharedWritebacks, Turns - 1);
  EXPECT_EQ(C.Invalidations, Turns - 1);
  EXPECT_EQ(C.Upgrades, Turns - 1);
  EXPECT_EQ(C.MemoryReads, 1u);
  EXPECT_EQ(C.MemoryWrites, 0u);
}

TEST_F(MemoryClosedForm, TwoThreadsWithWordsOfTheirOwnInOneLineShareFalsely) {
  BothMemories &M = start("L1=1K,2;L2=8K,4,shared;coherence=mesi");
  constexpr uint64_t Turns = 20;
  for (uint64_t Turn = 0; Turn != Turns; ++Turn) {
    M.load(64 + Turn % 2 * 8, Turn % 2);
    M.store(64 + Turn % 2 * 8, Turn % 2);
  }
  MemoryCounters C = total();
  EXPECT_EQ(C.Levels[0].ofClass(MissClass::FalseSharing), Turns - 2);
  EXPECT_EQ(C.Levels[0].ofClass(MissClass::TrueSharing), 0u);
  EXPECT_EQ(C.Invalidations, Turns - 1);
}

TEST_F(MemoryClosedForm, WritesAloneTakeTheDirtyCopyAndUpgradeNothing) {
  BothMemories &M = start("L1=1K,2;coherence=mesi");
  constexpr uint64_t Turns = 20;
  for (uint64_t Turn = 0; Turn != Turns; ++Turn)
    M.store(64 + Turn % 2 * 8, Turn % 2);
  MemoryCounters C = total();
  EXPECT_EQ(C.Levels[0].Misses, Turns);
  EXPECT_EQ(C.Levels[0].ofClass(MissClass::FalseSharing), Turns - 2);
  EXPECT_EQ(C.Interventions, Turns - 1);
  EXPECT_EQ(C.Invalidations, Turns - 1);
  EXPECT_EQ(C.Upgrades, 0u);
  EXPECT_EQ(C.SharedWritebacks, 0u);
  EXPECT_EQ(C.MemoryReads, 1u);
}

TEST_F(MemoryClosedForm, SharingIsTrueOnceAWrittenByteIsTouchedLater) {
  BothMemories &M = start("L1=1K,2;coherence=mesi");
  M.load(64, 0);
  M.store(72, 1);
  M.load(64, 0); // another word: not known yet
  M.load(72, 0);
  EXPECT_EQ(level(0).ofClass(MissClass::TrueSharing), 1u);
  EXPECT_EQ(level(0).ofClass(MissClass::FalseSharing), 0u);
}

TEST_F(MemoryClosedForm, ThreeReadersLoseTheirCopiesToOneWriter) {
  BothMemories &M = start("L1=1K,2;L2=8K,4,shared;coherence=mesi");
  for (uint32_t Thread : {0, 1, 2, 3})
    M.load(0, Thread);
  M.store(0, 3);
  MemoryCounters C = total();
  EXPECT_EQ(C.Invalidations, 3u);
  EXPECT_EQ(C.Upgrades, 1u);
  EXPECT_EQ(C.Interventions, 0u);
}

TEST_F(MemoryClosedForm, AGroupLosesItsCopyOnce) {
  // Threads 0 and 1 have one cache, 2 and 3 another.
  BothMemories &M = start("L1=1K,2,shared:2;coherence=mesi");
  for (uint32_t Thread : {0, 1, 2, 3})
    M.load(0, Thread);
  EXPECT_EQ(total().Levels[0].Misses, 2u);
  M.store(0, 2);
  EXPECT_EQ(total().Invalidations, 1u);
}

TEST_F(MemoryClosedForm, PageWalksMissWhatTheBuffersCannotHold) {
  BothMemories &M = start("L1=1K,2;tlb=4,full;tlb=16,4;page=4K");
  constexpr uint64_t Pages = 8, Rounds = 5;
  for (uint64_t I = 0; I != Pages * Rounds; ++I)
    M.load(I % Pages * 4096);
  M.load(Pages * 4096 - 4); // the last page and the next one
  MemoryCounters C = total();
  EXPECT_EQ(C.Tlbs[0].Accesses, Pages * Rounds + 2);
  EXPECT_EQ(C.Tlbs[0].Misses, Pages * Rounds + 1);
  EXPECT_EQ(C.Tlbs[1].Accesses, Pages * Rounds + 1);
  EXPECT_EQ(C.Tlbs[1].Misses, Pages + 1);
}

TEST_F(MemoryClosedForm, NextLineMissesOncePerPageOfASequentialWalk) {
  BothMemories &M = start("L1=1K,4,next");
  constexpr uint64_t Pages = 3;
  for (uint64_t Address = 0; Address != Pages * 4096; Address += 8)
    M.load(Address);
  MemoryCounters C = total();
  EXPECT_EQ(C.Levels[0].Misses, Pages);
  EXPECT_EQ(C.Levels[0].Prefetches, Pages * 63);
  EXPECT_EQ(C.Levels[0].PrefetchesUsed, Pages * 63);
  EXPECT_EQ(C.MemoryReads, Pages * 64);
}

TEST_F(MemoryClosedForm, StridesAreKnownFromTheThirdAccessOn) {
  BothMemories &M = start("L1=4K,full,stride");
  for (uint64_t I = 0; I != 16; ++I)
    M.load(I * 256);
  LevelDetail L = level(0);
  EXPECT_EQ(L.Misses, 3u);
  EXPECT_EQ(L.Prefetches, 13u);
  EXPECT_EQ(L.PrefetchesUsed, 13u);
}

TEST_F(MemoryClosedForm, OneVictimLineEndsTheConflictOfTwoStreams) {
  // Two arrays in the same sets of a direct-mapped cache, word by word in
  // turns: Jouppi's example (ISCA 1990).
  constexpr uint64_t Lines = 20, Words = Lines * 8;
  for (bool Victims : {false, true}) {
    BothMemories &M = start(Victims ? "L1=4K,1,victim:1" : "L1=4K,1");
    for (uint64_t I = 0; I != Words; ++I) {
      M.load(I * 8);
      M.load(0x10000 + I * 8);
    }
    LevelDetail L = level(0);
    EXPECT_EQ(L.ofClass(MissClass::Compulsory), 2 * Lines);
    EXPECT_EQ(L.ofClass(MissClass::Conflict), Victims ? 0 : 14 * Lines);
    EXPECT_EQ(L.VictimHits, Victims ? 14 * Lines : 0);
    EXPECT_EQ(L.Misses, (Victims ? 2 : 16) * Lines);
  }
}

TEST_F(MemoryClosedForm, AnInclusiveLevelDropsTheHotLineThatItNeverSees) {
  // The hot line always hits in L1, so L2 of four lines thinks it is old and
  // lets it go for every fourth line of a stream.
  constexpr uint64_t Stream = 40;
  for (bool Inclusive : {false, true}) {
    BothMemories &M = start(fmt::format("L1=128,full;L2=256,full{}",
                                        Inclusive ? ",inclusive" : ""));
    M.load(0, 0, 1);
    for (uint64_t I = 1; I <= Stream; ++I) {
      M.load(I * 64, 0, 2);
      M.load(0, 0, 1);
    }
    ReferenceCounts C = counts();
    LevelDetail Hot = C.ByStructure[1].Levels[0];
    uint64_t Dropped = Inclusive ? Stream / 4 : 0;
    EXPECT_EQ(Hot.Misses, 1 + Dropped);
    EXPECT_EQ(Hot.ofClass(MissClass::Conflict), Dropped);
    EvictionCounts ByStream = C.Evictions[{0, 1, 2}];
    EXPECT_EQ(ByStream, (EvictionCounts{Dropped, Dropped}));
    EXPECT_EQ(C.ByStructure[2].Levels[0].Misses, Stream);
  }
}

TEST_F(MemoryClosedForm, AnExclusiveLevelAddsItsLinesToThoseInside) {
  // Two lines and four: six of them stay in one or the other.
  constexpr uint64_t Lines = 6, Laps = 10;
  for (bool Exclusive : {false, true}) {
    BothMemories &M = start(fmt::format("L1=128,full;L2=256,full{}",
                                        Exclusive ? ",exclusive" : ""));
    for (uint64_t I = 0; I != Lines * Laps; ++I)
      M.load(I % Lines * 64);
    EXPECT_EQ(level(0).Misses, Lines * Laps);
    EXPECT_EQ(level(1).Misses, Exclusive ? Lines : Lines * Laps);
    EXPECT_EQ(total().MemoryReads, level(1).Misses);
  }
}

TEST_F(MemoryClosedForm, WriteThroughSendsEveryStoreOnAndFillsNothing) {
  BothMemories &M = start("L1=1K,2,writethrough;L2=8K,4");
  constexpr uint64_t Stores = 24; // of three lines
  for (uint64_t I = 0; I != Stores; ++I)
    M.store(I * 8);
  EXPECT_EQ(level(0).Misses, Stores);
  EXPECT_EQ(level(1).Accesses, Stores);
  EXPECT_EQ(level(1).Misses, Stores / 8);
  M.load(0);
  M.store(0);
  EXPECT_EQ(level(0).Misses, Stores + 1);
  EXPECT_EQ(level(1).Accesses, Stores + 2);
  EXPECT_EQ(total().MemoryWrites, 0u);
}

TEST_F(MemoryClosedForm, StoresThatNoLevelKeepsAreMemorysOwn) {
  BothMemories &M = start("L1=1K,2,writethrough");
  for (uint64_t I = 0; I != 24; ++I)
    M.store(I * 8);
  EXPECT_EQ(total().MemoryWrites, 24u);
  EXPECT_EQ(total().MemoryReads, 0u);
}

TEST_F(MemoryClosedForm, AStreamInItsPartitionLeavesTheOthersAlone) {
  for (bool Split : {false, true}) {
    BothMemories &M =
        start("L1=256,4", Split ? std::vector<WayPartition>{{"s2", 1, "L1"}}
                                : std::vector<WayPartition>());
    constexpr uint64_t Rounds = 30;
    for (uint64_t I = 0; I != Rounds; ++I) {
      for (uint64_t Hot : {0, 1, 2})
        M.load(Hot * 64, 0, 1);
      for (uint64_t Line : {0, 1})
        M.load((100 + 2 * I + Line) * 64, 0, 2);
    }
    ReferenceCounts C = counts();
    EXPECT_EQ(C.ByStructure[1].Levels[0].Misses, Split ? 3 : 3 * Rounds);
    EXPECT_EQ(C.ByStructure[2].Levels[0].Misses, 2 * Rounds);
    EXPECT_EQ((C.LinesHeld[{0, 2}]), Split ? 1u : 2u);
  }
}

TEST_F(MemoryClosedForm, RripKeepsWhatIsUsedThroughAScan) {
  // Two lines used again, then a scan of ever new ones: the scan replaces its
  // own. LRU loses both.
  for (bool Rrip : {false, true}) {
    BothMemories &M = start(Rrip ? "L1=256,4,rrip" : "L1=256,4");
    for (uint64_t Hot : {0, 1, 0, 1})
      M.load(Hot * 64, 0, 1);
    for (uint64_t I = 10; I != 13; ++I)
      M.load(I * 64, 0, 2);
    for (uint64_t Hot : {0, 1})
      M.load(Hot * 64, 0, 1);
    EXPECT_EQ(counts().ByStructure[1].Levels[0].Misses, Rrip ? 2u : 4u);
  }
}

} // namespace
