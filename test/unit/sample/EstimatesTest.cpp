//===- EstimatesTest.cpp - from windows to the whole run ------------------===//

#include "analysis/sample/Estimates.h"
#include "test/support/Test.h"

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

/// Structure 1 has \p Fresh of its 20 misses of the second level in lines that
/// may have been new, and \p Seen such lines in all.
SampledStream stream(uint64_t Fresh, uint64_t Seen) {
  SampledStream S{4000, 1250, 1000, {}};
  S.Windows = {{400,
                {{StructureId(1), 40, {20, 8}, {0, Fresh}},
                 {StructureId(2), 80, {40, 16}, {}}}},
               {600,
                {{StructureId(1), 60, {30, 12}, {}},
                 {StructureId(2), 120, {60, 24}, {}}}}};
  if (Seen)
    S.Seen[1] = {0, Seen};
  return S;
}

Profile estimated(const SampledStream &S) {
  Profile P = measured();
  estimateRun(P, S);
  return P;
}

} // namespace

TEST(Estimates, StandForAsManyWordsAsThereAre) {
  Profile P = estimated(stream(0, 0));
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

/// What two windows, a quarter of the run, do not know of its begin and end, of
/// a structure with this share of them. See WindowError.h.
double shareAtEnds(double Share) {
  double Drawn = (2 * Share + 0.5) / 3;
  return 1.959964 * std::sqrt(0.75) / 2 * std::sqrt(Drawn * (1 - Drawn));
}
double countAtEnds(double Share) {
  double Drawn = (2 * Share + 0.5) / 3;
  return std::hypot(shareAtEnds(Share) / Drawn, std::sqrt(0.75) / 2);
}
constexpr double Million = 1e6;

TEST(Estimates, WhereWindowsAreAlikeAreSureButForBeginAndEnd) {
  Profile P = estimated(stream(0, 0));
  for (uint32_t Id : {1u, 2u}) {
    EXPECT_NEAR(P.Sampled.ByStructure[Id].Accesses.SharePpm,
                Million * shareAtEnds(Id / 3.0), 1);
    EXPECT_NEAR(P.Sampled.ByStructure[Id].Misses[1].CountPpm,
                Million * countAtEnds(Id / 3.0), 1);
  }
  EXPECT_EQ(P.Sampled.ByStructure[0].Accesses.SharePpm, SampledError::Unknown);
}

TEST(Estimates, OfNewLinesAreNoMoreThanThereAreLines) {
  // 8 of 20 stand for all 10 lines, for which 8 of 1250 words would be 25.
  Profile P = estimated(stream(8, 8));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 4u * 12 + 10);
  EXPECT_EQ(P.BySite[0].Misses[1], 58u);
  EXPECT_EQ(P.Structures[2].Total.Levels[1].Misses, 160u);
  // 2 in 1250 of 4000 words are 6.4.
  P = estimated(stream(2, 2));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 4u * 18 + 6);
}

TEST(Estimates, OfNewLinesAreNoFewerThanWereSeen) {
  Profile P = estimated(stream(8, 25));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 4u * 12 + 25);
  // Of which no window may have any.
  P = estimated(stream(0, 10));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 80u + 10);
  SampledStream S = stream(0, 10);
  for (Window &W : S.Windows)
    W.Rows[0].Misses[1] = 0;
  P = measured();
  P.ByThread[0].Total.Levels[1].Misses = 0;
  estimateRun(P, S);
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 10u);
}

TEST(Estimates, OfAWholeRunAreItsCounts) {
  Profile P = measured(), Before = measured();
  SampledStream S = stream(8, 8);
  S.Words = S.Recorded = S.Measured = 1000;
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

TEST(Estimates, OfWhatNoWindowHasAreHalfKnown) {
  // The lines are known, whether others came is not: 1 - 0.025^(1/2) of the
  // run may have hidden them, among all the misses that there are.
  SampledStream S = stream(0, 10);
  for (Window &W : S.Windows)
    W.Rows[0].Misses[1] = 0;
  Profile P = measured();
  P.ByThread[0].Total.Levels[1].Misses = 0;
  estimateRun(P, S);
  const SampledError &E = P.Sampled.ByStructure[1].Misses[1];
  double Unseen = 1 - std::sqrt(0.025), Share = 10 / 170.0;
  EXPECT_NEAR(E.SharePpm, Million * std::hypot(Unseen, shareAtEnds(Share)), 1);
  EXPECT_NEAR(E.CountPpm, Million * std::hypot(Unseen * 17, countAtEnds(Share)),
              2);
}

namespace {
/// In the second level, structure 1 has 20 measured misses of 50.
SampledStream withDistances(std::vector<uint64_t> Open, uint64_t Missed) {
  SampledStream S = stream(0, 0);
  for (uint32_t Id : {1u, 2u}) {
    S.Distances[Id][0] = {{0, 0}, {0, 0}, 50 * Id};
    S.Distances[Id][1] = {{0, 0}, {0, 0}, 20 * Id};
    S.Distances[Id][1].Found[0] = 30 * Id;
  }
  S.Distances[1][1] = {{50 - Missed - Open[0] - Open[1], 0}, Open, Missed};
  return S;
}
} // namespace

TEST(Estimates, StayWhereNothingIsOpen) {
  Profile P = estimated(withDistances({0, 0}, 20));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 80u);
  EXPECT_EQ(P.Structures[2].Total.Levels[1].Misses, 160u);
  EXPECT_NEAR(P.Sampled.ByStructure[1].Misses[1].SharePpm,
              Million * shareAtEnds(1 / 3.0), 1);
  EXPECT_NEAR(P.Sampled.Total.Misses[1].CountPpm, Million * countAtEnds(1), 1);
}

TEST(Estimates, AreKeptWhereTheTruthCanBe) {
  // No more than 10 of 50 missed for sure, and none was open.
  Profile P = estimated(withDistances({0, 0}, 10));
  EXPECT_EQ(P.Structures[1].Total.Levels[0].Misses, 200u);
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 40u);
  EXPECT_NEAR(P.Sampled.ByStructure[1].Misses[1].CountPpm,
              Million * countAtEnds(1 / 5.0), 1);
}

TEST(Estimates, SayWhatGapsLeaveOpen) {
  // All 50 may have been hits or misses; that is 0 to 200 of the run.
  Profile P = estimated(withDistances({50, 0}, 0));
  EXPECT_EQ(P.Structures[1].Total.Levels[1].Misses, 80u);
  const SampledError &E = P.Sampled.ByStructure[1].Misses[1];
  EXPECT_NEAR(E.CountPpm, 1'500'000 + Million * countAtEnds(1 / 3.0), 1);
  // 80 of 240; at most 200 of 360.
  EXPECT_NEAR(E.SharePpm, 333'333 + Million * shareAtEnds(1 / 3.0), 1);
  // The other has 160 of 160 to 360.
  EXPECT_NEAR(P.Sampled.ByStructure[2].Misses[1].SharePpm,
              333'333 + Million * shareAtEnds(2 / 3.0), 1);
  EXPECT_NEAR(P.Sampled.ByStructure[2].Misses[1].CountPpm,
              Million * countAtEnds(2 / 3.0), 1);
  EXPECT_NEAR(P.Sampled.Total.Misses[1].CountPpm,
              500'000 + Million * countAtEnds(1), 1);
  EXPECT_NEAR(P.Sampled.ByStructure[1].Misses[0].SharePpm,
              Million * shareAtEnds(1 / 3.0), 1);
}
