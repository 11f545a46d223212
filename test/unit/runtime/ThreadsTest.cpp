//===- ThreadsTest.cpp - several threads ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/runtime/support/Run.h"

TEST(Threads, EachHasItsWholeStream) {
  Outcome O = runUnderCollector("many", {"6", "300000"}, {.Chunks = 16});
  EXPECT_EQ(O.Output, "done\n");
  ASSERT_EQ(O.Recorded.threads().size(), 7u);
  for (uint32_t Thread = 0; Thread != 7; ++Thread)
    expectCounting(O.Recorded.firstSlots(Thread), 300000);
  EXPECT_EQ(O.LostChunks, 0u);
  EXPECT_EQ(O.LiveThreads, 1u);
}

TEST(Threads, OrderNumbersHaveNoGaps) {
  Outcome O = runUnderCollector("many", {"6", "1000"});
  expectCounting(O.Recorded.orderNumbers());
}

TEST(Threads, AreOrderedByTheirCreationAndJoin) {
  Outcome O = runUnderCollector("many", {"3", "10"});
  for (uint32_t Thread = 1; Thread != 4; ++Thread) {
    auto only = [&](uint32_t In, EventKind Kind) {
      std::vector<Item> Found;
      for (const Item &I : O.Recorded.events(In, Kind))
        if (In == Thread || eventArgument(I.Header) == Thread)
          Found.push_back(I);
      EXPECT_EQ(Found.size(), 1u);
      return Found.at(0);
    };
    uint64_t Create = only(0, EventKind::ThreadCreate).Words[0];
    Item Start = only(Thread, EventKind::ThreadStart);
    uint64_t End = only(Thread, EventKind::ThreadEnd).Words[0];
    uint64_t Join = only(0, EventKind::ThreadJoin).Words[0];
    EXPECT_LT(Create, Start.Words[0]);
    EXPECT_LT(Start.Words[0], End);
    EXPECT_LT(End, Join);
    EXPECT_EQ(eventArgument(Start.Header), 0u); // created by main
    EXPECT_TRUE(O.Recorded.items(Thread)[0].is(EventKind::ThreadStart));
  }
}

TEST(Threads, StampTheTimeOftenOnceThereAreSeveral) {
  Outcome Several = runUnderCollector("many", {"1", "100000"});
  // 16 bytes a record: a tick per 4 KB.
  EXPECT_GE(Several.Recorded.events(1, EventKind::Tick).size(), 370u);
  EXPECT_LE(Several.Recorded.events(1, EventKind::Tick).size(), 400u);
  Outcome Single = runUnderCollector("many", {"0", "100000"});
  EXPECT_EQ(Single.Recorded.events(0, EventKind::Tick).size(), 0u);
}

TEST(Threads, OrderedEventsAfterASleepAreStamped) {
  Outcome O = runUnderCollector("sleeps", {});
  std::vector<Item> Last = O.Recorded.items(0);
  while (!Last.empty() && !(Last.back().isBlock() && Last.back().Words[0] == 2))
    Last.pop_back();
  ASSERT_GE(Last.size(), 4u);
  EXPECT_TRUE(Last[Last.size() - 4].isBlock());
  EXPECT_TRUE(Last[Last.size() - 3].is(EventKind::Tick));
  EXPECT_TRUE(Last[Last.size() - 2].is(EventKind::Free));
}

TEST(Threads, FitTheSmallestStack) {
  Outcome O = runUnderCollector("many", {"4", "100000", "tiny"});
  EXPECT_EQ(O.Output, "done\n");
  for (uint32_t Thread = 0; Thread != 5; ++Thread)
    expectCounting(O.Recorded.firstSlots(Thread), 100000);
}

TEST(Threads, RecordUntilTheirLastDestructor) {
  Outcome O = runUnderCollector("locals", {});
  EXPECT_EQ(O.Recorded.firstSlots(1),
            (std::vector<uint64_t>{1, 101, 102, 103}));
  std::vector<Item> Items = O.Recorded.items(1);
  // The fourth round of keys' destructors is ours.
  EXPECT_TRUE(Items.back().is(EventKind::ThreadEnd));
}

TEST(Threads, TellWhereStackAndThreadLocalsAre) {
  Outcome O = runUnderCollector("locals", {});
  void *Locals[2], *OnStack[2];
  ASSERT_EQ(sscanf(O.Errors.c_str(), "%p %p\n%p %p", &Locals[0], &OnStack[0],
                   &Locals[1], &OnStack[1]),
            4);
  for (uint32_t Thread = 0; Thread != 2; ++Thread) {
    std::vector<Item> Found = O.Recorded.events(Thread, EventKind::ThreadLocal);
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_EQ(Found[0].Words[1], uint64_t(Locals[Thread]));
  }
  Item Start = O.Recorded.events(1, EventKind::ThreadStart).at(0);
  EXPECT_LE(Start.Words[1], uint64_t(OnStack[1]));
  EXPECT_GT(Start.Words[2], uint64_t(OnStack[1]));
}

TEST(Threads, ChunkOfASleeperStallsNobody) {
  Outcome O = runUnderCollector("ends", {"sleeper", "500000"}, {.Chunks = 4});
  EXPECT_EQ(WEXITSTATUS(O.Status), 6);
  expectCounting(O.Recorded.firstSlots(0), 500000);
  expectCounting(O.Recorded.firstSlots(1), 3);
}

TEST(Threads, OfAStaticProgramAreKnownFromTheirFirstRecord) {
  Outcome O = runUnderCollector("many-static", {"3", "100000"}, {.Chunks = 16});
  EXPECT_EQ(O.Output, "done\n");
  ASSERT_EQ(O.Recorded.threads().size(), 4u);
  for (uint32_t Thread = 0; Thread != 4; ++Thread) {
    expectCounting(O.Recorded.firstSlots(Thread), 100000);
    ASSERT_EQ(O.Recorded.events(Thread, EventKind::ThreadStart).size(), 1u);
    Item Start = O.Recorded.events(Thread, EventKind::ThreadStart)[0];
    EXPECT_LT(Start.Words[1], Start.Words[2]);
  }
}
