//===- RankCountsTest.cpp - which ranks differ ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/RankCounts.h"
#include "analysis/result/merge/MergeProfiles.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

namespace {

/// Ranks of one thread each, with \p Misses of the first level of "a", and 1000
/// of "b".
Profile ranksWith(const std::vector<uint64_t> &Misses) {
  ProfileMerger M;
  for (size_t I = 0; I != Misses.size(); ++I) {
    Profile P = handMadeProfile({heapStructure("a", 9000, Misses[I], 0),
                                 heapStructure("b", 9000, 1000, 7)});
    P.Threads = {{0, 0, 100 + I}};
    P.ByThread.clear();
    P.Streams = {};
    for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
      P.ByThread.push_back({0, StructureId(Id), P.Structures[Id].Total});
    EXPECT_TRUE(M.add(P, fmt::format("{}", I)));
  }
  return good(M.finish());
}

std::vector<size_t> differing(const std::vector<uint64_t> &Misses) {
  Profile P = ranksWith(Misses);
  std::vector<size_t> Ranks;
  for (const RankDifference &D : differingRanks(P, countsByRank(P))) {
    EXPECT_EQ(P.Structures[D.Structure.Value].Name, "a");
    EXPECT_EQ(D.Level, 0u);
    EXPECT_EQ(D.Misses, Misses[D.Rank]);
    Ranks.push_back(D.Rank);
  }
  return Ranks;
}

TEST(RankCounts, AreThoseOfTheThreadsOfEachRank) {
  Profile P = ranksWith({10, 20, 30});
  std::vector<RankCounts> Ranks = countsByRank(P);
  ASSERT_EQ(Ranks.size(), 3u);
  Counts Sum;
  for (size_t I = 0; I != 3; ++I) {
    EXPECT_EQ(Ranks[I].Instructions, 100 + I);
    EXPECT_EQ(Ranks[I].Threads, 1u);
    EXPECT_EQ(Ranks[I].ByStructure[2].Levels[0].Misses, 10 * (I + 1));
    Sum += Ranks[I].Total;
  }
  EXPECT_EQ(Sum, P.total());
  EXPECT_TRUE(countsByRank(handMadeProfile({})).empty());
}

using Ranks = std::vector<size_t>;

TEST(RankDifferences, OfFewRanksAFifthIsMuch) {
  EXPECT_EQ(differing({1000, 1200, 1000, 1000}), Ranks());
  EXPECT_EQ(differing({1000, 1201, 1000, 1000}), Ranks({1}));
  EXPECT_EQ(differing({1000, 799, 1000, 1000}), Ranks({1}));
  // The one of two with more.
  EXPECT_EQ(differing({1000, 2000}), Ranks({1}));
  EXPECT_EQ(differing({1000}), Ranks());
}

TEST(RankDifferences, OfManyRanksTheSpreadDecides) {
  // Distances to the median, 1005: 5, 5, 15, 15, 25, 39; their median is 15, so
  // 66.7 is the limit. Below it is 20, with a limit of 89.
  EXPECT_EQ(differing({980, 990, 1000, 1010, 1020, 1044}), Ranks());
  EXPECT_EQ(differing({980, 990, 1000, 1010, 1020, 1200, 800}), Ranks({5, 6}));
  // No spread, but a difference of less than 1 % of what a rank misses.
  EXPECT_EQ(differing({1000, 1000, 1000, 1000, 1000, 1015}), Ranks());
  EXPECT_EQ(differing({1000, 1000, 1000, 1000, 1000, 1030}), Ranks({5}));
}

TEST(RankDifferences, TheLargestComesFirst) {
  EXPECT_EQ(differing({1000, 1300, 1000, 1000, 1000, 1000, 5000}),
            Ranks({6, 1}));
}

TEST(Median, IsTheMiddleOrBetweenTheMiddleTwo) {
  EXPECT_EQ(medianOf({3}), 3);
  EXPECT_EQ(medianOf({9, 1}), 5);
  EXPECT_EQ(medianOf({9, 1, 2}), 2);
}

} // namespace
