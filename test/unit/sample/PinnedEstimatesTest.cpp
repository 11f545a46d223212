//===- PinnedEstimatesTest.cpp - all numbers of estimated runs ------------===//
//
// See PinnedNumbers.h for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/sample/Estimates.h"
#include "analysis/sample/MissRanges.h"
#include "analysis/sample/RatioEstimate.h"
#include "analysis/sample/ScaledCounts.h"
#include "analysis/sample/WindowError.h"
#include "analysis/support/Hash.h"
#include "test/unit/PinnedNumbers.h"

namespace {

/// Counts of a measured part: misses of a level reach the next one.
Counts randomCounts(SeededRandom &Random, size_t Levels) {
  Counts C;
  C.Loads = Random.below(300), C.Stores = Random.below(100);
  C.Accesses = C.Loads + C.Stores;
  uint64_t Reaching = C.Accesses + Random.below(20);
  for (size_t L = 0; L != Levels; ++L) {
    uint64_t Misses = Random.below(4) ? Random.below(Reaching + 1) : 0;
    C.Levels.push_back({Reaching, Misses, Random.below(Misses + 1)});
    Reaching = Misses;
  }
  return C;
}

constexpr const char *Caches[] = {"L1=1K,2;L2=4K,4,shared",
                                  "L1=1K,2;L2=2K,4;L3=16K,8,shared",
                                  "L1=1K,2;L2=8K,4", "L1=2K,4,shared"};

Profile randomProfile(SeededRandom &Random) {
  Profile P;
  P.Caches = good(parseCacheModel(Caches[Random.below(4)]));
  size_t Levels = P.Caches.Levels.size();
  uint64_t Threads = 1 + Random.below(3);
  for (uint32_t Thread = 0; Thread != Threads; ++Thread)
    P.Threads.push_back({Thread, 0, Random.below(5000)});
  P.Structures.resize(4);
  for (Structure &S : P.Structures) {
    S.Objects = Random.below(3) ? 1 + Random.below(5) : 0;
    S.PeakBytes = Random.below(4) ? Random.below(5000) : 0;
    S.Lives.PeakObjects = Random.below(2) ? Random.below(4) : 0;
    S.Total.Levels.resize(Levels);
  }
  for (const ThreadRow &T : P.Threads)
    for (uint32_t Id = 0; Id != 4; ++Id)
      if (Random.below(3))
        P.ByThread.push_back(
            {T.Thread, StructureId(Id), randomCounts(Random, Levels)});
  P.HasSiteAccesses = Random.below(2);
  for (uint32_t Site = 0; Site != 3; ++Site) {
    CodeSite S;
    S.Accesses = Random.below(500), S.Touches = S.Accesses + Random.below(50);
    P.Sites.push_back(S);
    for (uint32_t Id = 0; Id != 4; ++Id) {
      SiteCounts C;
      C.Site = Site, C.Structure = StructureId(Id);
      C.Accesses = Random.below(3) ? Random.below(200) : 0;
      for (size_t L = 0; L != Levels; ++L)
        C.Misses.push_back(Random.below(3) ? 0 : Random.below(100));
      P.BySite.push_back(C);
    }
  }
  P.BlindSpots.push_back({"f.c", "f", 1, 2, Random.below(100)});
  return P;
}

SampledStream randomStream(SeededRandom &Random, const Profile &P) {
  SampledStream S;
  size_t Levels = P.Caches.Levels.size();
  for (size_t W = Random.below(6); W != 0; --W) {
    Window Its;
    Its.Words = Random.below(300);
    for (uint32_t Id = 0; Id != 4; ++Id) {
      if (Random.below(3) == 0)
        continue;
      WindowRow R;
      R.Structure = StructureId(Id);
      R.Accesses = Random.below(200);
      for (size_t L = 0; L != Levels; ++L) {
        R.Misses[L] = Random.below(3) ? Random.below(60) : 0;
        R.Fresh[L] = Random.below(3) ? 0 : Random.below(R.Misses[L] + 1);
      }
      Its.Rows.push_back(R);
    }
    S.Measured += Its.Words;
    S.Windows.push_back(Its);
  }
  S.Recorded = S.Measured + 1 + Random.below(200);
  S.Words = S.Recorded + Random.below(3000);
  if (S.Measured != 0 && Random.below(6) == 0)
    S.Words = S.Recorded = S.Measured;
  for (uint32_t Id = 0; Id != 4; ++Id)
    if (Random.below(2))
      for (size_t L = 1; L < Levels; ++L)
        S.Seen[Id][L] = Random.below(4) ? Random.below(40) : 0;
  if (Random.below(3) == 0)
    return S;
  for (uint32_t Id = 0; Id != 4; ++Id)
    for (size_t L = 0; L != Levels && (Id == 0 || Random.below(8)); ++L) {
      SetDistanceCounts &C = S.Distances[Id][L];
      for (uint32_t W = 0; W != P.Caches.Levels[L].Ways; ++W) {
        C.Found.push_back(Random.below(50));
        C.Open.push_back(Random.below(2) ? 0 : Random.below(30));
      }
      C.Missed = Random.below(3) ? Random.below(60) : 0;
    }
  return S;
}

void addCounts(NumberSum &To, const Counts &C) {
  for (uint64_t Each : {C.Accesses, C.Loads, C.Stores})
    To.add(double(Each));
  for (const LevelCounts &L : C.Levels)
    for (uint64_t Each : {L.Accesses, L.Misses, L.Writebacks})
      To.add(double(Each));
}

/// Wide ones do not hide others.
void addError(NumberSum &To, const SampledError &E) {
  for (uint32_t Ppm : {E.SharePpm, E.CountPpm})
    To.add(Ppm == SampledError::Unknown ? -1 : std::log1p(double(Ppm)));
}
void addErrors(NumberSum &To, const SampledErrors &E) {
  addError(To, E.Accesses);
  for (const SampledError &Each : E.Misses)
    addError(To, Each);
}

TEST(PinnedEstimates, OfRandomRuns) {
  SeededRandom Random(1);
  NumberSum Threads, Structures, Sites, Rows, Total, Errors;
  for (int Round = 0; Round != 600; ++Round) {
    Profile P = randomProfile(Random);
    estimateRun(P, randomStream(Random, P));
    Threads.add(double(P.Instructions + P.BlindSpots[0].Executions));
    for (const ThreadCounts &Row : P.ByThread)
      addCounts(Threads, Row.Total);
    for (const Structure &S : P.Structures)
      addCounts(Structures, S.Total);
    for (const CodeSite &S : P.Sites)
      Sites.add(double(S.Accesses)), Sites.add(double(S.Touches));
    for (const SiteCounts &C : P.BySite) {
      Rows.add(double(C.Site + C.Structure.Value) + double(C.Accesses));
      for (uint64_t Misses : C.Misses)
        Rows.add(double(Misses));
    }
    addErrors(Total, P.Sampled.Total);
    for (const SampledErrors &E : P.Sampled.ByStructure)
      addErrors(Errors, E);
  }
  PinnedNumbers To;
  To.row("threads", Threads.sum()).row("structures", Structures.sum());
  To.row("sites", Sites.sum()).row("rows", Rows.sum());
  To.row("total", Total.sum()).row("errors", Errors.sum());
  expectPinned(To, R"(
threads: 16221056974
structures: 6660722546
sites: 2563418573
rows: 2172155502
total: 39841.2248
errors: 159697.907
)");
}

TEST(PinnedEstimates, OfARun) {
  SeededRandom Random(21);
  Profile P = randomProfile(Random);
  P.Caches = good(parseCacheModel(Caches[1]));
  for (ThreadCounts &Row : P.ByThread)
    Row.Total = randomCounts(Random, 3);
  for (SiteCounts &C : P.BySite)
    C.Misses = {5, 3, 1};
  SampledStream S;
  while (S.Windows.size() < 4 || S.Words == S.Measured || S.Distances.empty())
    S = randomStream(Random, P);
  estimateRun(P, S);
  PinnedNumbers To;
  To.row("run", P.Sampled.Windows, P.Sampled.Words, P.Sampled.Recorded,
         P.Sampled.Measured, P.Sampled.Accesses);
  for (uint32_t Id : {1u, 2u}) {
    for (const LevelCounts &L : P.Structures[Id].Total.Levels)
      To.row("level", L.Accesses, L.Misses, L.Writebacks);
    const SampledErrors &E = P.Sampled.ByStructure[Id];
    To.row("accesses", E.Accesses.SharePpm, E.Accesses.CountPpm);
    for (const SampledError &Each : E.Misses)
      To.row("misses", Each.SharePpm, Each.CountPpm);
  }
  expectPinned(To, R"(
run: 4 1365 524 477 0
level: 1334 610 578
level: 610 0 132
level: 0 0 6
accesses: 247287 3102928
misses: 647065 6331765
misses: 613922 4294967295
misses: 613922 4294967295
level: 910 552 143
level: 552 9 6
level: 9 0 72
accesses: 345973 2085758
misses: 613922 4294967295
misses: 814984 2222015
misses: 613922 4294967295
)");
}

/// What is added goes to the thread that accesses the structure most, the
/// first of several; and it has missed in the levels before.
TEST(ScaledCounts, ExtraMissesGoToOneThread) {
  for (uint64_t Last : {99, 100, 101}) {
    Profile P;
    P.Caches = good(parseCacheModel(Caches[1]));
    P.Structures.resize(1);
    Counts C{100, 60, 40, {{100, 8, 0}, {8, 4, 0}, {4, 1, 0}}};
    P.ByThread = {{0, StructureId(0), C}, {1, StructureId(0), C}};
    P.ByThread[1].Total.Accesses = Last;
    P.ByThread[1].Total.Loads = Last - 40;
    ScaleFactors F{1, {{1, 1, 1}}, {{0, 0, 30}}};
    scaleCounts(P, F);
    const ThreadCounts &Most = P.ByThread[Last > 100],
                       &Other = P.ByThread[Last <= 100];
    EXPECT_EQ(Most.Total.Levels[2].Misses, 31u) << Last;
    EXPECT_EQ(Most.Total.Levels[2].Accesses, 31u);
    EXPECT_EQ(Most.Total.Levels[1].Misses, 31u);
    EXPECT_EQ(Most.Total.Levels[1].Accesses, 31u);
    EXPECT_EQ(Most.Total.Levels[0].Misses, 31u);
    EXPECT_EQ(Most.Total.Levels[0].Accesses, std::max<uint64_t>(Last, 100));
    EXPECT_EQ(Other.Total.Levels[2].Misses, 1u);
    EXPECT_EQ(P.Structures[0].Total.Levels[2].Misses, 32u);
  }
}

/// As docs/sampling.md has it, step by step.
SampledError slowError(const WindowedCount &C) {
  auto Sum = [](std::span<const double> V) {
    return std::accumulate(V.begin(), V.end(), 0.0);
  };
  auto N = double(C.Of.size());
  double Seen = Sum(C.Of) / C.Part, Guess = Seen + C.Extra;
  double All = Sum(C.All) / C.Part + C.AllExtra;
  double P = (N * Guess / All + 0.5) / (N + 1), Left = std::sqrt(1 - C.Part);
  double Hidden = 1 - std::exp(std::log(0.025) / N);
  double Share = Seen > 0 ? ratioOf(C.Of, C.All, C.Part).HalfWidth : Hidden;
  double Ends = 1.959964 * Left / N;
  double OfShare =
      std::min(1.0, std::hypot(Share, Ends * std::sqrt(P - P * P)));
  SampledError E;
  E.SharePpm = uint32_t(std::llround(OfShare * 1e6));
  if (Guess <= 0)
    return E;
  double Count = Hidden * All / Guess;
  if (Seen > 0) {
    Ratio R = ratioOf(C.Of, C.Words, C.Part);
    Count = R.HalfWidth / R.Value * Seen / Guess;
  }
  double OfCount = std::sqrt(Count * Count + Ends * Ends * (1 - P) / P +
                             Left / N * (Left / N));
  E.CountPpm = uint32_t(std::llround(std::min(OfCount, 1000.0) * 1e6));
  return E;
}

TEST(WindowError, IsThatOfItsFormula) {
  SeededRandom Random(3);
  for (int Round = 0; Round != 300; ++Round) {
    size_t Windows = 2 + Random.below(12);
    std::vector<double> Of, All, Words;
    bool None = Random.below(4) == 0;
    for (size_t W = 0; W != Windows; ++W) {
      Of.push_back(None ? 0 : double(Random.below(20)));
      All.push_back(Of.back() + double(1 + Random.below(30)));
      Words.push_back(double(100 + Random.below(50)));
    }
    double Extra = Random.below(3) ? 0 : double(Random.below(9));
    WindowedCount C{Of,    All,      Words, 0.01 + 0.9 * Random.uniform(),
                    Extra, Extra + 2};
    SampledError E = windowError(C), Slow = slowError(C);
    EXPECT_NEAR(E.SharePpm, Slow.SharePpm, 1) << Round;
    EXPECT_NEAR(E.CountPpm, Slow.CountPpm, 2) << Round;
  }
}

TEST(WindowError, OfNoWindowsOrWhereNothingMissesIsKnown) {
  double None[] = {0, 0, 0}, Words[] = {10, 10, 10};
  // Nobody misses: a share of nothing is 0.
  EXPECT_EQ(windowError({None, None, Words, 0.1}),
            (SampledError{0, SampledError::Unknown}));
  EXPECT_EQ(windowError({None, None, Words, 0.1, 1, 0}), (SampledError{0, 0}));
  EXPECT_EQ(windowError({{}, {}, {}, 0.1}), SampledError());
  EXPECT_EQ(millionths(2000), 1'000'000'000u);
  EXPECT_EQ(millionths(0.1234565), 123457u);
}

/// Cornish and Fisher's expansion.
TEST(StudentQuantile, PinnedBehindTheTable) {
  PinnedNumbers To;
  for (size_t Freedom : {1, 9, 10, 11, 12, 20, 50, 1000})
    To.row("of", Freedom, studentQuantile(Freedom));
  expectPinned(To, R"(
of: 1 12.7062
of: 9 2.2622
of: 10 2.2281
of: 11 2.20087171
of: 12 2.17873304
of: 20 2.08595329
of: 50 2.00855887
of: 1000 1.9623391
)");
}

TEST(PinnedRanges, OfRandomDistances) {
  SeededRandom Random(4);
  NumberSum Low, High;
  for (int Round = 0; Round != 400; ++Round) {
    SetDistances::Table Table;
    for (size_t L = 0; L != 2; ++L)
      for (size_t W = 1 + Random.below(5); W != 0; --W) {
        Table[0][L].Found.push_back(Random.below(3) ? Random.below(40) : 0);
        Table[0][L].Open.push_back(Random.below(3) ? Random.below(40) : 0);
        Table[0][L].Missed = Random.below(20);
      }
    MissRanges Ranges(Table, 3);
    Range First = Ranges.misses(0, 0, {});
    Range Second = Ranges.misses(0, 1, First);
    Range Share = shareOf(First, Second);
    for (const Range &R : {First, Second, Share})
      Low.add(R.Low), High.add(R.High);
  }
  PinnedNumbers To;
  expectPinned(To.row("low", Low.sum()).row("high", High.sum()), R"(
low: 33420.5918
high: 83180.7718
)");
}

} // namespace
