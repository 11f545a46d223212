//===- WantedIntervalsTest.cpp - parts of a stream ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/WantedIntervals.h"
#include "test/unit/decode/Decoding.h"

namespace {

constexpr ThreadId A(0), B(1);

TEST(WantedIntervals, OverlappingRangesAreOne) {
  std::vector<IntervalRange> Ranges = {{0, 5, 9}, {0, 2, 3}, {0, 7, 12}};
  WantedIntervals W(Ranges);
  EXPECT_FALSE(W.wanted(A));
  std::set<uint32_t> In;
  for (uint32_t I = 0; I != 15; ++I) {
    W.enter(A, I);
    if (W.wanted(A))
      In.insert(I);
  }
  EXPECT_EQ(In, (std::set<uint32_t>{2, 3, 5, 6, 7, 8, 9, 10, 11, 12}));
}

TEST(WantedIntervals, AnyThreadInsideIsEnough) {
  std::vector<IntervalRange> Ranges = {{0, 1, 1}, {1, 0, 0}};
  WantedIntervals W(Ranges);
  W.enter(ThreadId(7), 1);
  EXPECT_FALSE(W.wanted(A));
  W.enter(B, 0);
  EXPECT_TRUE(W.wanted(A));
  W.enter(A, 1);
  W.enter(B, 1);
  EXPECT_TRUE(W.wanted(A));
  W.ended(A);
  EXPECT_FALSE(W.wanted(A));
  W.ended(ThreadId(7));
  EXPECT_FALSE(W.wanted(A));
}

TEST(WantedIntervals, OthersMayBeLeftOut) {
  std::vector<IntervalRange> Ranges = {{0, 1, 1}, {1, 0, 0}};
  WantedIntervals W(Ranges, Concurrent::LeftOut);
  W.enter(B, 0);
  W.enter(A, 0);
  EXPECT_TRUE(W.wanted(B));
  EXPECT_FALSE(W.wanted(A));
  EXPECT_FALSE(W.wanted(ThreadId(7)));
  W.enter(B, 1);
  W.enter(A, 1);
  EXPECT_FALSE(W.wanted(B));
  EXPECT_TRUE(W.wanted(A));
  W.ended(A);
  EXPECT_FALSE(W.wanted(A));
}

TEST(WantedIntervals, WhoWaitsWantsNothingOfOthers) {
  std::vector<IntervalRange> Ranges = {{0, 0, 3}};
  WantedIntervals W(Ranges, Concurrent::Wanted, 100);
  W.enter(A, 0);
  W.ran(A, 30);
  W.ran(B, 129);
  EXPECT_TRUE(W.wanted(B));
  W.ran(B, 130);
  EXPECT_FALSE(W.wanted(B));
  // It goes on: it is still inside.
  EXPECT_TRUE(W.wanted(A));
  W.ran(A, 131);
  EXPECT_TRUE(W.wanted(B));
  W.ran(B, 300);
  EXPECT_FALSE(W.wanted(B));
  W.enter(A, 1);
  EXPECT_TRUE(W.wanted(B));
}

TEST(WantedIntervals, ALongStepGoesOverRanges) {
  std::vector<IntervalRange> Ranges = {{0, 1, 1}, {0, 5, 6}};
  WantedIntervals W(Ranges);
  W.enter(A, 4);
  EXPECT_FALSE(W.wanted(A));
  W.enter(A, 6);
  EXPECT_TRUE(W.wanted(A));
  W.enter(A, 8);
  EXPECT_FALSE(W.wanted(A));
}

/// Random records of two threads, in random pieces.
struct Program {
  struct Record {
    uint32_t Thread, Instructions;
    std::vector<uint64_t> Addresses;
  };
  TableBuilder Tables;
  StreamBuilder Start;
  std::vector<std::pair<uint32_t, StreamBuilder>> Pieces;
  std::vector<Record> Records;

  explicit Program(unsigned Seed) {
    std::mt19937 Random(Seed);
    std::vector<uint64_t> Blocks;
    for (uint32_t I = 0; I != 4; ++I)
      Blocks.push_back(Tables.block({.Instructions = 3 + 4 * I,
                                     .Slots = 1,
                                     .Sites = {{.Size = 8}, {.Offset = 64}}}));
    uint64_t Frame = Tables.block(
        {.Instructions = 2,
         .Slots = 1,
         .Sites = {{.Size = 0, .Shape = SiteShape::FrameBegin}, {.Size = 4}}});
    Start.module(0, Tables);
    for (int I = 0; I != 60; ++I) {
      StreamBuilder S;
      uint32_t Thread = I < 2 ? 0 : Random() % 2;
      for (size_t Left = 1 + Random() % 40; Left != 0; --Left) {
        uint64_t Address = 0x1000 + Random() % 0x10000;
        uint32_t Choice = Random() % 5;
        S.block(Choice == 4 ? Frame : Blocks[Choice], {Address});
        if (Choice == 4)
          Records.push_back({Thread, 2, {Address}});
        else
          Records.push_back({Thread, 3 + 4 * Choice, {Address, Address + 64}});
      }
      if (Random() % 4 == 0)
        S.tick(I);
      Pieces.emplace_back(Thread, std::move(S));
    }
  }

  void decode(Decoding &D) const {
    D.run(Start);
    for (const auto &[Thread, S] : Pieces)
      D.run(S, Thread);
    D.Decode.finish();
  }
};

constexpr uint64_t Length = 200;
const std::vector<IntervalRange> Ranges = {{0, 2, 3}, {0, 9, 9}, {1, 5, 6}};

bool inRange(uint32_t Thread, uint64_t Interval) {
  return std::ranges::any_of(Ranges, [&](const IntervalRange &R) {
    return R.Thread == Thread && R.First <= Interval && Interval <= R.Last;
  });
}

struct WantedPart {
  std::vector<uint64_t> Addresses;
  Decoder::PassedTotals Instructions;
};

/// Record by record: what is accessed while one of the threads is in a range,
/// or its own thread. Looked at anew where the thread changes or an interval
/// of it or of the process begins.
class WantedReference {
public:
  explicit WantedReference(Concurrent Rule) : Rule(Rule) {}

  void add(const Program::Record &R) {
    auto [Entry, New] = Threads.try_emplace(R.Thread);
    State &S = Entry->second;
    if (New)
      S.LastRan = Process;
    if (std::tuple Position(R.Thread, S.Clock / Length, Process / Length);
        Position != Place) {
      Place = Position;
      Wanted = look(R.Thread);
    }
    Process += R.Instructions;
    S.Clock += R.Instructions;
    S.LastRan = Process;
    if (Wanted)
      Result.Addresses.insert(Result.Addresses.end(), R.Addresses.begin(),
                              R.Addresses.end());
    (Wanted ? Result.Instructions.Expanded : Result.Instructions.Skipped) +=
        R.Instructions;
  }

  WantedPart Result;

private:
  struct State {
    uint64_t Clock = 0, LastRan = 0;
  };

  bool look(uint32_t Thread) const {
    return std::ranges::any_of(Threads, [&](const auto &T) {
      bool Counts = T.first == Thread || (Rule == Concurrent::Wanted &&
                                          Process - T.second.LastRan < Length);
      return Counts && inRange(T.first, T.second.Clock / Length);
    });
  }

  Concurrent Rule;
  std::map<uint32_t, State> Threads;
  uint64_t Process = 0;
  std::tuple<uint32_t, uint64_t, uint64_t> Place{UINT32_MAX, 0, 0};
  bool Wanted = false;
};

WantedPart wantedPart(const Program &P, Concurrent Rule) {
  WantedReference Reference(Rule);
  for (const Program::Record &R : P.Records)
    Reference.add(R);
  return Reference.Result;
}

std::vector<uint64_t> addressesOf(const Decoding &D) {
  return each(D.Keeper.Accesses, &KeptAccess::Address);
}

class Skipping : public testing::TestWithParam<std::tuple<bool, Concurrent>> {
protected:
  const bool Scalar = std::get<0>(GetParam());
  const Concurrent Rule = std::get<1>(GetParam());
};

TEST_P(Skipping, IsAsIfNothingWasThereButInstructionsAndMarks) {
  for (unsigned Seed = 0; Seed != 30; ++Seed) {
    Program P(Seed);
    Decoding Whole({.Intervals = {Length}, .Scalar = Scalar});
    P.decode(Whole);
    WantedIntervals Wanted(Ranges, Rule, Length);
    Decoding Part({.Intervals = {Length}, .Wanted = &Wanted, .Scalar = Scalar});
    P.decode(Part);
    EXPECT_EQ(Part.Keeper.Instructions, Whole.Keeper.Instructions);
    EXPECT_EQ(Part.Keeper.ByProcess, Whole.Keeper.ByProcess);
    expectSameRows(Part.Keeper.Marks, Whole.Keeper.Marks, &KeptMark::Address);
    WantedPart Truth = wantedPart(P, Rule);
    EXPECT_EQ(addressesOf(Part), Truth.Addresses);
    EXPECT_EQ(Part.Decode.passed(), Truth.Instructions);
    uint64_t Executed = 0;
    for (auto [Site, Times] : Part.Keeper.Executions)
      Executed += Times;
    EXPECT_EQ(Executed, Part.Keeper.Accesses.size());
  }
}

TEST_P(Skipping, NothingWantedIsNothingExpanded) {
  Program P(3);
  WantedIntervals Wanted({}, Rule);
  Decoding Part({.Wanted = &Wanted, .Scalar = Scalar});
  P.decode(Part);
  EXPECT_TRUE(Part.Keeper.Accesses.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Expansion, Skipping,
    testing::Combine(testing::Bool(),
                     testing::Values(Concurrent::Wanted, Concurrent::LeftOut)));

TEST(WantedIntervals, ASampleIsOfTheProcessAndSpreadEvenly) {
  WantedIntervals W(ClockSample{100, 0.25});
  std::vector<uint64_t> In;
  for (uint64_t Clock = 0; Clock != 40'000; Clock += 50) {
    W.ran(Clock % 150 ? A : B, Clock);
    EXPECT_EQ(W.wanted(A), W.wanted(B)) << "threads do not differ";
    if (W.wanted(A) && Clock % 100 == 0)
      In.push_back(Clock / 100);
  }
  EXPECT_EQ(In.size(), 100u) << "a quarter of 400 stretches";
  ASSERT_FALSE(In.empty());
  EXPECT_EQ(In[0], 0u);
  for (size_t I = 1; I != In.size(); ++I)
    EXPECT_LE(In[I] - In[I - 1], 6u);
}

TEST(WantedIntervals, AnEmptySampleHasNothing) {
  WantedIntervals W(ClockSample{100, 0});
  EXPECT_FALSE(W.wanted(A));
  W.ran(A, 12'345);
  EXPECT_FALSE(W.wanted(A));
}

} // namespace
