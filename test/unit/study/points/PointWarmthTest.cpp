//===- PointWarmthTest.cpp - what cold caches hide in points --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/WarmthTables.h"
#include "test/support/Test.h"
#include <list>
#include <random>
#include <tuple>

namespace {

/// Fully associative LRU caches, one after the other, in the simplest way.
class SlowCaches {
public:
  explicit SlowCaches(std::vector<size_t> Sizes)
      : Sizes(std::move(Sizes)), Stacks(this->Sizes.size()),
        Misses(this->Sizes.size()) {}

  void touch(uint64_t Line) {
    for (size_t L = 0; L != Sizes.size(); ++L) {
      auto Found = std::ranges::find(Stacks[L], Line);
      bool Hit = Found != Stacks[L].end();
      if (Hit)
        Stacks[L].erase(Found);
      Stacks[L].push_front(Line);
      if (Stacks[L].size() > Sizes[L])
        Stacks[L].pop_back();
      if (Hit)
        return;
      ++Misses[L];
    }
  }

  std::vector<size_t> Sizes;
  std::vector<std::list<uint64_t>> Stacks;
  std::vector<uint64_t> Misses;
};

TEST(PointWarmth, ByHand) {
  // Two lines in one set, then four.
  PointWarmth W(*parseCacheModel("L1=128,2;L2=256,4"));
  W.count(0, 7);
  for (uint64_t Line : {1, 2, 1, 3, 4, 2})
    W.touch(0, Line);
  // 1 and 2 are open, 1 hits, 3, 4 and 2 miss: the set has been full since 2.
  EXPECT_EQ(W.counts().at({0, 7}).Levels[0], (LevelWarmth{1, 3, 2}));
  // 1, 2, 3 and 4 are open, 2 is there.
  EXPECT_EQ(W.counts().at({0, 7}).Levels[1], (LevelWarmth{1, 0, 4}));
  W.gap();
  W.count(0, 9);
  W.touch(0, 2);
  W.stopCounting();
  W.touch(0, 2);
  EXPECT_EQ(W.counts().at({0, 9}).Levels[0], (LevelWarmth{0, 0, 1}));
  // Another thread has a first level of its own.
  W.count(1, 0);
  W.touch(1, 2);
  EXPECT_EQ(W.counts().at({1, 0}).Levels[0], (LevelWarmth{0, 0, 1}));
}

TEST(PointWarmth, LinesSurviveAShortGap) {
  using Missed = std::pair<uint8_t, uint8_t>;
  // One set of two lines, then one of four.
  PointWarmth W(*parseCacheModel("L1=128,2;L2=256,4"));
  W.startOfRun();
  W.count(0, 0);
  for (uint64_t Line : {1, 2, 3})
    W.touch(0, Line);
  // Nothing was there before: all are misses for sure.
  EXPECT_EQ(W.counts().at({0, 0}).Levels[0], (LevelWarmth{0, 3, 0}));
  EXPECT_EQ(W.counts().at({0, 0}).Levels[1], (LevelWarmth{0, 3, 0}));
  // 0.3 accesses per instruction reach both, so 0.6 come in the gap in the mean
  // and at most ceil(0.6 + 2 sqrt(0.6)) = 3. They may drive all out of the
  // first level, and all but 3 out of the second.
  W.endInterval(10);
  W.gap(2);
  W.count(0, 1);
  EXPECT_EQ(W.touch(0, 3), Missed(0, 1));
  EXPECT_EQ(W.touch(0, 2), Missed(0, 2));
  EXPECT_EQ(W.counts().at({0, 1}).Levels[0], (LevelWarmth{0, 0, 2}));
  EXPECT_EQ(W.counts().at({0, 1}).Levels[1], (LevelWarmth{1, 0, 1}));
  // 0.3 accesses are the most so far: a gap of no length hides nothing.
  W.endInterval(10);
  W.gap(0);
  EXPECT_EQ(W.touch(0, 2), Missed(0, 0));
}

/// Caches have few lines each. Where the lengths of gaps are known, nearly all
/// points lie between the bounds, and these are closer than those of gaps of
/// unknown length.
TEST(PointWarmth, BoundsOfShortGapsAreCloser) {
  std::mt19937_64 Random(5);
  size_t Misfits = 0, Cases = 0;
  uint64_t Open = 0, OpenIfUnknown = 0;
  for (int Case = 0; Case != 400; ++Case) {
    CacheModel Model = *parseCacheModel("L1=512,8;L2=4K,64");
    PointWarmth Warm(Model), Untold(Model);
    Warm.startOfRun();
    SlowCaches Slow({8, 64});
    size_t Spread = 20 + Random() % 80;
    for (uint32_t Point = 0; Point != 4; ++Point) {
      for (PointWarmth *W : {&Warm, &Untold})
        W->count(0, Point);
      std::vector<uint64_t> Old = Slow.Misses;
      for (size_t I = 0; I != 200; ++I) {
        uint64_t Line = Random() % Spread;
        Slow.touch(Line);
        Warm.touch(0, Line);
        Untold.touch(0, Line);
      }
      for (size_t L = 0; L != 2; ++L) {
        const LevelWarmth &Level = Warm.counts().at({0, Point}).Levels[L];
        uint64_t True = Slow.Misses[L] - Old[L], Slack = 2 * L;
        Misfits += Level.Misses > True + Slack ||
                   Level.Misses + Level.Open + Slack < True;
        ++Cases;
        Open += Level.Open;
        OpenIfUnknown += Untold.counts().at({0, Point}).Levels[L].Open;
      }
      uint64_t Gap = Random() % 20;
      for (size_t I = 0; I != Gap; ++I)
        Slow.touch(Random() % Spread);
      Warm.endInterval(200);
      Warm.gap(Gap);
      Untold.gap();
    }
  }
  EXPECT_LE(Misfits, Cases / 50);
  EXPECT_GT(Open, 0u);
  EXPECT_LT(Open * 2, OpenIfUnknown);
}

TEST(PointWarmth, AnAccessCostsBetweenTwoOutcomes) {
  PointWarmth W(*parseCacheModel("L1=128,2;L2=256,4;tlb=2,full"));
  // Two lines of a page.
  OutcomeRange R = W.access(0, 60, 8);
  EXPECT_EQ(R.Least, (OutcomeRange::Bound{0, 0, 0}));
  EXPECT_EQ(R.Most, (OutcomeRange::Bound{2, 1, 2}));
  EXPECT_EQ(W.access(0, 60, 8), OutcomeRange());
  auto Parts = [](const Outcome &O) {
    return std::tuple(O.Missed, O.TlbMissed, O.FromMemory);
  };
  EXPECT_EQ(Parts(R.least({2, 1, 3, 0})), std::tuple(0, 0, 1u));
  EXPECT_EQ(Parts(R.most({0, 0, 0, 0})), std::tuple(2, 1, 2u));
  // What was simulated knew better: it was prefetched.
  OutcomeRange Sure{{1, 0, 0}, {2, 0, 1}};
  EXPECT_EQ(Parts(Sure.least({0, 0, 0, 0})), std::tuple(0, 0, 0u));
  EXPECT_EQ(Parts(Sure.most({0, 0, 0, 0})), std::tuple(0, 0, 0u));
}

/// Whatever came before a point, its misses lie between the two bounds.
TEST(PointWarmth, MissesLieBetweenColdHitsAndColdMisses) {
  std::mt19937_64 Random(3);
  size_t Open = 0, Sure = 0;
  for (int Case = 0; Case != 300; ++Case) {
    PointWarmth W(*parseCacheModel("L1=512,8;L2=2K,32"));
    SlowCaches Slow({8, 32});
    size_t Spread = 10 + Random() % 80, Warm = Random() % 200;
    for (size_t I = 0; I != 300; ++I)
      Slow.touch(Random() % Spread);
    for (size_t I = 0; I != Warm; ++I) {
      uint64_t Line = Random() % Spread;
      Slow.touch(Line);
      W.touch(0, Line);
    }
    W.count(0, 0);
    std::vector<uint64_t> Old = Slow.Misses;
    for (size_t I = 0; I != 100; ++I) {
      uint64_t Line = Random() % Spread;
      Slow.touch(Line);
      W.touch(0, Line);
    }
    for (size_t L = 0; L != 2; ++L) {
      const LevelWarmth &Level = W.counts().at({0, 0}).Levels[L];
      uint64_t True = Slow.Misses[L] - Old[L];
      // What was open in the first level changes the order in the second.
      uint64_t Slack = 2 * L;
      EXPECT_LE(Level.Misses, True + Slack) << Case << " " << L;
      EXPECT_GE(Level.Misses + Level.Open + Slack, True) << Case << " " << L;
      Open += Level.Open != 0;
      Sure += Level.Open == 0;
    }
  }
  EXPECT_GT(Open, 50u);
  EXPECT_GT(Sure, 50u);
}

TEST(PointWarmth, PartsTellWhatTheyHide) {
  PointWarmth::Table Table;
  Table[{0, 1}].Levels[0] = {20, 10, 25};
  Table[{0, 1}].Levels[1] = {0, 35, 0};
  Table[{2, 1}].Levels[1] = {0, 0, 4};
  Table[{2, 1}].Cycles = {250, 290};
  ShardPart Part;
  storeWarmth(Part, Table);
  EXPECT_EQ(Part.Warmth, (std::vector<ShardWarmth>{{0, 1, 0, 20, 10, 25},
                                                   {0, 1, 1, 0, 35, 0},
                                                   {2, 1, 1, 0, 0, 4}}));
  EXPECT_EQ(Part.Cycles, (std::vector<ShardCycles>{{2, 1, 250, 290}}));
  PointWarmth::Table Loaded;
  ASSERT_TRUE(loadWarmth(Loaded, Part));
  EXPECT_EQ(Loaded.size(), 2u);
  for (const auto &[Key, Row] : Table) {
    EXPECT_EQ(Loaded.at(Key).Levels, Row.Levels);
    EXPECT_EQ(Loaded.at(Key).Cycles, Row.Cycles);
  }
  Part.Number = 3;
  Part.Warmth[0].Level = MaxCacheLevels;
  Status Bad = loadWarmth(Loaded, Part);
  ASSERT_FALSE(Bad);
  EXPECT_EQ(Bad.error().Message,
            fmt::format("part 3 has touches of cache level {0}; there are {0} "
                        "at most",
                        MaxCacheLevels));
}

TEST(PointWarmth, BoundsReplaceWhatPointsCounted) {
  IntervalTable Table;
  Table.Levels = 1;
  for (uint32_t I : {0u, 1u})
    Table.Intervals.push_back({.Interval = I, .Instructions = 100});
  Table.Intervals[0].Levels[0] = {50, 20};
  Table.Intervals[1].Levels[0] = {50, 30};
  PointWarmth::Table Warmth;
  Warmth[{0, 1}].Levels[0] = {20, 10, 25};
  IntervalTable Least = boundedTable(Table, Warmth, true);
  IntervalTable Most = boundedTable(Table, Warmth, false);
  EXPECT_EQ(Least.Intervals[0], Table.Intervals[0]);
  EXPECT_EQ(Least.Intervals[1].Levels[0], (LevelFacts{55, 10}));
  EXPECT_EQ(Most.Intervals[1].Levels[0], (LevelFacts{55, 35}));
  // Cycles are bounded where a core was followed, and contain what it took.
  Table.Intervals[1].Cycles = 300;
  EXPECT_EQ(boundedTable(Table, Warmth, true).Intervals[1].Cycles, 300u);
  Warmth[{0, 1}].Cycles = {250, 290};
  EXPECT_EQ(boundedTable(Table, Warmth, true).Intervals[1].Cycles, 250u);
  EXPECT_EQ(boundedTable(Table, Warmth, false).Intervals[1].Cycles, 300u);
}

} // namespace
