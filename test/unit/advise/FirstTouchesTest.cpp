//===- FirstTouchesTest.cpp - the first touch of each line ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/FirstTouches.h"
#include "analysis/advise/ReplayCaches.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace memfacet;
using namespace memfacet::advise;

namespace {

TEST(FirstTouches, SeenAreTheDistinctLines) {
  FirstTouches First;
  std::set<uint64_t> Lines[2];
  std::mt19937_64 Random(1);
  for (int I = 0; I != 20000; ++I) {
    uint32_t Structure = Random() % 2;
    uint64_t Line = (Random() % 3000) * 97 + Structure * 1'000'000;
    First.touch(Structure, Line);
    Lines[Structure].insert(Line);
  }
  EXPECT_EQ(First.seen(0), Lines[0].size());
  EXPECT_EQ(First.seen(1), Lines[1].size());
  EXPECT_EQ(First.seen(2), 0u) << "it touched nothing";
  EXPECT_EQ(First.ofWhole(2, 100), 0);
}

TEST(FirstTouches, OfATableThatIsTouchedAgainHappenOnce) {
  FirstTouches First;
  for (int Round = 0; Round != 8; ++Round)
    for (uint64_t Line = 0; Line != 1000; ++Line)
      First.touch(3, Line);
  EXPECT_EQ(First.seen(3), 1000u);
  EXPECT_EQ(First.ofWhole(3, 1), 1000);
  EXPECT_EQ(First.ofWhole(3, 100), 1000);
}

TEST(FirstTouches, OfAStreamGoOn) {
  FirstTouches First;
  for (uint64_t Line = 0; Line != 5000; ++Line)
    First.touch(1, Line);
  EXPECT_EQ(First.ofWhole(1, 1), 5000);
  EXPECT_DOUBLE_EQ(First.ofWhole(1, 100), 500'000);
}

TEST(FirstTouches, ThatAreNotCountedDoNotComeAgain) {
  FirstTouches First;
  First.count(false);
  for (uint64_t Line = 0; Line != 10; ++Line)
    First.touch(0, Line);
  First.count(true);
  for (uint64_t Line = 0; Line != 15; ++Line)
    First.touch(0, Line);
  EXPECT_EQ(First.seen(0), 5u);
  First.forgetCounts();
  First.touch(0, 14);
  EXPECT_EQ(First.seen(0), 0u);
}

/// A table of 64 lines again and again, and next to it a stream. Counts of the
/// first \p Part of 1000 rounds, as estimates of all.
std::vector<ReplayCounts> estimates(uint32_t Part) {
  caches::CacheModel Model = {
      "", "", 64, {{"L1", 16 * 64, 16, false}, {"L2", 4096 * 64, 16, false}}};
  ReplayCaches Caches(Model);
  Caches.expectPart();
  Caches.enter(ThreadId(0));
  for (uint64_t Round = 0; Round != Part; ++Round)
    for (uint64_t I = 0; I != 64; ++I) {
      Caches.touch(0, 0, I * 64, 8, false);
      if (I % 4 == 0)
        Caches.touch(1, 1, (1'000'000 + Round * 16 + I / 4) * 64, 8, true);
    }
  double Factor = 1000.0 / Part;
  return {Caches.ofWhole(0, Factor), Caches.ofWhole(1, Factor)};
}

TEST(FirstTouches, OfAPartTellHowManyMissesTheWholeHas) {
  std::vector<ReplayCounts> Whole = estimates(1000), Part = estimates(20);
  EXPECT_EQ(Whole[0].Misses[0], 64'000u);
  EXPECT_EQ(Whole[0].Misses[1], 64u);
  EXPECT_EQ(Whole[1].Misses[1], 16'000u);
  for (size_t S : {0, 1}) {
    EXPECT_EQ(Part[S].Touches, Whole[S].Touches);
    EXPECT_NEAR(double(Part[S].Misses[0]), double(Whole[S].Misses[0]),
                0.06 * double(Whole[S].Misses[0]));
    EXPECT_NEAR(double(Part[S].Misses[1]), double(Whole[S].Misses[1]),
                0.06 * double(Whole[S].Misses[1]));
  }
}

} // namespace
