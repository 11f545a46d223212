//===- StackSetsTest.cpp - searched in several ways -----------------------===//

#include "analysis/sweep/StackSets.h"
#include "test/support/Test.h"

namespace {

/// Touches and writes of near and far lines, as an inner level hands them on.
std::vector<Miss> randomItems(std::mt19937_64 &Random, size_t Count) {
  std::vector<Miss> Items;
  for (size_t I = 0; I != Count; ++I) {
    auto Line = [&] { return Random() % (uint64_t(8) << Random() % 9); };
    Miss M{EmptyWord, EmptyWord, uint32_t(I)};
    if (Random() % 4)
      M.Wanted = Miss::wanted(Line(), uint32_t(Random() % 5));
    if (M.Wanted == EmptyWord || Random() % 3 == 0)
      M.Victim =
          cleanWord(Line()) | writerBits(StructureId(uint32_t(Random() % 5)));
    Items.push_back(M);
  }
  return Items;
}

/// All that was let through, and what is dirty in the end, in numbers.
std::vector<uint64_t> resultsOf(SweepStore &Store, size_t Caches,
                                uint64_t Seed) {
  std::mt19937_64 Random(Seed);
  std::vector<uint64_t> Result;
  SweepStore::Lists Out(Caches);
  DepthCounts Counts(Caches);
  Counts.resize(5);
  for (int Batch = 0; Batch != 10; ++Batch) {
    std::vector<Miss> Items = randomItems(Random, 1000), Beyond;
    Store.filter(Items, &Counts, Out, &Beyond);
    for (const MissList &List : Out)
      for (const Miss &M : List.all())
        Result.insert(Result.end(), {M.Wanted, M.Victim, M.Site});
    for (const Miss &M : Beyond)
      Result.push_back(M.Site);
  }
  for (size_t Cache = 0; Cache != Caches; ++Cache)
    for (const SweepCounts &C : Counts.of(Cache))
      Result.insert(Result.end(), {C.Misses, C.Writebacks});
  for (size_t Cache = 0; Cache != Caches; ++Cache)
    Store.forEachDirty(Cache, [&](CacheWord W) { Result.push_back(W); });
  return Result;
}

TEST(StackSets, AreTheSameWhateverSearchesThem) {
  if (!canSearch(SearchKind::Avx512))
    GTEST_SKIP() << "one way only on this processor";
  const std::vector<std::vector<uint32_t>> AllWays = {
      {1},        {2, 5},      {1, 2, 4, 8},         {6, 12},
      {4, 8, 16}, {3, 17, 23}, {1, 2, 4, 8, 16, 32}, {8, 64},
      {1, 33, 40}};
  uint64_t Seed = 0;
  for (const auto &Ways : AllWays)
    for (uint64_t Sets : {1, 4, 12, 64}) {
      // One of them not.
      SweepShape Shape{Sets, Ways, std::vector<bool>(Ways.size(), true)};
      Shape.Listed[Seed % Ways.size()] = Ways.size() == 1;
      auto Scalar = makeStackSets(Shape, SearchKind::Scalar);
      auto Best = makeStackSets(Shape);
      ++Seed;
      EXPECT_EQ(resultsOf(*Scalar, Ways.size(), Seed),
                resultsOf(*Best, Ways.size(), Seed))
          << Sets << " sets of " << Ways.back();
    }
}

} // namespace
