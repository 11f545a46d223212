//===- unit/sample/EstimatesTest.cpp - from windows to the whole run ------===//

#include "analysis/sample/Estimates.h"
#include <gtest/gtest.h>

using namespace memfacet;

namespace {

/// Two structures, of 10 and 30 lines, in one thread and two levels.
Profile measured() {
  Profile P;
  P.Caches = *parseCacheModel("L1=1K,2;L2=4K,4,shared");
  P.Threads = {{0, 0, 1001}};
  P.Instructions = 1001;
  P.Structures.resize(3);
  for (Structure &S : P.Structures)
    S.Total.Levels.resize(2);
  for (uint32_t Id : {1u, 2u}) {
    Counts C{100 * Id,
             60 * Id,
             40 * Id,
             {{100 * Id, 50 * Id, 3}, {50 * Id, 20 * Id, 1}}};
    P.ByThread.push_back({0, StructureId(Id), C});
    P.Structures[Id].Total = C;
    P.Structures[Id].Objects = 1;
    P.Structures[Id].PeakBytes = (Id == 1 ? 10 : 30) * 64 - 80;
  }
  P.Sites.resize(1);
  P.Sites[0].Accesses = 300, P.Sites[0].Touches = 310;
  P.BySite = {{0, StructureId(1), {50, 20}, 100},
              {0, StructureId(2), {100, 40}, 200}};
  P.HasSiteAccesses = true;
  return P;
}

SampledStream stream(uint64_t Fresh) {
  SampledStream S{4000, 1200, 1000, {}};
  S.Windows = {{400,
                {{StructureId(1), 40, {20, 8}, {0, Fresh}},
                 {StructureId(2), 80, {40, 16}, {}}}},
               {600,
                {{StructureId(1), 60, {30, 12}, {}},
                 {StructureId(2), 120, {60, 24}, {}}}}};
  return S;
}

} // namespace

TEST(Estimates, StandForAsManyWordsAsThereAre) {
  Profile P = measured();
  estimateRun(P, stream(0));
  EXPECT_EQ(P.Instructions, 4004u);
  EXPECT_EQ(P.Structures[1].Total,
            (Counts{400, 240, 160, {{400, 200, 12}, {200, 80, 4}}}));
  EXPECT_EQ(P.Structures[2].Total, P.ByThread[1].Total);
  EXPECT_EQ(P.total().Accesses, 1200u);
  EXPECT_EQ(P.BySite[0].Accesses, 400u);
  EXPECT_EQ(P.BySite[1].Misses, (std::vector<uint64_t>{400, 160}));
  EXPECT_EQ(P.Sites[0].Accesses, 1200u);
  EXPECT_EQ(P.Sites[0].Touches, 1240u);
  EXPECT_EQ(P.Sampled.Windows, 2u);
  EXPECT_EQ(P.Sampled.Accesses, 300u);
  EXPECT_EQ(P.Sampled.Measured, 1000u);
}

TEST(Estimates, AreSureWhereWindowsAreAlike) {
  Profile P = measured();
  estimateRun(P, stream(0));
  for (uint32_t Id : {1u, 2u}) {
    EXPECT_EQ(P.Sampled.ByStructure[Id].Accesses.SharePpm, 0u);
    EXPECT_EQ(P.Sampled.ByStructure[Id].Misses[1].CountPpm, 0u);
  }
  EXPECT_EQ(P.Sampled.ByStructure[0].Accesses.SharePpm, SampledError::Unknown);
}

TEST(Estimates, OfNewLinesAreNoMoreThanThereAreLines) {
  // All 8 of the first window may have been none: they stand for 32 of 10
  // lines.
  Profile P = measured();
  estimateRun(P, stream(8));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 80u - 32 + 10);
  EXPECT_EQ(P.BySite[0].Misses[1], 58u);
  EXPECT_EQ(P.Structures[2].Total.Levels[1].Misses, 160u);
  // 4 stand for 16.
  P = measured();
  estimateRun(P, stream(4));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 80u - 16 + 10);
  // 2 stand for 8: fewer than the lines.
  P = measured();
  estimateRun(P, stream(2));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 80u);
}

TEST(Estimates, OfLinesThatWereSeenAreNoFewer) {
  Profile P = measured();
  SampledStream S = stream(8);
  S.Seen[1] = {0, 25};
  estimateRun(P, S);
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 80u - 32 + 25);
}

TEST(Estimates, OfAWholeRunAreItsCounts) {
  Profile P = measured(), Before = measured();
  SampledStream S = stream(8);
  S.Words = S.Recorded = S.Measured = 1000;
  S.Seen[1] = {0, 8};
  estimateRun(P, S);
  for (uint32_t Id : {1u, 2u}) {
    EXPECT_EQ(P.Structures[Id].Total, Before.Structures[Id].Total);
    EXPECT_EQ(P.Sampled.ByStructure[Id].Misses[0].SharePpm, 0u);
  }
  EXPECT_EQ(P.Instructions, Before.Instructions);
}

TEST(Estimates, WithoutAWindowAreNothing) {
  Profile P = measured();
  P.ByThread.clear();
  SampledStream S{4000, 100, 0, {}};
  estimateRun(P, S);
  EXPECT_EQ(P.total().Accesses, 0u);
  EXPECT_EQ(P.Sampled.Total.Accesses.SharePpm, SampledError::Unknown);
}
