//===- SignalsTest.cpp - handlers in the middle of records ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/runtime/support/Run.h"
#include <algorithm>
#include <numeric>

using Slots = std::vector<uint64_t>;

TEST(Signals, ProgramSeesItsOwnHandlers) {
  EXPECT_EQ(runUnderCollector("queries", {}).Output, "same\n");
}

TEST(Signals, HandlerInMidRecordLeavesTheRecordWhole) {
  for (const char *Way : {"return", "return-alternate"}) {
    Outcome O = runUnderCollector("handlers", {Way});
    EXPECT_EQ(O.Output, "done\n");
    // The interrupted record began before the handler, so it comes first.
    EXPECT_EQ(O.Recorded.firstSlots(0), (Slots{1, 2, 1000, 1001, 3})) << Way;
    for (const Item &I : O.Recorded.items(0))
      if (I.isBlock() && I.Words.size() == 2)
        EXPECT_EQ(I.Words, (Slots{2, 20}));
  }
}

TEST(Signals, CursorMayBeBehindWhatWasWritten) {
  Outcome O = runUnderCollector("handlers", {"behind"});
  // Whether the last record goes on is unknown: it comes after the handler.
  EXPECT_EQ(O.Recorded.firstSlots(0), (Slots{1, 30, 1000, 1001, 31, 3}));
}

TEST(Signals, NestedHandlersAreSplicedWhereTheyInterrupted) {
  Outcome O = runUnderCollector("handlers", {"nested"});
  EXPECT_EQ(O.Recorded.firstSlots(0), (Slots{1, 2, 1000, 2000, 1001, 3}));
}

TEST(Signals, HandlerHasCallsOfItsOwnAndLeavesThoseItInterrupted) {
  Outcome O = runUnderCollector("handlers", {"allocates"});
  std::map<uint64_t, std::vector<uint64_t>> Contexts; // by size
  for (const Item &I : O.Recorded.items(0))
    if (I.is(EventKind::Alloc))
      Contexts[I.Words[2]] = {I.Words.begin() + 5, I.Words.end()};
  EXPECT_EQ(Contexts[1003], Slots{0xaa3});
  EXPECT_EQ(Contexts[1002], (Slots{0xaa2, 0xaa1}));
}

TEST(Signals, HandlerMayFillManyChunks) {
  Outcome O = runUnderCollector("handlers", {"full"}, {.Chunks = 4});
  Slots S = O.Recorded.firstSlots(0);
  ASSERT_EQ(S.size(), 100005u);
  EXPECT_EQ(S[2], 1000u);
  for (uint64_t I = 0; I != 100000; ++I)
    ASSERT_EQ(S[3 + I], 5000 + I);
  EXPECT_EQ(S[100003], 1001u);
  EXPECT_EQ(S[100004], 3u);
}

TEST(Signals, HandlerMayFillMoreThanThereIsWhileItsThreadHoldsAnOrderNumber) {
  Outcome O = runUnderCollector("holds", {"300000"}, {.Chunks = 4});
  EXPECT_EQ(O.Output, "done\n");
  Slots S = O.Recorded.firstSlots(0);
  ASSERT_EQ(S.size(), 300002u);
  EXPECT_EQ(S.front(), 1u);
  for (uint64_t I = 0; I != 300000; ++I)
    ASSERT_EQ(S[1 + I], 5000 + I);
  EXPECT_EQ(S.back(), 3u);
}

TEST(Signals, HandlerMayJumpAway) {
  for (const char *Way : {"jump", "jump-alternate"}) {
    Outcome O = runUnderCollector("handlers", {Way});
    EXPECT_EQ(O.Output, "done\n");
    EXPECT_EQ(O.Recorded.firstSlots(0), (Slots{1, 2, 1000, 1001, 3})) << Way;
  }
}

TEST(Signals, HandlersMayJumpAwayAgainAndAgain) {
  Outcome O = runUnderCollector("handlers", {"jumps"}, {.Chunks = 4});
  EXPECT_EQ(O.Output, "done\n");
  Slots Expected = {1};
  for (int I = 0; I != 20; ++I)
    Expected.insert(Expected.end(), {2, 1000, 1001});
  Expected.push_back(3);
  EXPECT_EQ(O.Recorded.firstSlots(0), Expected);
}

TEST(Signals, WhatFollowsAJumpIsNotTheHandlers) {
  // Handlers that interrupt the chunk of the handler before them would be a
  // chain without end, whose first chunk is never freed.
  Outcome O = runUnderCollector("handlers", {"jumps"}, {.Chunks = 4});
  std::map<uint64_t, bool> IsOfHandler;
  for (const Chunk &C : O.Recorded.Chunks)
    IsOfHandler[C.Sequence] = C.Flags & ChunkOfHandler;
  size_t Handlers = 0;
  for (const Chunk &C : O.Recorded.Chunks)
    if (C.Flags & ChunkOfHandler) {
      ++Handlers;
      EXPECT_FALSE(IsOfHandler.at(C.ParentSequence)) << C.Sequence;
    }
  EXPECT_EQ(Handlers, 20u);
}

TEST(Signals, HandlersMaySwitchContexts) {
  constexpr uint64_t Contexts = 3, Times = 300;
  Outcome O = runUnderCollector("switches", {"3", "300"}, {.Chunks = 8});
  EXPECT_EQ(O.Output, "done\n");
  EXPECT_EQ(O.LostChunks, 0u);
  std::vector<Slots> Recorded(Contexts);
  size_t Handlers = 0;
  for (const Item &I : O.Recorded.items(0)) {
    if (!I.isBlock())
      continue;
    if (I.Words.size() == 1) {
      Handlers += I.Words[0] == 1;
      continue;
    }
    ASSERT_EQ(I.Words.size(), 2u);
    EXPECT_EQ(I.Words[1], 20u);
    ASSERT_LT(I.Words[0] / 100000, Contexts);
    Recorded[I.Words[0] / 100000].push_back(I.Words[0] % 100000);
  }
  EXPECT_EQ(Handlers, Contexts * Times);
  Slots Expected(Times);
  std::iota(Expected.begin(), Expected.end(), 0);
  for (const Slots &S : Recorded)
    EXPECT_EQ(S, Expected); // in the order of the context
}

TEST(Signals, MoreContextsThanFramesLoseOnlyRecords) {
  Outcome O = runUnderCollector("switches", {"60", "20"}, {.Chunks = 64});
  EXPECT_EQ(O.Output, "done\n");
  EXPECT_GT(O.LostChunks, 0u);
  Slots S = O.Recorded.firstSlots(0);
  EXPECT_EQ(std::count(S.begin(), S.end(), 3u), 1);
  EXPECT_EQ(std::count_if(S.begin(), S.end(),
                          [](uint64_t Slot) { return Slot / 100000 == 7; }),
            20);
}

TEST(Signals, HandlersDoNoHarmWhereNothingIsRecorded) {
  for (const char *Options : {"record=0", "discard=1"})
    for (const char *Way : {"return-alternate", "nested", "full", "jumps"}) {
      Outcome O =
          runUnderCollector("handlers", {Way, "20000"}, {.Options = Options});
      EXPECT_EQ(O.Status, 0) << Way;
      EXPECT_EQ(O.Output, "done\n") << Way;
      EXPECT_TRUE(O.Recorded.Chunks.empty()) << Way;
    }
}
