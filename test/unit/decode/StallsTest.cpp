//===- StallsTest.cpp - intervals do not span stalls ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/decode/Decoding.h"

namespace {

/// Intervals of 100 instructions, blocks of 10.
class Stalls : public testing::Test, protected Decoding {
protected:
  static constexpr uint64_t Length = 10;

  explicit Stalls(bool Cut = true, bool Sync = false)
      : Decoding({.Intervals = {100, Cut}}, Sync) {
    run(start());
  }

  StreamBuilder blocks(uint64_t Count) const {
    StreamBuilder S;
    for (uint64_t I = 0; I != Count; ++I)
      S.block(Block, {0x1000});
    return S;
  }
  void execute(uint32_t Thread, uint64_t Count) { run(blocks(Count), Thread); }
  void wait(uint32_t Thread) {
    run(StreamBuilder().stall(StallKind::Lock, 0x40), Thread);
  }
  std::vector<EventKind> kinds() const {
    std::vector<EventKind> Kinds;
    for (const KeptEvent &E : Keeper.Events)
      if (E.Kind != EventKind::Module && E.Kind != EventKind::TableData)
        Kinds.push_back(E.Kind);
    return Kinds;
  }

  uint64_t Block = Tables.block(
      {.Instructions = Length, .Slots = 1, .Sites = {{.Base = 0}}});
};

class Uncut : public Stalls {
protected:
  Uncut() : Stalls(false) {}
};

class Waits : public Stalls {
protected:
  Waits() : Stalls(false, true) {}
};

} // namespace

TEST_F(Stalls, EndTheIntervalWhereOthersWentOnMeanwhile) {
  execute(1, 4);
  execute(0, 10);
  wait(1);
  execute(1, 23);
  // Thread 1: 40, stall, then 100, 100, 30.
  EXPECT_EQ(intervals(), (Counts{{{0, 0}, 100},
                                 {{1, 0}, 40},
                                 {{1, 1}, 100},
                                 {{1, 2}, 100},
                                 {{1, 3}, 30}}));
  EXPECT_EQ(Keeper.Starts, (Starts{{{0, 0}, {0}},
                                   {{1, 0}, {0}},
                                   {{1, 1}, {40}},
                                   {{1, 2}, {140}},
                                   {{1, 3}, {240}}}));
}

TEST_F(Stalls, OfLessThanAnIntervalOfTheProcessEndNothing) {
  execute(1, 4);
  execute(0, 9);
  wait(1);
  execute(1, 10);
  EXPECT_EQ(intervals(), (Counts{{{0, 0}, 90}, {{1, 0}, 100}, {{1, 1}, 40}}));
}

TEST_F(Stalls, OfTheOnlyThreadEndNothing) {
  execute(0, 4);
  wait(0);
  execute(0, 8);
  wait(0);
  execute(0, 1);
  EXPECT_EQ(intervals(), (Counts{{{0, 0}, 100}, {{0, 1}, 30}}));
}

TEST_F(Stalls, BesideOneAnotherEndOneInterval) {
  execute(1, 4);
  execute(0, 10);
  wait(1);
  wait(1);
  execute(0, 30);
  wait(1);
  execute(1, 1);
  Decode.finish();
  EXPECT_EQ(Keeper.Instructions.size(), 6u);
  EXPECT_EQ((Keeper.Instructions[{1, 0}]), 40u);
  EXPECT_EQ((Keeper.Instructions[{1, 1}]), 10u);
  EXPECT_EQ((Keeper.Starts[{1, 1}]), (std::set<uint64_t>{40}));
}

TEST_F(Stalls, BeforeTheFirstInstructionEndNothing) {
  execute(0, 10);
  wait(1);
  execute(1, 1);
  Decode.finish();
  EXPECT_EQ((Keeper.Instructions[{1, 0}]), 10u);
}

TEST_F(Stalls, AreMeasuredFromWhatTheThreadExecutedLast) {
  execute(1, 4);
  execute(0, 9);
  // It has come back, but for its events only.
  run(StreamBuilder().acquire(1, SyncKind::Mutex, 0x40).tick(7), 1);
  execute(0, 1);
  wait(1);
  execute(1, 1);
  Decode.finish();
  EXPECT_EQ((Keeper.Instructions[{1, 0}]), 40u);
  EXPECT_EQ((Keeper.Instructions[{1, 1}]), 10u);
}

TEST_F(Stalls, LongBlocksSkipIntervalsAfterThemToo) {
  uint64_t Long = Tables.block({.Instructions = 250});
  run(StreamBuilder().module(1, Tables));
  execute(1, 4);
  execute(0, 10);
  wait(1);
  run(StreamBuilder().block(Long).block(Block, {0x1000}), 1);
  Decode.finish();
  EXPECT_EQ((Keeper.Instructions[{1, 1}]), 250u);
  EXPECT_EQ((Keeper.Instructions[{1, 3}]), 10u);
  EXPECT_EQ((Keeper.Starts[{1, 3}]), (std::set<uint64_t>{240}));
}

TEST_F(Stalls, DoNotChangeTheClockOfTheProcess) {
  execute(1, 4);
  execute(0, 10);
  wait(1);
  execute(1, 16);
  Decode.finish();
  // Instructions 0 to 40 and 140 to 300 of the process are thread 1's.
  EXPECT_EQ(Keeper.ByProcess, (Counts{{{1, 0}, 40},
                                      {{0, 0}, 60},
                                      {{0, 1}, 40},
                                      {{1, 1}, 60},
                                      {{1, 2}, 100}}));
}

TEST_F(Uncut, AStallEndsNoInterval) {
  execute(1, 4);
  execute(0, 30);
  wait(1);
  execute(1, 8);
  Decode.finish();
  EXPECT_EQ((Keeper.Instructions[{1, 0}]), 100u);
  EXPECT_EQ((Keeper.Instructions[{1, 1}]), 20u);
  EXPECT_EQ((Keeper.Starts[{1, 1}]), (std::set<uint64_t>{100}));
}

TEST_F(Uncut, SynchronisationThatNobodyWantsEndsNoBatch) {
  size_t Count = Keeper.Batches;
  run(blocks(3)
          .release(1, SyncKind::Mutex, 0x40)
          .block(Block, {0x1000})
          .acquire(2, SyncKind::Mutex, 0x40)
          .block(Block, {0x1000})
          .stall(StallKind::Read, 3)
          .block(Block, {0x1000}));
  Decode.finish();
  EXPECT_EQ(Keeper.Batches, Count + 1);
  EXPECT_EQ(kinds(), std::vector<EventKind>{});
}

TEST_F(Waits, SynchronisationIsPassedOnInItsPlace) {
  run(blocks(3)
          .release(7, SyncKind::Barrier, 0x40)
          .block(Block, {0x1000})
          .acquire(8, SyncKind::Barrier, 0x40)
          .stall(StallKind::Barrier, 0x40, 123456));
  Decode.finish();
  ASSERT_EQ(kinds(),
            (std::vector<EventKind>{EventKind::Release, EventKind::Acquire,
                                    EventKind::Stall}));
  std::vector<KeptEvent> Last(Keeper.Events.end() - 3, Keeper.Events.end());
  constexpr auto Barrier = uint32_t(SyncKind::Barrier),
                 AtBarrier = uint32_t(StallKind::Barrier);
  EXPECT_EQ(Last[0], (KeptEvent{EventKind::Release, 0, Barrier, 7, {0x40}, 3}));
  EXPECT_EQ(Last[1], (KeptEvent{EventKind::Acquire, 0, Barrier, 8, {0x40}, 4}));
  EXPECT_EQ(Last[2],
            (KeptEvent{EventKind::Stall, 0, AtBarrier, 0, {0x40, 123456}, 4}));
}
