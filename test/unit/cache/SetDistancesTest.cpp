//===- SetDistancesTest.cpp - how deep lines are found, and when ----------===//

#include "analysis/cache/SetDistances.h"
#include "analysis/cache/FreshLines.h"
#include "test/support/Test.h"

namespace {

// 8 sets of 2 ways, 16 of 4.
CacheModel model() { return *parseCacheModel("L1=1K,2;L2=4K,4,shared"); }

Miss wants(uint64_t Line, uint32_t Structure = 7) {
  return {Miss::wanted(Line, Structure), EmptyWord, 0};
}

MruChange becomesMru(uint64_t Line) { return {Miss::wanted(Line, 7), 0, 0}; }

using Numbers = std::vector<uint64_t>;

TEST(SetDistances, AreHowManyLinesCameInBetween) {
  SetDistances D(model());
  D.add(1, &D, std::vector{wants(1), wants(17), wants(1), wants(1), wants(2)});
  const SetDistanceCounts &C = D.counts().at(7)[1];
  EXPECT_EQ(C.Missed, 0u);
  EXPECT_EQ(C.Found, (Numbers{1, 1, 0, 0}));
  EXPECT_EQ(C.Open, (Numbers{2, 1, 0, 0}));
}

TEST(SetDistances, AreOpenBehindAGapUntilTheSetIsFull) {
  SetDistances D(model());
  D.add(1, &D, std::vector{wants(1)});
  D.gap();
  D.add(1, &D,
        std::vector{wants(1, 8), wants(17, 8), wants(33, 8), wants(49, 8),
                    wants(1, 8), wants(65, 8), wants(2, 8)});
  const SetDistanceCounts &C = D.counts().at(8)[1];
  EXPECT_EQ(C.Open, (Numbers{2, 1, 1, 1}));
  EXPECT_EQ(C.Found, (Numbers{0, 0, 0, 1}));
  EXPECT_EQ(C.Missed, 1u);
}

TEST(SetDistances, AreCountedWhileTheyAreWanted) {
  SetDistances D(model());
  D.gap();
  D.count(false);
  D.add(1, &D, std::vector{wants(1), wants(2)});
  EXPECT_TRUE(D.counts().empty());
  D.count(true);
  D.add(1, &D, std::vector{wants(1), Miss{EmptyWord, wants(3).Wanted, 0}});
  EXPECT_EQ(D.counts().at(7)[1].Found, (Numbers{1, 0, 0, 0}));
  EXPECT_EQ(D.counts().at(7)[1].Open, (Numbers{0, 0, 0, 0}));
  D.forgetCounts();
  EXPECT_TRUE(D.counts().empty());
}

TEST(SetDistances, LeaveOutWhatMayHaveBeenTouchedUnseen) {
  SetDistances D(model());
  D.add(0, &D, std::vector{becomesMru(1), becomesMru(9)});
  D.gap();
  // 9 was the front and may have been touched before 17 came, but only once.
  D.add(0, &D,
        std::vector{becomesMru(17), becomesMru(9), becomesMru(25),
                    becomesMru(1), becomesMru(9)});
  const SetDistanceCounts &C = D.counts().at(7)[0];
  EXPECT_EQ(C.Open, (Numbers{2, 1}));
  EXPECT_EQ(C.Missed, 3u);
  EXPECT_EQ(C.Found, (Numbers{0, 0}));
}

TEST(SetDistances, AreNotKnownOfWideSets) {
  SetDistances Outer(*parseCacheModel("L1=1K,2;L2=64K,full,shared"));
  Outer.add(0, &Outer, std::vector{becomesMru(1)});
  Outer.add(1, &Outer, std::vector{wants(1)});
  EXPECT_EQ(Outer.counts().at(7)[0].Open, (Numbers{1, 0}));
  EXPECT_TRUE(Outer.counts().at(7)[1].Open.empty());
  SetDistances First(*parseCacheModel("L1=64K,full;L2=128K,4,shared"));
  First.add(0, &First, std::vector{becomesMru(1)});
  First.add(1, &First, std::vector{wants(1)});
  EXPECT_TRUE(First.counts().empty());
}

TEST(SetDistances, AreThoseOfEachCache) {
  SetDistances D(model());
  int One = 0, Other = 0;
  D.gap();
  D.add(1, &One, std::vector{wants(1)});
  D.add(1, &Other, std::vector{wants(1)});
  D.add(1, &One, std::vector{wants(1)});
  D.forget(&One);
  D.add(1, &One, std::vector{wants(1)});
  const SetDistanceCounts &C = D.counts().at(7)[1];
  EXPECT_EQ(C.Found, (Numbers{1, 0, 0, 0}));
  // What the one that was forgotten has done in the gap is not known either.
  EXPECT_EQ(C.Open, (Numbers{3, 0, 0, 0}));
  EXPECT_EQ(C.Missed, 0u);
}

TEST(SetDistances, AreAsASlowReferenceSays) {
  std::mt19937_64 Random(5);
  SetDistances D(model());
  // All lines since the gap, in order.
  std::vector<uint64_t> Since;
  SetDistanceCounts Expected{Numbers(4), Numbers(4), 0};
  for (int I = 0; I != 20000; ++I) {
    if (Random() % 200 == 0) {
      D.gap();
      Since.clear();
    }
    uint64_t Line = Random() % 6 * 16 + Random() % 3;
    std::vector<uint64_t> Between;
    bool Found = false;
    for (size_t J = Since.size(); J-- != 0 && !Found;) {
      Found = Since[J] == Line;
      if (!Found && Since[J] % 16 == Line % 16 &&
          !std::ranges::count(Between, Since[J]))
        Between.push_back(Since[J]);
    }
    if (Between.size() >= 4)
      ++Expected.Missed;
    else
      ++(Found ? Expected.Found : Expected.Open)[Between.size()];
    Since.push_back(Line);
    D.add(1, &D, std::vector{wants(Line)});
  }
  EXPECT_EQ(D.counts().at(7)[1], Expected);
}

uint64_t freshIn(FreshLines &F, size_t Level = 1) {
  uint64_t Sum = 0;
  for (const auto &[Structure, Misses] : F.take())
    Sum += Misses[Level];
  return Sum;
}

TEST(FreshLines, AreFreshOnce) {
  FreshLines F(model());
  F.add(1, &F, std::vector{wants(1), wants(2), wants(1)});
  F.gap();
  F.add(1, &F, std::vector{wants(1), wants(2), wants(1)});
  EXPECT_EQ(F.seen().at(7)[1], 2u);
  EXPECT_EQ(freshIn(F), 2u);
}

TEST(FreshLines, AreThoseOfSetsThatAreNotFullYet) {
  FreshLines F(model()); // 16 sets
  F.add(1, &F, std::vector{wants(16)});
  EXPECT_EQ(freshIn(F), 1u);
  F.gap();
  // One that is known, then three that are not, then the set is full.
  F.add(1, &F,
        std::vector{wants(16), wants(32), wants(32), wants(48), wants(64),
                    wants(80), wants(96)});
  EXPECT_EQ(freshIn(F), 3u);
  // Another set is not.
  F.add(1, &F, std::vector{wants(1), Miss{EmptyWord, wants(3).Wanted, 0}});
  EXPECT_EQ(freshIn(F), 1u);
  F.gap();
  F.add(1, &F, std::vector{wants(96), wants(112)});
  EXPECT_EQ(freshIn(F), 1u);
}

TEST(FreshLines, AreSeenThoughNotCounted) {
  FreshLines F(model());
  F.gap();
  F.count(false);
  F.add(1, &F, std::vector{wants(1)});
  F.count(true);
  F.add(1, &F, std::vector{wants(1), wants(2, 8)});
  FreshLines::Counts Counts = F.take();
  EXPECT_FALSE(Counts.contains(7));
  EXPECT_EQ(Counts.at(8)[1], 1u);
  EXPECT_EQ(F.seen().at(7)[1], 1u);
}

TEST(FreshLines, AreAsASlowReferenceSays) {
  const CacheModel Model = *parseCacheModel("L1=1K,2;L2=4K,4,shared");
  std::mt19937_64 Random(3);
  FreshLines F(Model);
  std::set<uint64_t> Ever, Now;
  uint64_t Expected = 0;
  for (int I = 0; I != 20000; ++I) {
    if (Random() % 100 == 0) {
      F.gap();
      Now.clear();
    }
    uint64_t Line = Random() % 3000;
    size_t InSet = 0;
    for (uint64_t Other : Now)
      InSet += Other % 16 == Line % 16;
    Expected += !Ever.contains(Line) && InSet < 4;
    Ever.insert(Line), Now.insert(Line);
    F.add(1, &F, std::vector{wants(Line)});
  }
  EXPECT_EQ(freshIn(F), Expected);
  EXPECT_EQ(F.seen().at(7)[1], Expected);
}

} // namespace
