//===- HappensBeforeTest.cpp - what synchronisation puts in order ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/HappensBefore.h"
#include "test/unit/threads/sync/ThreadEvents.h"

namespace {

class Order : public ThreadEvents<HappensBefore> {
protected:
  /// What \p Thread does now, to ask later.
  struct Point {
    uint32_t Thread, Epoch;
  };
  Point now(uint32_t Thread) { return {Thread, Tracker.state(Thread).Epoch}; }
  bool knows(uint32_t Thread, Point P) {
    return Tracker.state(Thread).Clock.epoch(P.Thread) >= P.Epoch;
  }
};

} // namespace

TEST_F(Order, ALockOrdersWhatWasDoneBeforeItWasLetGo) {
  Point Middle = now(0);
  release(0, SyncKind::Mutex);
  Point Later = now(0);
  EXPECT_FALSE(knows(1, Middle));
  acquire(1, SyncKind::Mutex);
  EXPECT_TRUE(knows(1, Middle));
  EXPECT_FALSE(knows(1, Later));
  acquire(2, SyncKind::Mutex, 2);
  EXPECT_FALSE(knows(2, Middle)) << "another lock";
  // And on, through whoever comes next.
  release(1, SyncKind::Mutex, 2);
  acquire(2, SyncKind::Mutex, 2);
  EXPECT_TRUE(knows(2, Middle));
}

TEST_F(Order, ThreadsFollowTheirCreatorAndComeBeforeTheirJoin) {
  Point Early = now(0);
  create(0, 1);
  Point Late = now(0);
  start(1, 0);
  EXPECT_TRUE(knows(1, Early));
  EXPECT_FALSE(knows(1, Late));
  Point Child = now(1);
  event(EventKind::ThreadEnd, 1, 0);
  EXPECT_FALSE(knows(0, Child));
  join(0, 1);
  EXPECT_TRUE(knows(0, Child));
}

TEST_F(Order, ReadersOfALockAreNotOrdered) {
  acquire(0, SyncKind::ReadLock);
  acquire(1, SyncKind::ReadLock);
  Point Read = now(0);
  release(0, SyncKind::WriteLock);
  acquire(2, SyncKind::ReadLock);
  EXPECT_FALSE(knows(2, Read));
  release(1, SyncKind::WriteLock);
  release(2, SyncKind::WriteLock);
  acquire(3, SyncKind::WriteLock);
  EXPECT_TRUE(knows(3, Read));
}

TEST_F(Order, ABarrierOrdersARoundBeforeTheNext) {
  Point First = now(0), Second = now(1);
  release(0, SyncKind::Barrier);
  release(1, SyncKind::Barrier);
  acquire(0, SyncKind::Barrier);
  EXPECT_TRUE(knows(0, Second));
  Point Later = now(0);
  acquire(1, SyncKind::Barrier);
  EXPECT_TRUE(knows(1, First));
  EXPECT_FALSE(knows(1, Later));
}

TEST_F(Order, EachPostOfASemaphoreIsTakenOnce) {
  Point First = now(0), Second = now(1);
  release(0, SyncKind::Semaphore);
  release(1, SyncKind::Semaphore);
  acquire(2, SyncKind::Semaphore);
  EXPECT_TRUE(knows(2, First));
  EXPECT_FALSE(knows(2, Second));
  acquire(3, SyncKind::Semaphore);
  EXPECT_TRUE(knows(3, Second));
  EXPECT_FALSE(knows(3, First));
}

TEST_F(Order, ASignalOfAConditionOrdersNothing) {
  Point First = now(0);
  release(0, SyncKind::Condition);
  acquire(1, SyncKind::Condition);
  EXPECT_FALSE(knows(1, First));
}
