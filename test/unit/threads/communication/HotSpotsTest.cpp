//===- HotSpotsTest.cpp - the model against streams -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/HotSpots.h"
#include "test/unit/threads/communication/MadePairs.h"

namespace {

/// Misses of caches with room for all, one for each thread, by looking at each
/// access: those that a write of another one is the reason of, by site.
struct TrueCounts {
  std::map<uint32_t, uint64_t> Invalidated, Cold, Sent;
};
TrueCounts simulate(const std::vector<MadeAccess> &Stream) {
  TrueCounts Result;
  std::map<uint64_t, std::set<uint32_t>> Present, Toucher;
  for (const MadeAccess &A : Stream) {
    uint64_t Line = A.Address / 64;
    if (!Present[Line].contains(A.Thread))
      ++(Toucher[Line].contains(A.Thread) ? Result.Invalidated
                                          : Result.Cold)[A.Site];
    if (A.Write) {
      Result.Sent[A.Site] +=
          Present[Line].size() - Present[Line].contains(A.Thread);
      Present[Line].clear();
    }
    Present[Line].insert(A.Thread);
    Toucher[Line].insert(A.Thread);
  }
  return Result;
}

HotSpotOptions exactly() {
  HotSpotOptions Options;
  Options.Bootstrap.Replicas = 20;
  Options.HotCount = 100;
  return Options;
}

/// What is found in a sample of a stream.
struct Studied {
  PairSample Sample;
  HotSpotStudy Study;

  explicit Studied(const std::vector<MadeAccess> &Stream,
                   const HotSpotOptions &Options = exactly(),
                   const ReusePlan &Plan = {1, 1}) {
    MadePairs Pairs(Plan);
    Pairs.access(Stream);
    Sample = Pairs.sample();
    Study = findHotSpots(Sample, Options);
  }
  const HotSpot *spotAt(uint32_t Site) const {
    for (const HotSpot &Spot : Study.Spots)
      if (Sample.Sites[Spot.Site].Line == Site)
        return &Spot;
    return nullptr;
  }
};

/// Thread 0 writes a line (site 1), thread 1 reads it eight times (site 2).
std::vector<MadeAccess> handOver(int Rounds) {
  std::vector<MadeAccess> Stream;
  for (int I = 0; I != Rounds; ++I) {
    uint64_t Line = 64 * (uint64_t(I) % 10);
    Stream.push_back({1, 0, Line, true});
    for (uint64_t Word = 0; Word != 8; ++Word)
      Stream.push_back({2, 1, Line + 8 * Word, false});
  }
  return Stream;
}

TEST(HotSpots, CountWhatIsHandedOver) {
  Studied S(handOver(1010));
  const HotSpot *Reader = S.spotAt(2), *Writer = S.spotAt(1);
  ASSERT_TRUE(Reader && Writer);
  // Ten lines are new to the reader; that is too few to be sure of.
  EXPECT_NEAR(Reader->Expected.Invalidated, 1000, 5.1);
  EXPECT_NEAR(Reader->Expected.Cold, 0, 10);
  EXPECT_NEAR(Writer->Expected.Sent, 1000, 5.1);
  EXPECT_DOUBLE_EQ(Writer->Expected.Invalidated, 0);
  EXPECT_TRUE(Reader->Hot);
  EXPECT_FALSE(Writer->Hot);
  EXPECT_EQ(Reader->Threads, std::vector<uint32_t>{1});
  ASSERT_EQ(Reader->Causes.size(), 1u);
  EXPECT_EQ(S.Sample.Sites[Reader->Causes[0].Site].Line, 1u);
  double Misses = Reader->Expected.Invalidated;
  EXPECT_DOUBLE_EQ(Reader->Causes[0].Misses, Misses);
  EXPECT_EQ(Reader->Causes[0].Threads, std::vector<uint32_t>{0});
  // All is known: no chance is left, only the model.
  EXPECT_DOUBLE_EQ(Reader->Low, (1 - ModelInadequacy) * Misses);
  EXPECT_DOUBLE_EQ(Reader->High, (1 + ModelInadequacy) * Misses);
  // The first word of each line is what was written.
  EXPECT_DOUBLE_EQ(Reader->Expected.Unshared, 0);
}

TEST(HotSpots, OfThreadsThatShareACacheAreNone) {
  HotSpotOptions Options = exactly();
  Options.Graph.Map = *ThreadMap::parse("0,1");
  HotSpotStudy Study = Studied(handOver(1010), Options).Study;
  EXPECT_TRUE(Study.Spots.empty());
  EXPECT_DOUBLE_EQ(Study.Total.Invalidated, 0);
  EXPECT_EQ(Study.Threads, (std::vector<std::vector<uint32_t>>{{0, 1}}));
}

/// Two threads count in words of their own, of one line.
TEST(HotSpots, TellFalseSharing) {
  std::vector<MadeAccess> Stream;
  for (int I = 0; I != 1000; ++I)
    for (uint32_t Thread : {0u, 1u})
      Stream.push_back({5, Thread, 8 * uint64_t(Thread), true});
  Studied S(Stream);
  const HotSpot *Spot = S.spotAt(5);
  ASSERT_TRUE(Spot);
  EXPECT_NEAR(Spot->Expected.Invalidated, 1998, 1);
  EXPECT_DOUBLE_EQ(Spot->Expected.Unshared, Spot->Expected.Classified);
  EXPECT_NEAR(Spot->Expected.Sent, 1999, 1);
}

/// The same code is at a shared line and at private ones: without structures,
/// private accesses would be taken for misses, and the other way round.
TEST(HotSpots, TellStructuresApart) {
  std::vector<MadeAccess> Stream;
  std::mt19937_64 Random(3);
  for (int I = 0; I != 20000; ++I) {
    auto Thread = uint32_t(Random() % 2);
    bool Shared = Random() % 4 == 0;
    uint64_t Line = Shared ? 0 : 1 + Thread * 100 + Random() % 50;
    Stream.push_back({7, Thread, Line * 64, true, Shared ? 1u : 2u});
  }
  TrueCounts Truth = simulate(Stream);
  HotSpotStudy Study = Studied(Stream).Study;
  ASSERT_EQ(Study.Spots.size(), 1u);
  EXPECT_EQ(Study.Spots[0].Structure, StructureId(1));
  EXPECT_NEAR(Study.Spots[0].Expected.Invalidated, double(Truth.Invalidated[7]),
              3);
}

/// Estimates from samples lie around the truth, and their intervals hold it
/// about as often as they say.
TEST(HotSpots, OfSamplesAreUnbiasedAndIntervalsHoldTheTruth) {
  std::vector<MadeAccess> Stream = turns(1, 6000);
  TrueCounts Truth = simulate(Stream);
  int Covered = 0, Judged = 0;
  std::map<uint32_t, double> Mean;
  constexpr int Samples = 60;
  for (uint64_t Seed = 1; Seed <= Samples; ++Seed) {
    HotSpotOptions Options = exactly();
    Options.Bootstrap.Replicas = 60;
    Studied S(Stream, Options, {20, Seed});
    for (uint32_t Site : {10u, 20u, 30u}) {
      const HotSpot *Spot = S.spotAt(Site);
      ASSERT_TRUE(Spot);
      auto True = double(Truth.Invalidated[Site]);
      Mean[Site] += Spot->Expected.Invalidated / Samples;
      ++Judged;
      Covered += Spot->Low <= True && True <= Spot->High;
    }
  }
  for (const auto &[Site, Estimate] : Mean)
    EXPECT_NEAR(Estimate / double(Truth.Invalidated[Site]), 1, 0.03) << Site;
  EXPECT_GE(Covered, Judged * 93 / 100);
}

TEST(HotSpots, WithoutRoomAreEvictedInstead) {
  // One thread goes round 64 lines: with room for 32, random replacement.
  std::vector<MadeAccess> Stream;
  for (int I = 0; I != 64000; ++I)
    Stream.push_back({1, 0, 64 * (uint64_t(I) % 64), false});
  HotSpotOptions Options = exactly();
  Options.Bootstrap.Model.CacheLines = 32;
  HotSpotStudy Study = Studied(Stream, Options).Study;
  // m = 1 - (1 - 1/32)^(64 m), less what octaves blur: distances of 64 count
  // as 96.
  ASSERT_EQ(Study.MissRatios.size(), 1u);
  double Ratio = Study.MissRatios[0];
  EXPECT_NEAR(Ratio, 1 - std::exp(96 * Ratio * std::log1p(-1.0 / 32)), 0.002);
  EXPECT_NEAR(Study.Total.Evicted, 64000 * Ratio, 200);
  EXPECT_DOUBLE_EQ(Study.Total.Invalidated, 0);
}

TEST(HotSpots, NeedEnoughChoices) {
  HotSpotOptions Options = exactly();
  Options.LeastChoices = 1e6;
  Studied S(handOver(1010), Options);
  const HotSpot *Reader = S.spotAt(2);
  ASSERT_TRUE(Reader);
  EXPECT_FALSE(Reader->Reliable);
  EXPECT_FALSE(Reader->Hot);
}

} // namespace
