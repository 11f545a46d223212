//===- ReplayedThreadsTest.cpp - points of several threads ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Collect.h"
#include "analysis/study/points/ReplayedIntervals.h"
#include "test/support/TraceFile.h"

namespace {

/// Traces of two threads that use one heap block: thread 0 loads from it,
/// thread 1 stores to it.
class ReplayedThreads : public TraceFile {
protected:
  static constexpr uint64_t PerRecord = 4; ///< instructions of a record
  static constexpr uint64_t Base = 0x100000;

  void SetUp() override {
    Blocks[0] = Tables.block(
        {.Instructions = PerRecord, .Slots = 1, .Sites = {{.Size = 8}}});
    Blocks[1] =
        Tables.block({.Instructions = PerRecord,
                      .Slots = 1,
                      .Sites = {{.Size = 8, .Kind = AccessKind::Store}}});
    uint64_t Site = Tables.allocation({.Name = "cells"});
    StreamBuilder Start;
    Start.program(77, std::string("prog\0", 5));
    Start.module(0, Tables).alloc(1, Base, 0x10000, Site);
    Segments.emplace_back(0, Start);
    Options.Caches =
        *parseCacheModel("L1=4K,4,private;L2=16K,8,shared;coherence=mesi");
  }

  /// \p Count records of \p Thread, of one line after the other.
  void walk(uint32_t Thread, uint64_t Count) {
    StreamBuilder S;
    for (uint64_t I = 0; I != Count; ++I)
      S.block(Blocks[Thread], {Base + 64 * I});
    Segments.emplace_back(Thread, S);
  }
  void stall(uint32_t Thread) {
    Segments.emplace_back(Thread, StreamBuilder().stall(StallKind::Lock, 0x40));
  }

  ReplayedTrace replay() {
    write();
    return good(replayTrace(Path, Options));
  }
  ReplayedTrace replay(std::vector<IntervalRange> Ranges,
                       Concurrent Rule = Concurrent::Wanted) {
    Options.Intervals = std::move(Ranges);
    Options.OtherThreads = Rule;
    ReplayedTrace R = replay();
    Options.Intervals.reset();
    return R;
  }
  static IntervalFacts rowOf(const ReplayedTrace &R, uint32_t Thread,
                             uint32_t Interval) {
    IntervalTable Table = *replayedIntervals(R.Counts, Thread);
    for (const IntervalFacts &I : Table.Intervals)
      if (I.Interval == Interval)
        return I;
    ADD_FAILURE() << "no interval " << Interval;
    return {};
  }

  CollectOptions Options;
  TableBuilder Tables;
  uint64_t Blocks[2] = {};
};

/// By turns, an interval each: thread 0 loads sixteen lines, thread 1 stores to
/// them.
class Turns : public ReplayedThreads {
protected:
  static constexpr uint64_t Lines = 16, Length = Lines * PerRecord, Rounds = 8;

  void SetUp() override {
    ReplayedThreads::SetUp();
    Options.Analysis.Decoding.Intervals.Length = Length;
    for (uint64_t I = 0; I != Rounds; ++I) {
      walk(0, Lines);
      walk(1, Lines);
    }
  }
};

/// Thread 1 waits now and then while thread 0 goes on.
class Waits : public ReplayedThreads {
protected:
  void SetUp() override {
    ReplayedThreads::SetUp();
    Options.Analysis.Decoding.Intervals.Length = 100 * PerRecord;
    std::mt19937 Random(5);
    for (int I = 0; I != 40; ++I) {
      walk(0, 60 + Random() % 150);
      if (Random() % 3 != 0)
        stall(1);
      walk(1, 20 + Random() % 200);
    }
  }
};

} // namespace

TEST_F(Turns, LinesThatOthersTakeAwayMissOnlyWithTheirSlices) {
  ReplayedTrace Whole = replay();
  ReplayedTrace Part = replay({{0, 4, 5}});
  ReplayedTrace Single = replay({{0, 4, 5}}, Concurrent::LeftOut);
  EXPECT_EQ(rowOf(Whole, 0, 5).Levels[0], (LevelFacts{Lines, Lines}));
  EXPECT_EQ(rowOf(Part, 0, 5).Levels[0], (LevelFacts{Lines, Lines}));
  EXPECT_EQ(rowOf(Single, 0, 5).Levels[0], (LevelFacts{Lines, 0}));
  // What warms them, where nothing was in the caches.
  EXPECT_EQ(rowOf(Single, 0, 4).Levels[0], (LevelFacts{Lines, Lines}));
}

TEST_F(Turns, ThePointsOfBothAreAsInTheWhole) {
  ReplayedTrace Whole = replay();
  ReplayedTrace Part = replay({{0, 2, 3}, {1, 5, 6}});
  for (auto [Thread, Interval] : {std::pair(0u, 3u), std::pair(1u, 6u)})
    EXPECT_EQ(rowOf(Part, Thread, Interval), rowOf(Whole, Thread, Interval));
}

TEST_F(Turns, AllThatWasSimulatedCounts) {
  ReplayedTrace Whole = replay();
  EXPECT_EQ(Whole.Whole, 2 * Rounds * Length);
  EXPECT_EQ(Whole.Simulated, Whole.Whole);
  // Between the ends of thread 0's intervals 3 and 5, thread 1 has two turns.
  ReplayedTrace Part = replay({{0, 4, 5}});
  EXPECT_EQ(Part.Whole, Whole.Whole);
  EXPECT_EQ(Part.Simulated, 4 * Length);
  EXPECT_EQ(replay({{0, 4, 5}}, Concurrent::LeftOut).Simulated, 2 * Length);
  // Where ranges overlap in the stream, nothing counts twice.
  EXPECT_EQ(replay({{0, 4, 5}, {1, 4, 4}}).Simulated, 4 * Length);
  EXPECT_EQ(replay({{0, 4, 5}, {1, 4, 4}}, Concurrent::LeftOut).Simulated,
            3 * Length);
  EXPECT_EQ(replay(std::vector<IntervalRange>()).Simulated, 0u);
}

TEST_F(Turns, OthersSlicesAreNoRowsOfThePointsThread) {
  ReplayedTrace Part = replay({{0, 4, 5}});
  EXPECT_EQ(rowOf(Part, 1, 4).Levels[0].Accesses, Lines);
  IntervalTable Table = good(replayedIntervals(Part.Counts, 0));
  uint64_t Accesses = 0;
  for (const IntervalFacts &I : Table.Intervals)
    Accesses += I.Levels[0].Accesses;
  EXPECT_EQ(Accesses, 2 * Lines);
}

TEST_F(Waits, ReplayedIntervalsAreThoseThatWereCut) {
  ReplayedTrace Uncut = replay();
  Options.Analysis.Decoding.Intervals.AtStalls = true;
  ReplayedTrace Whole = replay();
  IntervalTable All = *replayedIntervals(Whole.Counts, std::nullopt);
  EXPECT_GT(All.Intervals.size(),
            replayedIntervals(Uncut.Counts, std::nullopt)->Intervals.size());
  for (Concurrent Rule : {Concurrent::Wanted, Concurrent::LeftOut}) {
    ReplayedTrace Part = replay({{1, 7, 7}, {0, 30, 31}}, Rule);
    IntervalTable Rest = *replayedIntervals(Part.Counts, std::nullopt);
    ASSERT_EQ(Rest.Intervals.size(), All.Intervals.size());
    for (size_t I = 0; I != All.Intervals.size(); ++I) {
      const IntervalFacts &A = All.Intervals[I], &B = Rest.Intervals[I];
      EXPECT_EQ(A.Thread, B.Thread);
      EXPECT_EQ(A.Interval, B.Interval);
      EXPECT_EQ(A.Start, B.Start);
      EXPECT_EQ(A.Instructions, B.Instructions);
    }
    for (auto [Thread, Interval] : {std::pair(1u, 7u), std::pair(0u, 30u)})
      EXPECT_EQ(rowOf(Part, Thread, Interval).Levels[0].Accesses,
                rowOf(Whole, Thread, Interval).Levels[0].Accesses);
  }
}

TEST_F(ReplayedThreads, WhatAThreadWaitsForIsNoneOfItsPoint) {
  Options.Analysis.Decoding.Intervals.Length = 100 * PerRecord;
  Options.Analysis.Decoding.Intervals.AtStalls = true;
  walk(0, 130);
  for (int I = 0; I != 50; ++I)
    walk(1, 100);
  stall(0);
  walk(0, 100);
  // Interval 1 is the thirty records before the wait.
  ReplayedTrace Part = replay({{0, 1, 1}});
  EXPECT_EQ(rowOf(Part, 0, 1).Instructions, 30 * PerRecord);
  EXPECT_EQ(rowOf(Part, 0, 1).Levels[0].Accesses, 30u);
  // Who waits is looked at where intervals end. Of the process, one does at
  // record 200, seventy after the last of thread 0; of thread 1, at 230.
  EXPECT_EQ(Part.Simulated, (30 + 100) * PerRecord);
}

TEST_F(Waits, WarmedFromTheBeginningPointsAreAsInTheWhole) {
  Options.Analysis.Decoding.Intervals.AtStalls = true;
  ReplayedTrace Whole = replay();
  ReplayedTrace Part = replay({{0, 0, 22}, {1, 0, 9}});
  for (auto [Thread, Interval] : {std::pair(0u, 22u), std::pair(1u, 9u)})
    EXPECT_EQ(rowOf(Part, Thread, Interval), rowOf(Whole, Thread, Interval));
}
