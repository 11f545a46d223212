//===- CornersTest.cpp - rules where two of them meet ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each is a few accesses that a sentence of docs/internals/memory-system.md
// decides.
//
//===----------------------------------------------------------------------===//

#include "test/support/BothMemories.h"

namespace {

class MemoryCorners : public MemoryTest {
protected:
  void load(uint64_t Line, uint32_t Thread = 0, uint32_t Structure = 0) {
    Both->load(Line * 64, Thread, Structure);
  }
  void store(uint64_t Line, uint32_t Thread = 0, uint32_t Structure = 0) {
    Both->store(Line * 64, Thread, Structure);
  }
  /// Threads 0, 1 and 2 are in their slots.
  void takeSlots() {
    for (uint32_t Thread : {0, 1, 2})
      load(10 + Thread, Thread);
  }
};

TEST_F(MemoryCorners, ALateThreadIsColdAfterAnotherOneEnded) {
  start("L1=256,4;L2=1K,4,shared;tlb=4,4");
  load(0, 0);
  load(1, 1);
  Both->threadEnded(1);
  load(2, 1);
  Both->threadEnded(0); // a switch to thread 0 and back
  load(2, 1);
  EXPECT_EQ(level(0).Misses, 4u);
  EXPECT_EQ(total().Tlbs[0].Misses, 4u);
}

TEST_F(MemoryCorners, ALineThatComesBackFromTheVictimCacheWasUsed) {
  // Four ways: line 0 leaves for 4, comes back in place of 1, and is then the
  // only one that the fresh line 5 must not replace.
  start("L1=256,4,rrip,victim:1");
  for (uint64_t Line : {0, 1, 2, 3, 4, 0})
    load(Line);
  EXPECT_EQ(level(0).VictimHits, 1u);
  for (uint64_t Line : {5, 6, 7, 8})
    load(Line);
  load(0);
  EXPECT_EQ(level(0).Misses, 9u);
  EXPECT_EQ(level(0).VictimHits, 1u);
}

TEST_F(MemoryCorners, APassingWriteDoesNotExplainTheNextMiss) {
  // Nothing but thread 1's write keeps thread 0 from finding its line, both
  // times: its own store does not fill.
  start("L1=1K,4,writethrough;L2=4K,4,shared;coherence=mesi");
  load(0, 0);
  store(0, 1);
  store(0, 0);
  store(0, 1);
  load(0, 0);
  LevelDetail L1 = level(0);
  EXPECT_EQ(L1.ofClass(MissClass::Compulsory), 2u);
  EXPECT_EQ(L1.ofClass(MissClass::TrueSharing), 2u);
  EXPECT_EQ(L1.ofClass(MissClass::Conflict), 0u);
}

TEST_F(MemoryCorners, ACopyThatWasPrefetchedAndEvictedIsNoSharing) {
  // Thread 1 takes line 1 away; the prefetcher brings it back, and drives it
  // out again when it brings line 5.
  start("L1=256,1,next;coherence=mesi");
  load(1, 0);
  store(1, 1);
  load(0, 0);
  load(4, 0);
  load(1, 0);
  LevelDetail L1 = level(0);
  EXPECT_EQ(L1.ofClass(MissClass::TrueSharing), 0u);
  EXPECT_EQ(L1.ofClass(MissClass::Conflict), 1u);
}

TEST_F(MemoryCorners, AGroupsNewThreadSharesWhatTheGroupLost) {
  // Slots 0 and 1 have one cache, slots 2 and 3 another. Thread 3 does nothing
  // before its group has lost the line.
  start("L1=256,4,shared:2;coherence=mesi");
  takeSlots();
  load(0, 2);
  store(0, 0);
  load(0, 3);
  EXPECT_EQ(level(0).ofClass(MissClass::TrueSharing), 1u);
}

TEST_F(MemoryCorners, AGroupRemembersWhatWasWrittenWhenAThreadEnds) {
  start("L1=256,4,shared:2;coherence=mesi");
  takeSlots();
  load(0, 0);
  store(0, 2);
  Both->threadEnded(1);
  load(0, 3); // in the slot of thread 1
  EXPECT_EQ(level(0).ofClass(MissClass::TrueSharing), 1u);
}

TEST_F(MemoryCorners, AGroupsNextMissOfTheLineEndsTheWait) {
  // Direct-mapped, two sets: thread 1's other line drives line 0 out, and its
  // read misses it again before thread 0 touches the written word.
  start("L1=128,1,shared:2;coherence=mesi");
  for (uint32_t Thread : {0, 1, 2})
    load(11, Thread);
  load(0, 0);
  Both->store(8, 2);
  load(0, 0); // misses; whether it shares truly is open
  load(2, 1);
  load(0, 1);
  Both->load(8, 0); // a hit
  EXPECT_EQ(level(0).ofClass(MissClass::FalseSharing), 1u);
  EXPECT_EQ(level(0).ofClass(MissClass::TrueSharing), 0u);
}

TEST_F(MemoryCorners, AGroupThatLosesTheLineInTwoLevelsIsOneInvalidation) {
  start("L1=256,4,shared:2;L2=1K,4,shared:2;coherence=mesi");
  for (uint32_t Thread : {0, 1, 2})
    load(0, Thread);
  store(0, 2);
  EXPECT_EQ(total().Invalidations, 1u);
}

TEST_F(MemoryCorners, DirtyCopiesInsideMakeTheVictimDirty) {
  // L2 of two lines drops line 0, of which only L1's copy is dirty.
  start("L1=128,full;L2=128,full,inclusive");
  store(0, 0, 1);
  load(1);
  store(0, 0, 2);
  load(2);
  MemoryCounters First = counts().ByStructure[1], Two = counts().ByStructure[2];
  EXPECT_EQ(Two.Levels[0].Writebacks, 1u);
  EXPECT_EQ(Two.Levels[1].Writebacks, 1u);
  EXPECT_EQ(Two.MemoryWrites, 1u);
  EXPECT_EQ(First.MemoryWrites, 0u);
}

TEST_F(MemoryCorners, TheSameLineAgainIsAUseAfterWhatWasPrefetchedForIt) {
  // Two lines: 0, and 1 prefetched after it. Touched again, 0 is the more
  // recent one; line 63, the last of its page, brings no other.
  start("L1=128,full,next");
  for (uint64_t Line : {0, 0, 63, 0})
    load(Line);
  EXPECT_EQ(level(0).Misses, 2u);
}

TEST_F(MemoryCorners, PrefetchesStayInTheirPage) {
  start("L1=4K,full,next:4");
  load(62);
  EXPECT_EQ(level(0).Prefetches, 1u); // line 63
}

TEST_F(MemoryCorners, APrefetchedLineThatLeavesUnusedIsAPrematureEviction) {
  start("L1=128,1,next");
  load(0, 0, 1); // and line 1
  load(3, 0, 2); // takes its place
  load(1, 0, 1);
  ReferenceCounts C = counts();
  EXPECT_EQ((C.Evictions[{0, 1, 2}].Premature), 1u);
  EXPECT_EQ(C.ByStructure[1].Levels[0].ofClass(MissClass::Compulsory), 2u);
}

TEST(Occupancy, ManyPeriodsAtOnceTakeNoMoreSamples) {
  // Against one by one; a damaged trace may say any number.
  std::mt19937_64 Random(7);
  MemoryTally Tally(*parseCacheModel("L1=1K,2"));
  for (int Run = 0; Run != 20; ++Run) {
    OccupancySampler Fast(10);
    uint64_t Period = 10, Time = 0;
    size_t Samples = 0;
    for (int Step = 0; Step != 20; ++Step) {
      uint64_t Jump = Random() % (uint64_t(1) << Random() % 20);
      Fast.advance(Jump, Tally, 0);
      Time += Jump;
      for (; (Samples + 1) * Period <= Time; ++Samples)
        if (Samples + 1 == OccupancySampler::MaxSamples)
          Samples /= 2, Period *= 2;
      ASSERT_EQ(Fast.samples().size(), Samples) << Time;
      ASSERT_EQ(Fast.period(), Period);
    }
    for (int Step = 0; Step != 3; ++Step)
      Fast.advance(~uint64_t(0), Tally, 0);
    EXPECT_LT(Fast.samples().size(), OccupancySampler::MaxSamples);
    EXPECT_GE(Fast.samples().size(), OccupancySampler::MaxSamples / 2 - 1);
  }
}

} // namespace
