//===- LockTallyTest.cpp - locks that go from thread to thread ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/SharingTally.h"
#include "test/support/Test.h"

static PairSite nowhere(uint64_t) {
  ADD_FAILURE();
  return {};
}

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
  Locks.fill(T, nowhere);
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
  Locks.fill(T, nowhere);
  ASSERT_EQ(T.Locks.size(), 1u);
  EXPECT_EQ(T.Locks[0].Giver, 1u);
  EXPECT_EQ(T.Locks[0].Taker, 2u);
}

/// Calls at 10 and 20 are one place, which was inlined twice; 30 is unknown.
TEST(LockTallyTest, CountsWhereALockWasTaken) {
  LockTally Locks;
  auto Take = [&](uint32_t Thread, uint64_t Call) {
    Locks.acquired(1, Thread, SyncKind::Mutex, StructureId(0), 8, Call);
    Locks.released(1, Thread);
  };
  Take(0, 10);
  for (uint64_t Call : {10, 20, 40, 30, 0})
    Take(1, Call), Take(0, Call);
  SharingTable T;
  T.Sites.resize(3);
  Locks.fill(T, [](uint64_t Call) -> PairSite {
    if (Call == 30)
      return {};
    return {"a.c", "take", Call == 40 ? 4u : 7u, 1, AccessKind::Load};
  });
  ASSERT_EQ(T.Sites.size(), 5u);
  EXPECT_EQ(T.Sites[3].Line, 4u);
  EXPECT_EQ(T.Sites[4].Line, 7u);
  StructureId S(0);
  constexpr uint32_t None = LockHandOver::NoSite;
  EXPECT_EQ(T.Locks, (std::vector<LockHandOver>{{S, 8, 0, 0, 1, 2, None},
                                                {S, 8, 0, 0, 1, 1, 3},
                                                {S, 8, 0, 0, 1, 2, 4},
                                                {S, 8, 0, 1, 0, 2, None},
                                                {S, 8, 0, 1, 0, 1, 3},
                                                {S, 8, 0, 1, 0, 2, 4}}));
}
