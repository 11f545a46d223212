//===- CoherenceTest.cpp - who loses a line, and what counts --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each is a few accesses whose counts follow by hand from "Coherence" in
// docs/internals/memory-system.md.
//
//===----------------------------------------------------------------------===//

#include "test/support/BothMemories.h"

namespace {

class MemoryCoherence : public MemoryTest {
protected:
  void load(uint64_t Line, uint32_t Thread) { Both->load(Line * 64, Thread); }
  void store(uint64_t Line, uint32_t Thread) { Both->store(Line * 64, Thread); }
  /// Threads below \p Count take their slots and read the line.
  void loadByAll(uint64_t Line, uint32_t Count) {
    for (uint32_t Thread = 0; Thread != Count; ++Thread)
      load(Line, Thread);
  }
  void expectInvalidations(uint64_t Expected) {
    EXPECT_EQ(total().Invalidations, Expected);
  }
};

//===--- a dirty line that moves inwards ----------------------------------===//
//------------------------------------==//

/// Thread 0 has line 0 dirty, the shared exclusive level an older copy. Thread
/// 1 reads it: the older copy moves into its cache.
class SharedExclusiveLevel : public MemoryCoherence {
protected:
  void SetUp() override {
    start("L1=64,1;L2=256,full,shared,exclusive;coherence=mesi");
    load(0, 0);
    load(0, 1);
    load(1, 1); // thread 1's line 0 goes to L2
    store(0, 0);
    load(0, 1);
  }
};

TEST_F(SharedExclusiveLevel, ADirtyLineOfAnotherThreadMovesInClean) {
  MemoryCounters C = total();
  EXPECT_EQ(C.Interventions, 1u);
  EXPECT_EQ(C.SharedWritebacks, 1u);
  EXPECT_EQ(C.MemoryReads, 3u); // line 0 by both threads, line 1
  EXPECT_EQ(C.MemoryWrites, 1u);
  load(1, 1); // what leaves thread 1's cache is clean
  load(1, 0); // and so is what leaves thread 0's
  EXPECT_EQ(level(0).Writebacks, 0u);
  EXPECT_EQ(total().MemoryWrites, 1u);
}

TEST_F(SharedExclusiveLevel, AReadThatHitsItsOwnCopyAsksNobody) {
  load(0, 0);
  load(0, 1);
  EXPECT_EQ(total().Interventions, 1u);
}

TEST_F(SharedExclusiveLevel, AWriteAfterThatFindsNoDirtyCopy) {
  store(0, 0);
  MemoryCounters C = total();
  EXPECT_EQ(C.Invalidations, 1u);
  EXPECT_EQ(C.Upgrades, 1u);
  EXPECT_EQ(C.Interventions, 1u); // the read of before
}

TEST_F(MemoryCoherence, ADirtyLineMovesInAsItIsIfNobodyElseHasIt) {
  start("L1=64,1;L2=256,full,shared,exclusive;coherence=mesi");
  store(0, 0);
  load(1, 0); // line 0 goes to L2, dirty
  load(0, 1);
  load(1, 1); // and leaves thread 1's cache dirty
  MemoryCounters C = total();
  EXPECT_EQ(C.Levels[0].Writebacks, 2u);
  EXPECT_EQ(C.Interventions, 0u);
  EXPECT_EQ(C.MemoryWrites, 0u);
}

TEST_F(MemoryCoherence, ACleanCopyFurtherInMakesADirtyLineMoveInClean) {
  // Thread 0 keeps a clean copy of line 0 in L1, while its L2 gives the dirty
  // one to L3, where thread 1 finds it.
  start("L1=128,full;L2=256,full;L3=1K,full,shared,exclusive;coherence=mesi");
  store(0, 0);
  for (uint64_t Line : {1, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0})
    load(Line, 0);
  EXPECT_EQ(level(1).Writebacks, 1u);
  EXPECT_EQ(total().MemoryWrites, 0u);
  load(0, 1);
  EXPECT_EQ(level(2).Misses, 7u); // lines 0 to 6
  EXPECT_EQ(total().Interventions, 0u);
  EXPECT_EQ(total().MemoryWrites, 1u);
  store(0, 0);
  MemoryCounters C = total();
  EXPECT_EQ(C.Invalidations, 1u);
  EXPECT_EQ(C.Interventions, 0u);
}

TEST_F(MemoryCoherence, ADirtyLineThatAGroupTakesInMayStayDirty) {
  // As before, but thread 1 shares the L2 that takes the line.
  start("L1=128,full;L2=256,full,shared:2;L3=1K,full,shared,exclusive;"
        "coherence=mesi");
  store(0, 0);
  for (uint64_t Line : {1, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0})
    load(Line, 0);
  load(0, 1);
  EXPECT_EQ(level(2).Misses, 7u);
  EXPECT_EQ(total().MemoryWrites, 0u);
}

TEST_F(MemoryCoherence, WhatMovesInCleanGoesToTheNearestLevelFurtherOut) {
  // The exclusive level is of a group; L3 has the line.
  start("L1=64,1;L2=256,full,shared:2,exclusive;L3=1K,full,shared;"
        "coherence=mesi");
  load(0, 0);
  load(0, 1);
  load(1, 1);
  store(0, 0);
  load(0, 1);
  MemoryCounters C = total();
  EXPECT_EQ(C.Interventions, 1u);
  EXPECT_EQ(C.MemoryWrites, 0u);
  load(1, 1);
  EXPECT_EQ(level(0).Writebacks, 0u);
}

//===--- hits in the thread's own caches ----------------------------------===//
//------------------------------------==//

TEST_F(MemoryCoherence, AHitInThePrivateSecondLevelIsNoIntervention) {
  start("L1=64,1;L2=128,full;L3=1K,full,shared,exclusive;coherence=mesi");
  load(0, 0);
  for (uint64_t Line : {0, 1, 2}) // thread 1's line 0 goes to L3
    load(Line, 1);
  store(0, 0);
  load(0, 1);
  EXPECT_EQ(total().Interventions, 1u);
  load(1, 0); // thread 0 has line 0 in L2 alone
  load(0, 0);
  EXPECT_EQ(level(1).Accesses - level(1).Misses, 1u);
  EXPECT_EQ(total().Interventions, 1u);
}

TEST_F(MemoryCoherence, AHitWhileASharingMissWaitsIsNoIntervention) {
  start("L1=64,1;L2=256,full,shared,exclusive;coherence=mesi");
  load(0, 0);
  store(0, 1);
  Both->load(8, 0); // misses; whether it shares truly is open
  load(1, 1);       // thread 1's line 0 goes to L2
  Both->store(8, 0);
  Both->load(16, 1);
  EXPECT_EQ(total().Interventions, 2u);
  Both->load(8, 0); // a hit
  EXPECT_EQ(level(0).Misses, 5u);
  EXPECT_EQ(total().Interventions, 2u);
}

//===--- invalidations ----------------------------------------------------===//
//------------------------------------------------------==//

TEST_F(MemoryCoherence, AGroupLosesALineOnceHoweverManyCachesItHas) {
  // Threads 0 and 1 lose the line in an L1 each and in their L2.
  start("L1=1K,2;L2=4K,4,shared:2;coherence=mesi");
  loadByAll(0, 2);
  store(0, 2);
  MemoryCounters C = total();
  EXPECT_EQ(C.Invalidations, 1u);
  EXPECT_EQ(C.Upgrades, 0u);
  EXPECT_EQ(C.Interventions, 0u);
}

TEST_F(MemoryCoherence, TheWritersOwnGroupLosesALineByThreads) {
  start("L1=1K,2;L2=4K,4,shared:4;L3=64K,4,shared;coherence=mesi");
  loadByAll(0, 4);
  store(0, 0); // as if L2 were shared by all
  expectInvalidations(3);
}

TEST_F(MemoryCoherence, OneGroupAndOneThreadOfTheWritersGroupAreTwo) {
  // The example of the document.
  start("L1=1K,2;L2=4K,4,shared:2;coherence=mesi");
  loadByAll(0, 4);
  store(0, 3);
  MemoryCounters C = total();
  EXPECT_EQ(C.Invalidations, 2u);
  EXPECT_EQ(C.Upgrades, 1u);
  EXPECT_EQ(C.Interventions, 0u);
}

TEST_F(MemoryCoherence, GroupsOfGroupsCountByTheLargestWithoutTheWriter) {
  // Thread 1, threads 2 and 3, threads 4 to 7.
  start("L1=1K,2;L2=4K,4,shared:2;L3=16K,4,shared:4;coherence=mesi");
  loadByAll(0, 8);
  store(0, 0);
  expectInvalidations(3);
}

TEST_F(MemoryCoherence, AGroupWhoseSharedCacheLostTheLineCountsOnceToo) {
  start("L1=128,full;L2=128,full,shared:2;coherence=mesi");
  load(3, 0);
  load(3, 1);
  load(3, 2);
  load(0, 0);
  load(0, 1);
  load(1, 0);
  load(2, 1); // drives line 0 out of L2 alone
  store(0, 2);
  MemoryCounters C = total();
  EXPECT_EQ(C.Invalidations, 1u);
  load(0, 0);
  load(0, 1);
  EXPECT_EQ(total().Levels[0].Misses, C.Levels[0].Misses + 2);
}

TEST_F(MemoryCoherence, ADirtyLineOfAGroupIsOneInvalidationAndIntervention) {
  start("L1=1K,2;L2=4K,4,shared:2;coherence=mesi");
  loadByAll(1, 3);
  store(0, 0);
  store(0, 2);
  MemoryCounters C = total();
  EXPECT_EQ(C.Invalidations, 1u);
  EXPECT_EQ(C.Interventions, 1u);
  EXPECT_EQ(C.SharedWritebacks, 0u);
  EXPECT_EQ(C.MemoryWrites, 0u);
}

TEST_F(MemoryCoherence, PrivateCachesOfSeveralLevelsAreOneInvalidation) {
  start("L1=1K,2;L2=4K,4;L3=64K,4,shared;coherence=mesi");
  loadByAll(0, 3);
  store(0, 0);
  expectInvalidations(2);
}

} // namespace
