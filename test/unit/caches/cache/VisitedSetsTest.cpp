//===- VisitedSetsTest.cpp - a first level's sets for a while -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/VisitedSets.h"
#include "analysis/caches/cache/MruFilter.h"
#include "test/support/Test.h"
#include <map>
#include <random>

namespace {

/// Returns a level of 64 sets.
CacheLevel levelOf(uint32_t Ways) {
  CacheModel Model =
      *parseCacheModel(fmt::format("L1={}K,{};line=64", 4 * Ways, Ways));
  return Model.Levels[0];
}

struct Visitor {
  VisitedSets Sets;
  std::vector<Miss> Misses, Uncounted;
  LinesValue Last = {};
  uint32_t Number = 0;

  explicit Visitor(uint32_t Ways, bool Empty = false)
      : Sets(levelOf(Ways), Empty) {}

  /// Touches lines in visit \p Visit of one line in 64. Lines belong to the
  /// structure whose number is their number by 1000.
  void visit(uint8_t Visit, const std::vector<uint64_t> &Lines,
             bool Write = false) {
    take({6, Visit, 1}, Lines, Write);
  }
  /// Visits in the next turn, which repeats that visit.
  void repeat(uint8_t Visit, const std::vector<uint64_t> &Lines) {
    take({6, Visit, 1, /*IsRepeated=*/true}, Lines, false);
  }
  void take(const LinesValue &Visit, const std::vector<uint64_t> &Lines,
            bool Write) {
    Number += Visit.Visit != Last.Visit;
    Last = Visit;
    std::vector<CacheWord> Words;
    for (uint64_t Line : Lines)
      Words.push_back(Miss::wanted(Line, uint32_t(Line / 1000)) |
                      CacheWord(Write));
    std::vector<uint32_t> Sites(Words.size(), 1);
    TurnWeights Weights; // each miss counts once
    Sets.take({Words.data(), Sites.data(), Words.size()}, Visit, Number,
              Weights, Misses, Uncounted);
  }
  std::vector<uint64_t> wanted() const {
    std::vector<uint64_t> Lines;
    for (const Miss &M : Misses)
      Lines.push_back(M.line());
    return Lines;
  }
};

// All in set 22: lines 22, 86, 150, ...
constexpr uint64_t A = 22, B = 22 + 64, C = 22 + 128, D = 22 + 192;
using Lines = std::vector<uint64_t>;

TEST(VisitedSets, FetchesWaitForTheFirstMissWithAVictim) {
  Visitor V(2);
  V.visit(1, {A, B, A});
  EXPECT_EQ(V.wanted(), Lines());
  EXPECT_EQ(V.Uncounted.size(), 2u);
  V.visit(1, {C, A, B}); // C takes the place of B
  EXPECT_EQ(V.wanted(), (Lines{A, B, C, B}));
}

TEST(VisitedSets, WhatDidNotFillASetWasThere) {
  Visitor V(4);
  V.visit(1, {A, B, C, A, B, C});
  V.visit(2, {A + 1});
  V.visit(1, {A, B, C});
  EXPECT_EQ(V.wanted(), Lines());
  V.visit(1, {D, D + 64}); // what waited in the first visit does not count
  EXPECT_EQ(V.wanted(), (Lines{D, D + 64}));
}

TEST(VisitedSets, EachFetchIntoAnEmptySetIsAMiss) {
  Visitor V(2, /*Empty=*/true);
  V.visit(1, {A, B, A, C, A});
  EXPECT_EQ(V.wanted(), (Lines{A, B, C}));
}

TEST(VisitedSets, ASetIsAsItWasAtTheEndOfItsLastVisit) {
  Visitor V(2, /*Empty=*/true);
  V.visit(1, {A, B, C});
  V.visit(2, {A + 1});
  V.Misses.clear();
  V.visit(1, {C, B, A, C});
  EXPECT_EQ(V.wanted(), (Lines{A, C}));
}

// A visit ends although the thread accesses nothing of the next ones.
TEST(VisitedSets, ALonelySetIsKnownFromItsSecondVisitOn) {
  Visitor V(2);
  for (int Round = 0; Round != 100; ++Round) {
    ++V.Number;
    V.visit(1, {A, B, C, A, B, C});
  }
  EXPECT_GE(V.Misses.size(), 6 * 99u);
}

TEST(VisitedSets, ARepeatedVisitHasNoMissesThatCount) {
  Visitor V(2, /*Empty=*/true);
  V.visit(1, {A, B, C});
  V.visit(2, {A + 1});
  V.visit(1, {A});
  V.Misses.clear();
  V.repeat(1, {B, A});
  EXPECT_EQ(V.wanted(), Lines());
}

// A program uses four lines of a set for as long as a round of visits takes,
// then four others, and later the first ones again. It misses once for each
// line and round, and almost never during a visit. Five lines of another
// structure take turns in four ways, and miss each time. So do lines of a
// structure that no repeated visit has met.
TEST(VisitedSets, RepeatedVisitsTellHowManyMissesAreTrue) {
  constexpr uint64_t Rounds = 200, Other = 1'000'023, Late = 2'000'023;
  static_assert(Other % 64 == 23 && Late % 64 == 23);
  auto CountOf = [](const std::vector<Miss> &Misses, uint64_t Structure) {
    return uint64_t(std::ranges::count_if(Misses, [&](const Miss &M) {
      return M.structure().Value == Structure;
    }));
  };
  for (bool Repeats : {false, true}) {
    Visitor V(4);
    for (uint64_t Round = 0; Round != Rounds; ++Round) {
      Lines Moving, Missing, New;
      for (uint64_t I = 0; I != 20; ++I) {
        Moving.push_back(A + 64 * (4 * (Round % 3) + I % 4));
        Missing.push_back(Other + 64 * (I % 5));
        New.push_back(Late + 64 * (I % 5));
      }
      for (const auto &[Visit, Used] : {std::pair(1, Moving), {2, Missing}}) {
        V.visit(uint8_t(Visit), Used);
        if (Repeats && Round % 4 == 0)
          V.repeat(uint8_t(Visit), Used);
      }
      if (Round + 1 == Rounds)
        V.visit(2, New);
    }
    uint64_t Moved = CountOf(V.Misses, 0);
    EXPECT_GE(Moved + CountOf(V.Uncounted, 0), 4 * Rounds);
    if (Repeats)
      EXPECT_LE(Moved, Rounds / 4);
    else
      EXPECT_GE(Moved, 4 * (Rounds - 1));
    EXPECT_NEAR(double(CountOf(V.Misses, Other / 1000)), 20.0 * Rounds, 40);
    EXPECT_EQ(CountOf(V.Misses, Late / 1000), 20u);
  }
}

TEST(VisitedSets, OwnersAndWritersOfVictimsAreKnown) {
  Visitor V(1, /*Empty=*/true);
  uint64_t Second = 1000 + 46; // of structure 1, in set 22
  ASSERT_EQ(Second % 64, 22u);
  V.visit(1, {A}, true);
  V.visit(1, {Second});
  V.visit(1, {A});
  ASSERT_EQ(V.Misses.size(), 3u);
  EXPECT_TRUE(sameLine(V.Misses[1].Victim, cleanWord(A)));
  EXPECT_TRUE(isDirty(V.Misses[1].Victim));
  EXPECT_EQ(ownerOf(V.Misses[2].Victim).Value, 1u);
  EXPECT_FALSE(isDirty(V.Misses[2].Victim));
  EXPECT_EQ(V.Misses[1].structure().Value, 1u);
}

// A reference that keeps lists of lines. Where sets are full, they are equal.
TEST(VisitedSets, FullSetsMissAsLruSetsDo) {
  std::mt19937 Random(3);
  for (uint32_t Ways : {1, 2, 7, 8, 12}) {
    Visitor V(Ways, /*Empty=*/true);
    Lines First;
    for (uint64_t Way = 0; Way <= Ways; ++Way)
      First.push_back(A + 64 * (100 + Way));
    V.visit(1, First);
    V.Misses.clear();
    Lines Set(First.rbegin(), First.rend() - 1), All, Expected;
    for (int I = 0; I != 2000; ++I) {
      uint64_t Line = A + 64 * (Random() % (Ways + 3));
      All.push_back(Line);
      auto Found = std::ranges::find(Set, Line);
      if (Found == Set.end()) {
        Expected.push_back(Line);
        Set.pop_back();
      } else {
        Set.erase(Found);
      }
      Set.insert(Set.begin(), Line);
    }
    V.visit(1, All);
    EXPECT_EQ(V.wanted(), Expected) << Ways << " ways";
  }
}

struct EstimateSink final : FilteredSink {
  uint64_t Misses = 0;
  void filtered(FilteredBatch &B) override {
    Misses += B.Visited.size() * B.VisitedWeight;
    B.clear();
  }
};

// One turn in two is visited, some turns have more accesses than others, and
// half of the records in a visit are further parts of accesses. The parts are
// known of visited turns alone: turns must not weigh less for it.
TEST(VisitedSets, TurnsWithAccessesToTwoLinesWeighAsOthers) {
  constexpr uint8_t Bits = 6;
  CacheModel Model = *parseCacheModel("L1=4K,1;line=64");
  EstimateSink Sink;
  MruFilter Filter(Model, Sink);
  Filter.select(Bits);
  auto B = std::make_unique<AccessBatch>();
  uint64_t Row = 0, Records = 0;
  for (uint32_t Turn = 0; Turn != 1000; ++Turn) {
    const uint64_t Size = 20 + 20 * (Turn / 2 % 3);
    const auto Visit = uint8_t(1 + Turn / 2 % visits(Bits));
    const bool IsVisited = Turn % 2 == 0;
    B->clear();
    B->Thread = ThreadId(0);
    B->Interval = IntervalId(Turn);
    B->Selected = true;
    B->VisitNumber = Turn;
    B->Lines = {Bits, IsVisited ? Visit : uint8_t(BetweenVisits), 2};
    Filter.setVisits(*B, true);
    const ResidueSet Visited = visitedLines(Bits, B->Lines.Visit);
    for (uint64_t I = 0; IsVisited && I != Size; ++I, ++Row)
      B->addInside(64 * (64 * Row + uint64_t(std::countr_zero(Visited))),
                   AccessInfo(3, 16, false).part(I % 2 ? 8 : 0, 8));
    Records += B->Count;
    const std::vector<uint32_t> Owners(B->Count, 1);
    if (B->Count != 0)
      Filter.touch({*B, 0, B->Count}, Owners, {chosenLines(Bits), Visited}, 2);
    Filter.counters(B->Thread, B->Interval, IntervalId(Turn), 2)[1]
        .Operations += 64 * Size * AccessCounters::operation(false);
  }
  Filter.flush();
  const double Truth = double(Records) * visits(Bits) * 2;
  EXPECT_NEAR(double(Sink.Misses), Truth, 0.03 * Truth);
}

} // namespace
