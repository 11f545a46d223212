//===- SyncTest.cpp - locks and waits become events -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/runtime/support/Run.h"
#include <ostream>

namespace {

/// An event without its order number.
struct Announcement {
  EventKind Kind;
  uint32_t Argument;
  uint64_t Object;
  bool operator==(const Announcement &) const = default;
};

std::ostream &operator<<(std::ostream &Out, const Announcement &E) {
  return Out << "{event " << int(E.Kind) << " argument " << E.Argument
             << " object " << std::hex << E.Object << std::dec << "}";
}

struct Synchronises : BetweenRecords {
  uint64_t Mutex = 0, Spin = 0, Readers = 0, Condition = 0, Barrier = 0,
           Semaphore = 0, Word = 0, Standard = 0;
  int ErrnoKept = 0;

  explicit Synchronises(const std::string &Way)
      : BetweenRecords("synchronises", {Way}, 1) {
    sscanf(O.Errors.c_str(), "%lx %lx %lx %lx %lx %lx %lx %lx %d", &Mutex,
           &Spin, &Readers, &Condition, &Barrier, &Semaphore, &Word, &Standard,
           &ErrnoKept);
  }
  /// Acquisitions and releases.
  std::vector<Announcement> sync() const {
    std::vector<Announcement> Found;
    for (size_t I = 0; I != Items.size(); ++I)
      if (Items[I].is(EventKind::Release) || Items[I].is(EventKind::Acquire))
        Found.push_back(
            {eventKind(Items[I].Header), argument(I), words(I).at(0)});
    return Found;
  }
  std::vector<Announcement> stalls() const {
    std::vector<Announcement> Found;
    for (const Item &I : Items)
      if (I.is(EventKind::Stall))
        Found.push_back(
            {eventKind(I.Header), eventArgument(I.Header), I.Words.at(0)});
    return Found;
  }
};

Announcement released(SyncKind Kind, uint64_t Object) {
  return {EventKind::Release, uint32_t(Kind), Object};
}
Announcement acquired(SyncKind Kind, uint64_t Object) {
  return {EventKind::Acquire, uint32_t(Kind), Object};
}
std::vector<Announcement> stall(StallKind Kind, uint64_t Object) {
  return {{EventKind::Stall, uint32_t(Kind), Object}};
}

} // namespace

TEST(Sync, EverySuccessIsOneEventAndEveryFailureNone) {
  Synchronises S("all");
  EXPECT_EQ(S.ErrnoKept, 1);
  auto M = SyncKind::Mutex, R = SyncKind::ReadLock, W = SyncKind::WriteLock;
  auto C = SyncKind::Condition;
  EXPECT_EQ(S.sync(), (std::vector<Announcement>{
                          // mutexes
                          acquired(M, S.Mutex), released(M, S.Mutex),
                          acquired(M, S.Mutex), released(M, S.Mutex),
                          acquired(M, S.Spin), released(M, S.Spin),
                          // readers and writers
                          acquired(R, S.Readers), acquired(R, S.Readers),
                          released(W, S.Readers), released(W, S.Readers),
                          acquired(W, S.Readers), released(W, S.Readers),
                          // conditions: two signals, then a wait that times out
                          released(C, S.Condition), released(C, S.Condition),
                          acquired(M, S.Mutex), released(M, S.Mutex),
                          acquired(M, S.Mutex), released(M, S.Mutex),
                          // a barrier for one
                          released(SyncKind::Barrier, S.Barrier),
                          acquired(SyncKind::Barrier, S.Barrier),
                          released(SyncKind::Semaphore, S.Semaphore),
                          acquired(SyncKind::Semaphore, S.Semaphore),
                          released(SyncKind::Futex, S.Word),
                          // the locks of C
                          acquired(M, S.Standard), released(M, S.Standard),
                          acquired(M, S.Standard), released(M, S.Standard)}));
}

TEST(Sync, OrderNumbersHaveNoGaps) {
  Synchronises S("all");
  expectCounting(S.O.Recorded.orderNumbers());
}

TEST(Sync, AProcessOfOneThreadTellsItsWaitsOnly) {
  Synchronises S("alone");
  EXPECT_EQ(S.sync(), std::vector<Announcement>{});
  EXPECT_EQ(S.stalls(),
            (std::vector<Announcement>{
                {EventKind::Stall, uint32_t(StallKind::Sleep), 0},
                {EventKind::Stall, uint32_t(StallKind::Child), 0}}));
}

TEST(Sync, AWaitComesBehindItsAcquireAndATick) {
  Synchronises S("lock");
  ASSERT_GE(S.Items.size(), 3u);
  std::vector<Item> Last(S.Items.end() - 3, S.Items.end());
  EXPECT_TRUE(Last[0].is(EventKind::Acquire));
  EXPECT_TRUE(Last[1].is(EventKind::Tick));
  ASSERT_TRUE(Last[2].is(EventKind::Stall));
  EXPECT_EQ(eventArgument(Last[2].Header), uint32_t(StallKind::Lock));
  EXPECT_EQ(Last[2].Words.at(0), S.Mutex);
  EXPECT_GE(Last[2].Words.at(1), StallTicks);
}

TEST(Sync, AWaitForAConditionLetsGoOfTheMutex) {
  Synchronises S("condition");
  std::vector<Announcement> Events = S.sync();
  // It may have woken up for nothing before.
  ASSERT_GE(Events.size(), 4u);
  EXPECT_EQ(Events[0], acquired(SyncKind::Mutex, S.Mutex));
  EXPECT_EQ(Events[1], released(SyncKind::Mutex, S.Mutex));
  EXPECT_EQ(Events[Events.size() - 2],
            acquired(SyncKind::Condition, S.Condition));
  EXPECT_EQ(Events[Events.size() - 1], acquired(SyncKind::Mutex, S.Mutex));
  ASSERT_FALSE(S.stalls().empty());
  EXPECT_EQ(S.stalls().back(), stall(StallKind::Condition, S.Condition)[0]);
}

TEST(Sync, EachWaitSaysWhatItWasFor) {
  Synchronises Barrier("barrier"), Semaphore("semaphore"), Futex("futex"),
      Join("join"), Read("read"), Poll("poll");
  EXPECT_EQ(Barrier.stalls(), stall(StallKind::Barrier, Barrier.Barrier));
  EXPECT_EQ(Semaphore.stalls(),
            stall(StallKind::Semaphore, Semaphore.Semaphore));
  EXPECT_EQ(Futex.stalls(), stall(StallKind::Futex, Futex.Word));
  EXPECT_EQ(Join.stalls(), stall(StallKind::Join, 1));
  EXPECT_EQ(Read.stalls(), stall(StallKind::Read, 3));
  EXPECT_EQ(Poll.stalls(), stall(StallKind::Poll, 0));
}

TEST(Sync, AllArriveAtABarrierBeforeOneLeaves) {
  Synchronises S("barrier");
  std::vector<uint64_t> Arrived, Left;
  for (uint32_t Thread : {0u, 1u}) {
    for (const Item &I : S.O.Recorded.events(Thread, EventKind::Release))
      if (I.Words[1] == S.Barrier)
        Arrived.push_back(I.Words[0]);
    for (const Item &I : S.O.Recorded.events(Thread, EventKind::Acquire))
      if (I.Words[1] == S.Barrier)
        Left.push_back(I.Words[0]);
  }
  ASSERT_EQ(Arrived.size(), 2u);
  ASSERT_EQ(Left.size(), 2u);
  EXPECT_LT(std::max(Arrived[0], Arrived[1]), std::min(Left[0], Left[1]));
}
