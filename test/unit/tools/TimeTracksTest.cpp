//===- TimeTracksTest.cpp - counts over time, for viewers of traces -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/export/TimeTracks.h"
#include "analysis/result/store/StreamStore.h"
#include "test/support/Test.h"

namespace {

/// A profile of one thread, whose only structure has 1, 2, 3, ... misses in its
/// \p Count intervals of \p Instructions.
Profile missingMore(uint32_t Count, uint64_t Instructions) {
  Profile P;
  P.Caches = *parseCacheModel("L1=4K,1");
  P.IntervalInstructions = Instructions;
  P.Threads.resize(1);
  P.Structures.resize(1);
  StreamStore Store(countedMeasures(1));
  for (uint32_t I = 0; I != Count; ++I) {
    uint64_t *Values = Store.at({0, I, I}, StructureId(0));
    Values[0] = 10;    // accesses
    Values[3] = I + 1; // misses
  }
  Store.fill(P.Streams);
  P.Streams.sort();
  return P;
}

TEST(TimeTracks, NeighboursAreAddedWhereTooManyAreThere) {
  Profile P = missingMore(6, 1000);
  Expected<exports::TimeTracks> T = exports::timeTracks(P, 6);
  ASSERT_TRUE(bool(T));
  ASSERT_FALSE(T->Counters.empty());
  const uint64_t Merged = T->Period / 1000;
  EXPECT_EQ(T->Period % 1000, 0u);
  ASSERT_GE(Merged, 1u);
  uint64_t First = 0;
  for (uint64_t I = 1; I <= Merged; ++I)
    First += I;
  EXPECT_EQ(T->Counters[0].Points[0].Value, First);
}

// A file may say that its intervals have any length.
TEST(TimeTracks, IntervalsMayBeLong) {
  for (uint64_t Instructions : {uint64_t(1) << 63, UINT64_MAX}) {
    Profile P = missingMore(8, Instructions);
    Expected<exports::TimeTracks> T = exports::timeTracks(P, 1);
    ASSERT_TRUE(bool(T));
    EXPECT_EQ(T->Period, UINT64_MAX);
  }
}

} // namespace
