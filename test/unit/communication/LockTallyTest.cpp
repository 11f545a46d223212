//===- LockTallyTest.cpp - locks that go from thread to thread ------------===//

#include "analysis/communication/LockTally.h"
#include <gtest/gtest.h>

using namespace memfacet;

TEST(LockTallyTest, CountsWhoGotALockFromWhom) {
  LockTally Locks;
  auto Take = [&](uint64_t Object, uint32_t Thread) {
    Locks.acquired(Object, Thread, SyncKind::Mutex, StructureId(3),
                   Object - 4096);
    Locks.released(Object, Thread);
  };
  for (uint32_t Thread : {0u, 1u, 0u, 0u, 1u})
    Take(4096, Thread);
  Take(4104, 2);
  Take(4104, 2);
  SharingTable T;
  Locks.fill(T);
  uint32_t Mutex = uint32_t(SyncKind::Mutex);
  StructureId S(3);
  EXPECT_EQ(T.Locks, (std::vector<LockHandOver>{{S, 0, Mutex, 0, 0, 1},
                                                {S, 0, Mutex, 0, 1, 2},
                                                {S, 0, Mutex, 1, 0, 1},
                                                {S, 8, Mutex, 2, 2, 1}}));
}

TEST(LockTallyTest, OutsideOfARegionHandOversAreFollowedOnly) {
  LockTally Locks;
  auto Take = [&](uint32_t Thread) {
    Locks.acquired(1, Thread, SyncKind::WriteLock, StructureId(0), 0);
    Locks.released(1, Thread);
  };
  Take(0);
  Take(1);
  Locks.forgetCounts();
  Take(2);
  Locks.count(false);
  Take(3);
  SharingTable T;
  Locks.fill(T);
  ASSERT_EQ(T.Locks.size(), 1u);
  EXPECT_EQ(T.Locks[0].From, 1u);
  EXPECT_EQ(T.Locks[0].To, 2u);
}
