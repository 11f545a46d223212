//===- CutsTest.cpp - intervals that end at markers -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/decode/Decoding.h"

namespace {

/// Intervals of 100 instructions; runs of 10, each with one access.
class Cuts : public testing::Test, protected Decoding {
protected:
  explicit Cuts(IntervalCut Cut = IntervalCut::Procedures)
      : Decoding({.Intervals = {100, true, Cut}}) {
    Plain = block({.Ordinal = 3});
    Entry = block({.Flags = BlockEntersFunction});
    // The header of the loop is the run 5: it is the marker, the body is not.
    Header = block({.Flags = 6u << BlockLoopShift, .Ordinal = 5});
    Body = block({.Flags = 6u << BlockLoopShift, .Ordinal = 6});
    // Runs in one record: of 10, 20 and 30 instructions; the second one marks.
    uint64_t Second = entryBehind();
    Last = block({.Instructions = 60, .Ordinal = 8, .Prefix = Second});
    run(start());
  }

  uint64_t block(BlockSpec Spec) {
    if (Spec.Instructions == 1)
      Spec.Instructions = 10;
    Spec.Slots = 1;
    Spec.Sites = {{.Base = 0}};
    return Tables.block(Spec);
  }
  uint64_t entryBehind() {
    uint64_t First = block({.Ordinal = 1});
    return block({.Instructions = 30,
                  .Flags = BlockEntersFunction | 3u << BlockLoopShift,
                  .Ordinal = 2,
                  .Prefix = First});
  }
  void execute(uint32_t Thread, uint64_t Block, uint64_t Count = 1) {
    Decoding::execute(Block, Count, Thread);
  }
  void phase(uint32_t Thread) {
    run(StreamBuilder().event(EventKind::Phase, {0}), Thread);
  }

  uint64_t Plain = 0, Entry = 0, Header = 0, Body = 0, Last = 0;
};

class LoopCuts : public Cuts {
protected:
  LoopCuts() : Cuts(IntervalCut::Loops) {}
};

class PhaseCuts : public Cuts {
protected:
  PhaseCuts() : Cuts(IntervalCut::Phases) {}
};

} // namespace

TEST_F(Cuts, AreAtTheFirstMarkerBehindThePeriod) {
  execute(0, Entry);
  execute(0, Plain, 4);
  execute(0, Entry); // at 50: too early
  execute(0, Plain, 7);
  execute(0, Entry); // at 130
  execute(0, Plain, 9);
  execute(0, Entry); // at 230: a period, exactly
  execute(0, Plain);
  EXPECT_EQ(intervals(), (Counts{{{0, 0}, 130}, {{0, 1}, 100}, {{0, 2}, 20}}));
  EXPECT_EQ(Keeper.Starts,
            (Starts{{{0, 0}, {0}}, {{0, 1}, {130}}, {{0, 2}, {230}}}));
}

TEST_F(Cuts, ComeAfterTwoPeriodsAtTheLatest) {
  execute(0, Plain, 45);
  execute(0, Entry); // at 450, 50 after a cut
  execute(0, Plain, 6);
  execute(0, Entry); // at 520, 120 after it
  EXPECT_EQ(
      intervals(),
      (Counts{{{0, 0}, 200}, {{0, 1}, 200}, {{0, 2}, 120}, {{0, 3}, 10}}));
  EXPECT_EQ((Keeper.Starts[{0, 2}]), (std::set<uint64_t>{400}));
}

TEST_F(Cuts, AreBetweenTheRunsOfARecord) {
  execute(0, Plain, 9);
  execute(0, Last); // 10, then the marker
  execute(0, Last); // 50 after it: too early
  EXPECT_EQ(intervals(), (Counts{{{0, 0}, 100}, {{0, 1}, 110}}));
  // Accesses are where their runs are.
  EXPECT_EQ(Keeper.Accesses[9].Interval, 0u);
  EXPECT_EQ(Keeper.Accesses[10].Interval, 1u);
  EXPECT_EQ(Keeper.Accesses.size(), 9u + 3 + 3);
}

TEST_F(Cuts, OfRunsLongerThanTwoPeriodsAreBehindThem) {
  uint64_t Long = block({.Instructions = 450});
  run(StreamBuilder().module(1, Tables));
  execute(0, Long);
  execute(0, Entry);
  EXPECT_EQ(intervals(), (Counts{{{0, 0}, 450}, {{0, 1}, 10}}));
}

TEST_F(Cuts, ThreadsHaveTheirOwn) {
  execute(0, Entry, 11);
  execute(1, Plain, 5);
  execute(0, Entry, 1);
  execute(1, Plain, 7);
  execute(1, Entry);
  EXPECT_EQ(intervals(),
            (Counts{{{0, 0}, 100}, {{0, 1}, 20}, {{1, 0}, 120}, {{1, 1}, 10}}));
  // The clock of the process has no markers.
  uint64_t Sum = 0;
  for (const auto &[Interval, Instructions] : Keeper.ByProcess)
    Sum += Interval.second == 0 ? Instructions : 0;
  EXPECT_EQ(Sum, 100u);
}

TEST_F(Cuts, StallsEndIntervalsToo) {
  execute(1, Entry, 4);
  execute(0, Entry, 10);
  run(StreamBuilder().stall(StallKind::Lock, 0x40), 1);
  execute(1, Entry, 13);
  EXPECT_EQ(intervals(),
            (Counts{{{0, 0}, 100}, {{1, 0}, 40}, {{1, 1}, 100}, {{1, 2}, 30}}));
}

TEST_F(LoopCuts, AreAtHeadersOfLoops) {
  execute(0, Header);
  execute(0, Body, 6);
  execute(0, Entry, 6);
  execute(0, Body, 3);
  execute(0, Header); // at 160
  execute(0, Body, 9);
  execute(0, Last); // at 260: its second run is a header, at 270
  EXPECT_EQ(intervals(), (Counts{{{0, 0}, 160}, {{0, 1}, 110}, {{0, 2}, 50}}));
}

TEST_F(PhaseCuts, AreAtOnceAndElseBehindThePeriod) {
  phase(0); // nothing has begun
  execute(0, Entry, 3);
  phase(0);
  phase(0); // nothing new
  execute(0, Plain, 25);
  phase(1); // of another thread
  execute(0, Plain, 1);
  phase(0);
  execute(0, Plain, 10);
  EXPECT_EQ(intervals(), (Counts{{{0, 0}, 30},
                                 {{0, 1}, 100},
                                 {{0, 2}, 100},
                                 {{0, 3}, 60},
                                 {{0, 4}, 100}}));
  EXPECT_EQ((Keeper.Starts[{0, 4}]), (std::set<uint64_t>{290}));
}

TEST_F(Cuts, AreWhereASlowReferencePutsThem) {
  std::mt19937_64 Random(7);
  struct Step {
    uint64_t Row;
    std::vector<std::pair<uint64_t, bool>> Runs; ///< instructions, marker
  };
  const Step Steps[] = {{Plain, {{10, false}}},
                        {Entry, {{10, true}}},
                        {Body, {{10, false}}},
                        {Last, {{10, false}, {20, true}, {30, false}}}};
  std::vector<uint64_t> Expected = {0};
  for (int I = 0; I != 3000; ++I) {
    // Seldom a marker, so that some intervals meet none.
    const Step &S = Steps[Random() % 16 == 0 ? Random() % 4 : Random() % 2 * 2];
    execute(0, S.Row);
    for (auto [Instructions, Marker] : S.Runs) {
      if (Expected.back() >= 200 || (Marker && Expected.back() >= 100))
        Expected.push_back(0);
      Expected.back() += Instructions;
    }
  }
  Decode.finish();
  ASSERT_GT(Expected.size(), 100u);
  for (uint32_t I = 0; I != Expected.size(); ++I)
    EXPECT_EQ((Keeper.Instructions[{0, I}]), Expected[I]) << I;
}

TEST_F(Cuts, PartsHaveTheIntervalsOfTheWhole) {
  const std::vector<IntervalRange> Ranges = {
      {0, 3, 4}, {0, 9, 9}, {0, 20, 26}, {1, 2, 2}, {1, 11, 13}};
  WantedIntervals Wanted(Ranges, Concurrent::LeftOut);
  Decoding Part(
      {.Intervals = {100, true, IntervalCut::Procedures}, .Wanted = &Wanted});
  Part.run(StreamBuilder().module(0, Tables));
  std::mt19937_64 Random(8);
  const uint64_t Rows[] = {Plain, Entry, Body, Last};
  for (int I = 0; I != 4000; ++I) {
    auto Thread = uint32_t(Random() / 32 % 2);
    StreamBuilder S;
    if (Random() % 50 == 0)
      S.stall(StallKind::Lock, 0x40);
    // The address tells which record it was.
    S.block(Rows[Random() % 8 == 0 ? Random() % 4 : Random() % 2 * 2],
            {0x1000 + 8 * uint64_t(I)});
    run(S, Thread);
    Part.run(S, Thread);
  }
  Decode.finish();
  Part.Decode.finish();
  EXPECT_EQ(Part.Keeper.Instructions, Keeper.Instructions);
  EXPECT_EQ(Part.Keeper.Starts, Keeper.Starts);
  ASSERT_TRUE(Keeper.Instructions.contains({1, 14}));
  auto InRanges = [&](const KeptAccess &A) {
    return std::ranges::any_of(Ranges, [&](const IntervalRange &R) {
      return R.Thread == A.Thread && R.First <= A.Interval &&
             A.Interval <= R.Last;
    });
  };
  std::vector<KeptAccess> Expected;
  std::ranges::copy_if(Keeper.Accesses, std::back_inserter(Expected), InRanges);
  EXPECT_EQ(Part.Keeper.Accesses, Expected);
}
