//===- LevelStoreTest.cpp - copies of a level's sets ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/LevelStore.h"
#include "test/support/Test.h"
#include <random>

namespace {

constexpr uint64_t Sets = 4;

struct Case {
  uint32_t Ways;
  SearchKind Search;
};

class LevelCopy : public testing::TestWithParam<Case> {
protected:
  std::unique_ptr<LevelStore> make() const {
    CacheModel Model = good(parseCacheModel(fmt::format(
        "L1={},{};line=64", 64 * Sets * GetParam().Ways, GetParam().Ways)));
    return makeLevelStore(Model.Levels[0], 64, GetParam().Search);
  }
  /// Accesses \p Count random lines, more than there is room for. Returns the
  /// words of all misses and victims.
  std::vector<CacheWord> access(LevelStore &Level, uint64_t Seed,
                                size_t Count = 4000) const {
    std::mt19937_64 Random(Seed);
    std::vector<CacheWord> Words;
    for (size_t I = 0; I != Count; ++I)
      Words.push_back(Miss::wanted(Random() % (2 * Sets * GetParam().Ways), 1) |
                      CacheWord(Random() % 2));
    std::vector<uint32_t> Sites(Words.size(), 1);
    std::vector<Miss> Out(2 * Words.size());
    Out.resize(Level.takeTouches({Words.data(), Sites.data(), Words.size()},
                                 Out.data()));
    std::vector<CacheWord> Found;
    for (const Miss &M : Out)
      Found.insert(Found.end(), {M.Wanted, M.Victim});
    return Found;
  }
};

TEST_P(LevelCopy, BehavesAsItsSource) {
  if (!canSearch(GetParam().Search))
    GTEST_SKIP() << "this processor cannot";
  std::unique_ptr<LevelStore> Source = make(), Copy = make();
  access(*Source, 1);
  access(*Copy, 2);
  Copy->copy(*Source);
  std::vector<CacheWord> Expected = access(*Source, 3);
  EXPECT_GT(Expected.size(), 1000u);
  EXPECT_EQ(access(*Copy, 3), Expected);
  // They share nothing.
  access(*Copy, 4);
  Copy->copy(*Source);
  EXPECT_EQ(access(*Copy, 5), access(*Source, 5));
}

INSTANTIATE_TEST_SUITE_P(Stores, LevelCopy,
                         testing::Values(Case{4, SearchKind::Scalar},
                                         Case{4, SearchKind::Avx512},
                                         Case{24, SearchKind::Best},
                                         Case{80, SearchKind::Best}));

} // namespace
