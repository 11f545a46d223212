//===- PinnedStudyTest.cpp - all numbers of studies of fixed samples ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See PinnedNumbers.h for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/threads/communication/HotSpots.h"
#include "test/unit/PinnedNumbers.h"
#include "test/unit/threads/communication/MadePairs.h"

namespace {

/// Structure 0: a line in which each thread writes its own word; 1: lines that
/// are handed round; 2: lines of each thread's own; 3: read by all, written by
/// one now and then.
std::vector<MadeAccess> mixedStream(uint64_t Seed, int Turns) {
  std::mt19937_64 Random(Seed);
  std::vector<MadeAccess> Stream;
  for (int Turn = 0; Turn != Turns; ++Turn) {
    auto Thread = uint32_t(Random() % 4);
    uint64_t Line = Random() % 5;
    switch (Random() % 5) {
    case 0:
      Stream.push_back({1, Thread, 8 * uint64_t(Thread), false, 0});
      Stream.push_back({2, Thread, 8 * uint64_t(Thread), true, 0});
      break;
    case 1:
      for (uint64_t Word : {0, 2})
        Stream.push_back({3, Thread, 4096 + 64 * Line + 8 * Word, false, 1});
      Stream.push_back({4, Thread, 4096 + 64 * Line, true, 1});
      break;
    case 2:
      for (uint64_t Step = 0; Step != 3; ++Step)
        Stream.push_back(
            {5, Thread, 65536 * (Thread + 1) + 64 * (Line + Step), true, 2});
      break;
    default:
      Stream.push_back({7, Thread, 8192 + 64 * Line, false, 3});
      if (Thread == 1)
        Stream.push_back({8, Thread, 8192 + 64 * Line + 8, true, 3});
    }
  }
  return Stream;
}

void addCounts(PinnedNumbers &Numbers, std::string_view Name,
               const ExpectedCounts &C) {
  Numbers.row(Name, C.Accesses, C.Invalidated, C.Unshared, C.Classified, C.Cold,
              C.Evicted, C.Sent);
}

/// The whole, the first spots, and sums of the others.
PinnedNumbers pinned(const PairSample &Sample, const HotSpotOptions &Options,
                     size_t Shown) {
  HotSpotStudy S = findHotSpots(Sample, Options);
  PinnedNumbers Numbers;
  addCounts(Numbers, "total", S.Total);
  Numbers.row("interval", S.Low, S.High, S.Threshold);
  Numbers.row("graph", S.Vertices, S.Edges, S.Spots.size());
  Numbers.row("caches", S.MissRatios);
  NumberSum Counts, Ranges, Causes, Judged;
  for (size_t I = 0; I != S.Spots.size(); ++I) {
    const HotSpot &Spot = S.Spots[I];
    if (I < Shown) {
      Numbers.row("spot", Sample.Sites[Spot.Site].Line, Spot.Structure,
                  Spot.Threads, Spot.Reliable, Spot.Hot, Spot.Choices);
      addCounts(Numbers, "counts", Spot.Expected);
      Numbers.row("ranges", Spot.Low, Spot.High, Spot.SentLow, Spot.SentHigh);
      for (const HotSpotCause &C : Spot.Causes)
        Numbers.row("cause", Sample.Sites[C.Site].Line, C.Structure, C.Misses,
                    C.Threads);
    }
    Judged.add(Spot.Site + 10 * Spot.Structure.Value + 100 * Spot.Reliable +
               200 * Spot.Hot);
    for (uint32_t Thread : Spot.Threads)
      Judged.add(Thread);
    const ExpectedCounts &C = Spot.Expected;
    for (double Number : {C.Accesses, C.Invalidated, C.Unshared, C.Classified,
                          C.Cold, C.Evicted, C.Sent, Spot.Choices})
      Counts.add(Number);
    for (double Number : {Spot.Low, Spot.High, Spot.SentLow, Spot.SentHigh})
      Ranges.add(Number);
    for (const HotSpotCause &Number : Spot.Causes)
      Causes.add(Number.Misses *
                 (1 + Number.Site + double(Number.Threads.size())));
  }
  return Numbers.row("sums", Counts.sum(), Ranges.sum(), Causes.sum(),
                     Judged.sum());
}

PairSample sampleOf(const std::vector<MadeAccess> &Stream,
                    const ReusePlan &Plan) {
  MadePairs Pairs(Plan);
  Pairs.access(Stream);
  return Pairs.sample();
}

TEST(PinnedStudy, OfACacheForEachThread) {
  HotSpotOptions Options;
  Options.Bootstrap.Replicas = 12, Options.Bootstrap.Seed = 3;
  Options.HotShare = 0.05;
  expectPinned(pinned(sampleOf(mixedStream(1, 3000), {3, 1}), Options, 2), R"(
total: 6210 1313.93649 666.300081 1117.94992 58.9251292 0 1335.89392
interval: 978.733396 1649.49035 318.15
graph: 72 154 6
caches: 0.291048854 0.137633838 0.27159481 0.262154258
spot: 3 1 0 1 2 3 true true 411
counts: 1233 451.649834 0 451.649834 5.45268372 0 0
ranges: 333.908278 569.960228 0 8.98475745
cause: 4 1 451.649834 0 1 2 3
spot: 1 0 0 1 2 3 true true 189
counts: 567 444.522429 444.522429 444.522429 0 0 0
ranges: 326.327404 563.371932 0 8.98475745
cause: 2 0 444.522429 0 1 2 3
sums: 10549.5239 5427.94096 9641.42084 11582
)");
}

TEST(PinnedStudy, OfSharedCachesWithoutRoom) {
  HotSpotOptions Options;
  Options.Graph.Map = good(ThreadMap::parse("0,2|1"));
  Options.Bootstrap.Model.CacheLines = 5;
  Options.Bootstrap.Replicas = 7;
  Options.HotCount = 40;
  Options.LeastChoices = 60, Options.LeastPerVertex = 50;
  expectPinned(pinned(sampleOf(mixedStream(2, 3000), {4, 5}), Options, 2), R"(
total: 6480 453.836523 315.370923 418.556006 36.3562075 3100.48366 467.08617
interval: 333.264595 575.434717 40
graph: 45 80 6
caches: 0.59283689 0.489794535 0.608273442
spot: 1 0 0 1 2 3 true true 165
counts: 660 254.524662 254.524662 254.524662 6.7075946 242.058285 0
ranges: 184.042286 326.327409 0 12.7063658
cause: 2 0 254.524662 0 1 2 3
spot: 3 1 0 1 2 3 true true 307
counts: 1228 103.185082 0 103.185082 0 483.292147 0
ranges: 71.1777965 137.047339 0 12.7063658
cause: 4 1 103.185082 0 1 2 3
sums: 9411.568 1950.24027 3127.12802 11642
)");
}

/// Vertices are not distinguished, and chance is small.
TEST(PinnedStudy, OfAnythingThatWasTouched) {
  HotSpotOptions Options;
  Options.Graph.LeastRefined = 0;
  Options.Bootstrap.Replicas = 3;
  Options.HotCount = 1;
  expectPinned(pinned(sampleOf(mixedStream(3, 700), {1, 1}), Options, 1), R"(
total: 1496 306.733173 157.049848 259.197901 55.0336717 0 320.385228
interval: 230.04988 383.416466 1
graph: 36 77 6
caches: 0.294303117 0.150586555 0.278507658 0.279630823
spot: 1 0 0 1 2 3 true true 145
counts: 145 109.485666 109.485666 109.485666 2.51433382 0 0
ranges: 82.1142496 136.857083 0 0
cause: 2 0 109.485666 0 1 2 3
sums: 3213.46098 1270.0444 2239.46772 11642
)");
}

/// Loops, with more structures; many draws are of large numbers.
TEST(PinnedStudy, OfLoops) {
  HotSpotOptions Options;
  Options.Bootstrap.Replicas = 10;
  Options.HotShare = 0.001;
  expectPinned(pinned(sampleOf(turns(4, 800), {2, 9}), Options, 1), R"(
total: 17276 4468.47292 0 4468.47292 135.151484 0 4471.30942
interval: 3345.31467 5591.79209 17.244
graph: 117 228 6
caches: 0.286377559 0.291927787 0.271769253 0.271286635
spot: 20 2 0 1 2 3 true true 1023
counts: 2046 1541.6915 0 1541.6915 37.3795224 0 0
ranges: 1151.69492 1931.86934 0 5.18735213
cause: 21 2 1541.6915 0 1 2 3
sums: 31717.0896 18136.2843 40141.6178 12390
)");
}

/// A spot with just as many misses as the threshold is none; one with just as
/// many choices is one.
TEST(HotSpots, AtTheirLimits) {
  PairSample Sample = sampleOf(mixedStream(4, 2000), {3, 1});
  auto Judge = [&](double Count, double Choices, double PerVertex) {
    HotSpotOptions Options;
    Options.Bootstrap.Replicas = 0;
    Options.HotCount = Count;
    Options.LeastChoices = Choices, Options.LeastPerVertex = PerVertex;
    return findHotSpots(Sample, Options).Spots[0];
  };
  HotSpot Spot = Judge(1, 1, 1);
  double Misses = Spot.Expected.Invalidated, Choices = Spot.Choices;
  // The writer accesses its lines, too, but misses none.
  ASSERT_EQ(Spot.Threads, (std::vector<uint32_t>{0, 2, 3}));
  EXPECT_FALSE(Judge(Misses, 1, 1).Hot);
  EXPECT_TRUE(Judge(Misses * (1 - 1e-9), 1, 1).Hot);
  EXPECT_TRUE(Judge(1, Choices, 1).Hot);
  EXPECT_FALSE(Judge(1, Choices + 0.5, 1).Reliable);
  EXPECT_TRUE(Judge(1, 1, Choices / 4).Hot);
  EXPECT_FALSE(Judge(1, 1, Choices / 4 + 0.5).Reliable);
}

} // namespace
