//===- FreshLinesTest.cpp - misses that nobody can be sure of -------------===//

#include "analysis/cache/FreshLines.h"
#include "test/support/Test.h"

namespace {

Miss wants(uint64_t Line, uint32_t Structure = 7) {
  return {Miss::wanted(Line, Structure), EmptyWord, 0};
}

uint64_t freshIn(FreshLines &F, size_t Level = 1) {
  uint64_t Sum = 0;
  for (const auto &[Structure, Misses] : F.take())
    Sum += Misses[Level];
  return Sum;
}

} // namespace

TEST(FreshLines, AreFreshOnce) {
  FreshLines F(*parseCacheModel("L1=1K,2;L2=4K,4,shared"));
  F.add(1, &F, std::vector{wants(1), wants(2), wants(1)});
  F.gap();
  F.add(1, &F, std::vector{wants(1), wants(2), wants(1)});
  EXPECT_EQ(F.seen().at(7)[1], 2u);
  EXPECT_EQ(freshIn(F), 2u);
}

TEST(FreshLines, AreThoseOfSetsThatAreNotFullYet) {
  FreshLines F(*parseCacheModel("L1=1K,2;L2=4K,4,shared")); // 16 sets
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
  FreshLines F(*parseCacheModel("L1=1K,2;L2=4K,4,shared"));
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
