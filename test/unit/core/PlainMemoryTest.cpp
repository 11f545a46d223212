//===- unit/core/PlainMemoryTest.cpp - access by access, the same counts --===//

#include "analysis/core/PlainMemory.h"
#include "test/support/ReferenceCache.h"
#include <gtest/gtest.h>
#include <random>

namespace memfacet {
using namespace test;
namespace {

class AgainstReference : public testing::TestWithParam<const char *> {};

/// What the reference has counted so far.
std::vector<uint64_t> missesOf(const ReferenceCache &R, size_t Levels) {
  std::vector<uint64_t> Result;
  Counts Total = R.total();
  for (size_t L = 0; L != Levels; ++L)
    Result.push_back(L < Total.Levels.size() ? Total.Levels[L].Misses : 0);
  return Result;
}

TEST_P(AgainstReference, EachAccessMissesAsTheReferenceSays) {
  CacheModel Model = *parseCacheModel(GetParam());
  size_t Levels = Model.Levels.size();
  PlainMemory Fast(Model);
  ReferenceCache Slow(Model);
  std::mt19937_64 Random(7);
  uint64_t ToMemory = 0, Missed = 0;
  std::vector<uint64_t> Before(Levels);
  for (int I = 0; I != 20000; ++I) {
    uint32_t Thread = Random() % 3;
    if (Random() % 4000 == 0) {
      Fast.endThread(ThreadId(Thread));
      Slow.endThread(Thread);
      continue;
    }
    uint64_t Address = 0x10000 + (Random() % 700) * (Random() % 3 ? 8 : 64);
    uint64_t Size = Random() % 9 ? 8 : 1 + Random() % 400;
    bool Write = Random() % 3 == 0;
    Outcome O = Fast.access(ThreadId(Thread), Address, Size, Write);
    Slow.access(Thread, 0, Address, Size, Write);
    std::vector<uint64_t> Now = missesOf(Slow, Levels);
    // The line that came from furthest away missed in that many levels.
    unsigned Furthest = 0;
    while (Furthest != Levels && Now[Furthest] != Before[Furthest])
      ++Furthest;
    ASSERT_EQ(O.Missed, Furthest) << I;
    ASSERT_EQ(O.FromMemory, Now[Levels - 1] - Before[Levels - 1]) << I;
    ToMemory += O.ToMemory;
    Missed += Furthest != 0;
    Before = Now;
  }
  // Write-backs of the last level go to memory; those of the others only where
  // no level behind has the line.
  EXPECT_GE(ToMemory, Slow.total().Levels[Levels - 1].Writebacks);
  EXPECT_GT(Missed, 1000u);
  if (Levels == 1)
    EXPECT_EQ(ToMemory, Slow.total().Levels[0].Writebacks);
}

INSTANTIATE_TEST_SUITE_P(Models, AgainstReference,
                         testing::Values("L1=1K,2", "L1=1K,2;L2=4K,4",
                                         "L1=512,full;L2=2K,1,shared",
                                         "L1=1K,2;L2=2K,2;L3=6K,3,shared;line="
                                         "128"));

} // namespace
} // namespace memfacet
