//===- SyncClockTest.cpp - modelled time ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/SyncClock.h"
#include "test/unit/threads/sync/ThreadEvents.h"

namespace {

/// The clock, with events in few words.
class Threads : public ThreadEvents<SyncClock> {
protected:
  void run(uint32_t Thread, uint64_t Cycles) {
    Tracker.execute(ThreadId(Thread), Cycles);
  }
  uint64_t now(uint32_t Thread) const { return Tracker.time(ThreadId(Thread)); }
  uint64_t idle(uint32_t Thread) const {
    return Tracker.idle(ThreadId(Thread));
  }
};

} // namespace

TEST_F(Threads, ALockThatAlternatesMakesThemOne) {
  constexpr uint64_t Rounds = 10, LongSection = 7, ShortSection = 3;
  for (uint64_t I = 0; I != Rounds; ++I)
    for (uint32_t T = 0; T != 2; ++T) {
      acquire(T, SyncKind::Mutex);
      run(T, LongSection);
      release(T, SyncKind::Mutex);
      run(T, ShortSection);
    }
  // What is outside of the lock is done while the other one is inside.
  EXPECT_EQ(now(0), (2 * Rounds - 1) * LongSection + ShortSection);
  EXPECT_EQ(now(1), 2 * Rounds * LongSection + ShortSection);
  EXPECT_EQ(idle(1), now(1) - Rounds * (LongSection + ShortSection));
  EXPECT_EQ(Tracker.length(), now(1));
}

TEST_F(Threads, LocksOfTheirOwnStopNobody) {
  for (uint32_t T = 0; T != 3; ++T) {
    acquire(T, SyncKind::Mutex, T);
    run(T, 100);
    release(T, SyncKind::Mutex, T);
  }
  for (uint32_t T = 0; T != 3; ++T) {
    EXPECT_EQ(now(T), 100u);
    EXPECT_EQ(idle(T), 0u);
  }
}

TEST_F(Threads, ABarrierIsAsLateAsTheLast) {
  // The first leaves, works and arrives again before the others have left.
  uint64_t Work[2][3] = {{10, 20, 30}, {5, 25, 15}};
  for (uint32_t T = 0; T != 3; ++T) {
    run(T, Work[0][T]);
    release(T, SyncKind::Barrier);
  }
  for (uint32_t T = 0; T != 3; ++T) {
    acquire(T, SyncKind::Barrier);
    EXPECT_EQ(now(T), 30u);
    run(T, Work[1][T]);
    release(T, SyncKind::Barrier);
  }
  for (uint32_t T = 0; T != 3; ++T) {
    acquire(T, SyncKind::Barrier);
    EXPECT_EQ(now(T), 55u);
    EXPECT_EQ(idle(T), 55 - Work[0][T] - Work[1][T]);
  }
}

TEST_F(Threads, WhatIsDoneAtABarrierDelaysAllWhoLeave) {
  run(0, 10);
  release(0, SyncKind::TeamBarrier);
  run(0, 40); // a task
  release(0, SyncKind::TeamBarrier);
  run(1, 20);
  release(1, SyncKind::TeamBarrier);
  acquire(1, SyncKind::TeamBarrier);
  acquire(0, SyncKind::TeamBarrier);
  EXPECT_EQ(now(0), 50u);
  EXPECT_EQ(now(1), 50u);
  EXPECT_EQ(idle(0), 0u);
}

TEST_F(Threads, BeginWhereTheyAreCreatedAndEndBeforeTheyAreJoined) {
  start(0, 0);
  run(0, 100);
  create(0, 1);
  run(0, 10);
  create(0, 2);
  start(2, 0);
  start(1, 0);
  run(1, 500);
  run(2, 5);
  join(0, 2);
  EXPECT_EQ(now(0), 115u);
  join(0, 1);
  EXPECT_EQ(Tracker.begin(ThreadId(1)), 100u);
  EXPECT_EQ(Tracker.begin(ThreadId(2)), 110u);
  EXPECT_EQ(now(0), 600u);
  // Two waits without work in between are one gap.
}

TEST_F(Threads, WhoseCreationWasNotSeenBeginWithTheirCreator) {
  run(0, 70);
  start(1, 0);
  EXPECT_EQ(Tracker.begin(ThreadId(1)), 70u);
}

TEST_F(Threads, AConditionWakesAtItsSignal) {
  acquire(1, SyncKind::Mutex, 2);
  run(1, 5);
  release(1, SyncKind::Mutex, 2);
  run(0, 50);
  acquire(0, SyncKind::Mutex, 2);
  release(0, SyncKind::Mutex, 2);
  run(0, 8);
  release(0, SyncKind::Condition, 3);
  acquire(1, SyncKind::Condition, 3);
  acquire(1, SyncKind::Mutex, 2);
  EXPECT_EQ(now(1), 58u);
}

TEST_F(Threads, ReadersWaitForWritersOnly) {
  for (uint32_t T = 0; T != 3; ++T) {
    acquire(T, SyncKind::ReadLock);
    run(T, 10 * (T + 1));
    release(T, SyncKind::WriteLock);
  }
  for (uint32_t T = 0; T != 3; ++T)
    EXPECT_EQ(idle(T), 0u);
  acquire(3, SyncKind::WriteLock);
  EXPECT_EQ(now(3), 30u);
  run(3, 5);
  release(3, SyncKind::WriteLock);
  acquire(0, SyncKind::ReadLock);
  EXPECT_EQ(now(0), 35u);
}

TEST_F(Threads, ASemaphoreHandsOutItsPostsOneByOne) {
  constexpr uint64_t Items = 20, Make = 3;
  for (uint64_t Use : {2, 3, 11}) {
    Tracker = SyncClock();
    // The producer was far ahead when it was recorded.
    for (uint64_t I = 0; I != Items; ++I) {
      run(0, Make);
      release(0, SyncKind::Semaphore);
    }
    for (uint64_t I = 0; I != Items; ++I) {
      acquire(1, SyncKind::Semaphore);
      run(1, Use);
    }
    EXPECT_EQ(now(1), Use <= Make ? Items * Make + Use : Make + Items * Use);
  }
}

TEST_F(Threads, ASemaphoreMayBeginWithPosts) {
  acquire(1, SyncKind::Semaphore);
  EXPECT_EQ(now(1), 0u);
  run(0, 9);
  release(0, SyncKind::Semaphore);
  acquire(1, SyncKind::Semaphore);
  EXPECT_EQ(now(1), 9u);
}

TEST_F(Threads, ATeamForksAndJoins) {
  run(0, 100);
  release(0, SyncKind::TeamFork);
  run(0, 30);
  acquire(1, SyncKind::TeamFork);
  run(1, 80);
  release(1, SyncKind::TeamJoin);
  release(0, SyncKind::TeamJoin);
  acquire(0, SyncKind::TeamJoin);
  EXPECT_EQ(now(1), 180u);
  EXPECT_EQ(now(0), 180u);
  EXPECT_EQ(idle(0), 50u);
}

TEST_F(Threads, AreNotHurtByDamagedEvents) {
  event(EventKind::Acquire, 0, uint32_t(SyncKind::Mutex));
  event(EventKind::Release, 0, uint32_t(SyncKind::Mutex));
  acquire(0, SyncKind::Barrier);
  release(0, SyncKind(12345));
  join(0, 77);
  EXPECT_EQ(now(0), 0u);
}

namespace {

/// Looks back through everything that happened, at every acquisition.
class LooksBack {
public:
  explicit LooksBack(uint32_t Threads) : Count(Threads) {}

  struct Step {
    uint32_t Thread;
    bool Acquires;
    SyncKind Kind;
    uint64_t Object, Time;
    bool Reads;
  };

  uint64_t earliest(uint32_t Thread, SyncKind Kind, uint64_t Object) const {
    uint64_t Time = 0;
    size_t End = Steps.size();
    if (Kind == SyncKind::Barrier)
      End = roundEnd(Thread, Object);
    for (size_t I = 0; I != End; ++I) {
      const Step &S = Steps[I];
      bool Matches = S.Object == Object && !S.Acquires;
      bool Matters = Kind != SyncKind::ReadLock || !S.Reads;
      if (Matches && Matters)
        Time = std::max(Time, S.Time);
    }
    return Time;
  }

  std::vector<Step> Steps;

private:
  uint32_t Count;

  static bool arrives(const Step &S, uint64_t Object) {
    return S.Object == Object && !S.Acquires;
  }
  /// The round ends with the last arrival of as many by each thread as \p
  /// Thread has made.
  size_t roundEnd(uint32_t Thread, uint64_t Object) const {
    size_t Left = 0;
    for (const Step &S : Steps)
      if (S.Thread == Thread && arrives(S, Object))
        Left += Count;
    size_t I = 0;
    for (; Left != 0; ++I)
      Left -= arrives(Steps[I], Object);
    return I;
  }
};

} // namespace

TEST_F(Threads, AgreeWithALookBackAtEverything) {
  std::mt19937 Random(7);
  constexpr uint32_t Count = 5;
  LooksBack Slow(Count);
  uint64_t Clocks[Count] = {};
  struct Lock {
    SyncKind Kind;
    uint64_t Object = 0;
  } Holds[Count];
  uint32_t Arrived = 0;
  std::vector<uint32_t> Leaving;
  auto acquires = [&](uint32_t T, SyncKind Kind, uint64_t Object) {
    Clocks[T] = std::max(Clocks[T], Slow.earliest(T, Kind, Object));
    Slow.Steps.push_back({T, true, Kind, Object, Clocks[T], false});
    acquire(T, Kind, Object);
  };
  auto releases = [&](uint32_t T, Lock H) {
    Slow.Steps.push_back(
        {T, false, H.Kind, H.Object, Clocks[T], H.Kind == SyncKind::ReadLock});
    bool Plain = H.Kind != SyncKind::ReadLock;
    release(T, Plain ? H.Kind : SyncKind::WriteLock, H.Object);
  };
  std::vector<bool> AtBarrier(Count);
  for (int Step = 0; Step != 4000; ++Step) {
    auto T = uint32_t(Random() % Count);
    if (AtBarrier[T]) {
      auto Found = std::find(Leaving.begin(), Leaving.end(), T);
      if (Found == Leaving.end())
        continue;
      Leaving.erase(Found);
      acquires(T, SyncKind::Barrier, 99);
      AtBarrier[T] = false;
      ASSERT_EQ(now(T), Clocks[T]) << "step " << Step;
      continue;
    }
    uint64_t Cycles = Random() % 50;
    Clocks[T] += Cycles;
    run(T, Cycles);
    if (Holds[T].Object) {
      releases(T, std::exchange(Holds[T], {}));
    } else if (Random() % 4 == 0) {
      releases(T, {SyncKind::Barrier, 99});
      AtBarrier[T] = true;
      if (++Arrived == Count) {
        Arrived = 0;
        for (uint32_t Other = 0; Other != Count; ++Other)
          Leaving.push_back(Other);
      }
    } else {
      SyncKind Kinds[] = {SyncKind::Mutex, SyncKind::ReadLock,
                          SyncKind::WriteLock};
      unsigned Choice = Random() % 3;
      Holds[T] = {Kinds[Choice], Choice == 0 ? 1u : 2u};
      acquires(T, Holds[T].Kind, Holds[T].Object);
    }
    ASSERT_EQ(now(T), Clocks[T]) << "step " << Step;
  }
  EXPECT_GT(Slow.Steps.size(), 1000u);
}
