//===- PairSamplerTest.cpp - pairs of made-up streams ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/PairSampler.h"
#include "analysis/threads/communication/PairTally.h"
#include "test/support/Test.h"

namespace {

struct MadeUp {
  uint32_t Thread, Site;
  uint64_t Address, Bytes;
};

std::vector<MadeUp> stream(uint64_t Seed, size_t Length) {
  std::mt19937_64 Random(Seed);
  std::vector<MadeUp> Result;
  uint32_t Thread = 0;
  for (size_t I = 0; I != Length; ++I) {
    if (Random() % 5 == 0)
      Thread = uint32_t(Random() % 3);
    uint64_t Bytes = Random() % 20 == 0 ? 1 + Random() % 300 : 1 + Random() % 8;
    // Some lines are much hotter than others.
    uint64_t Address = 4096 + (Random() % (uint64_t(64) << Random() % 7));
    auto Site = uint32_t(Thread * 4 + Address / 64 % 4);
    Result.push_back({Thread, Site, Address, Bytes});
  }
  return Result;
}

using Ends = std::pair<uint32_t, uint32_t>; ///< sites, which have a thread
using Counts = std::map<Ends, double>;
constexpr uint32_t NoSite = ~0u;

/// Each unit of each access, with the next access to its line: by looking for
/// it. What is never touched again counts with NoSite.
Counts exactPairs(const std::vector<MadeUp> &Stream) {
  Counts Result;
  auto Touches = [](const MadeUp &A, uint64_t Line) {
    return A.Address / 64 <= Line && (A.Address + A.Bytes - 1) / 64 >= Line;
  };
  for (size_t I = 0; I != Stream.size(); ++I)
    for (uint64_t Line = Stream[I].Address / 64; Touches(Stream[I], Line);
         ++Line) {
      size_t Next = I + 1;
      while (Next != Stream.size() && !Touches(Stream[Next], Line))
        ++Next;
      ++Result[{Stream[I].Site,
                Next == Stream.size() ? NoSite : Stream[Next].Site}];
    }
  return Result;
}

Counts sampledPairs(const std::vector<MadeUp> &Stream, const ReusePlan &Plan) {
  PairSampler Sampler(Plan);
  std::map<uint64_t, uint32_t> Open;
  Counts Result;
  for (const MadeUp &A : Stream)
    Sampler.access(
        A.Thread, A.Address, A.Bytes,
        [&](uint64_t Number, uint64_t, uint64_t) { Open[Number] = A.Site; },
        [&](uint64_t Number, uint64_t, uint64_t) {
          auto Found = Open.find(Number);
          if (Found == Open.end()) // the touch after that
            return;
          ++Result[{Found->second, A.Site}];
          Open.erase(Found);
        });
  for (const auto &[Number, Site] : Open)
    ++Result[{Site, NoSite}];
  return Result;
}

TEST(PairSampler, OfPeriodOneFindsEveryPair) {
  for (uint64_t Seed = 1; Seed != 6; ++Seed) {
    std::vector<MadeUp> Stream = stream(Seed, 2000);
    EXPECT_EQ(sampledPairs(Stream, {1, Seed}), exactPairs(Stream));
  }
}

/// Over many seeds, each kind of pair, those that dangle included, is found as
/// often as it is there, over the period.
TEST(PairSampler, IsUnbiased) {
  constexpr int Runs = 3000;
  constexpr uint64_t Period = 20;
  std::vector<MadeUp> Stream = stream(42, 3000);
  Counts Exact = exactPairs(Stream), Sum, Squares;
  for (int Run = 0; Run != Runs; ++Run)
    for (const auto &[Key, Count] :
         sampledPairs(Stream, {Period, uint64_t(Run + 1)})) {
      Sum[Key] += Count;
      Squares[Key] += Count * Count;
    }
  size_t Judged = 0;
  for (const auto &[Key, Count] : Sum)
    EXPECT_TRUE(Exact.contains(Key));
  for (const auto &[Key, Count] : Exact) {
    double Expected = Count / double(Period);
    double Mean = Sum[Key] / Runs;
    double Variance = Squares[Key] / Runs - Mean * Mean;
    if (Count * Runs / double(Period) < 200)
      continue;
    ++Judged;
    // Once in ten thousand for each; some 150 are judged.
    EXPECT_NEAR(Mean, Expected, 4.5 * std::sqrt(Variance / Runs))
        << Key.first << " " << Key.second;
    // And the bound is tight enough to see a bias of a few per cent.
    EXPECT_LT(std::sqrt(Variance / Runs), 0.06 * Expected);
  }
  EXPECT_GT(Judged, 100u);
}

PairAccess access(uint32_t Site, uint32_t Thread, uint64_t All) {
  return {SiteId(Site), StructureId(0), Thread, 64, 8, All, All};
}

TEST(PairTally, CountsVerticesPairsAndWhatDangles) {
  PairTally T;
  T.addFirst(1, access(5, 0, 10));
  T.addFirst(2, access(5, 0, 20));
  T.addFirst(3, access(6, 1, 30));
  const PairAccess *First = T.addSecond(1, access(6, 1, 14));
  ASSERT_TRUE(First);
  EXPECT_EQ(First->AllUnits, 10u);
  EXPECT_FALSE(T.addSecond(1, access(6, 1, 15))); // in chain
  EXPECT_FALSE(T.addSecond(1, access(6, 1, 16)));
  EXPECT_FALSE(T.addSecond(9, access(6, 1, 15)));
  T.addSecond(3, access(7, 0, 29)); // its clock is late: distance 0
  PairSample S;
  T.fill(S, [](SiteId Id) {
    return PairSite{"f.c", "f", Id.Value, 0, AccessKind::Store, {}};
  });
  ASSERT_EQ(S.Sites.size(), 3u);
  EXPECT_EQ(S.Sites[1].Line, 6u);
  // Those after a choice begin pairs in chain; the thread before is the last
  // but one.
  EXPECT_EQ(S.Vertices, (std::vector<PairVertex>{
                            {0, StructureId(0), 0, 2, 1, UnknownThread, 255},
                            {1, StructureId(0), 1, 1, 0, 0, 255},
                            {1, StructureId(0), 1, 0, 0, 1, 255},
                            {1, StructureId(0), 1, 1, 0, UnknownThread, 255},
                            {2, StructureId(0), 0, 1, 1, 1, 255},
                            {2, StructureId(0), 0, 0, 0, UnknownThread, 255}}));
  EXPECT_EQ(S.Pairs, (std::vector<PairCount>{{0, 3, 1, 1, {0, 0, 0, 1}},
                                             {1, 2, 1, 1, {0, 1}},
                                             {3, 5, 1, 1, {1}}}));
}

} // namespace
