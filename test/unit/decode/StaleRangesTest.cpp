//===- StaleRangesTest.cpp - late expansions are corrected ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/StaleRanges.h"
#include "test/support/Test.h"

namespace {

std::vector<uint32_t> outside(const AccessBatch &B) {
  return {B.OutsideAccesses.begin(),
          B.OutsideAccesses.begin() + ptrdiff_t(B.OutsideCount)};
}

std::unique_ptr<AccessBatch>
batchOf(std::initializer_list<uint64_t> Addresses) {
  auto B = std::make_unique<AccessBatch>();
  for (uint64_t Address : Addresses)
    B->addInside(Address, {1, 4, false});
  return B;
}

SiteRanges::Change leaving(uint64_t Low, uint64_t Bytes) {
  return {{1, 0}, 0, 0, Low, Bytes};
}

TEST(StaleRanges, WhatWasForgottenMeanwhileIsListed) {
  StaleRanges S;
  S.add(leaving(0x1000, 0x10));
  auto B = batchOf({0xfff, 0x1000, 0x100f, 0x1010});
  S.widen(*B, 0);
  EXPECT_EQ(outside(*B), (std::vector<uint32_t>{1, 2}));
}

TEST(StaleRanges, WhatTheExpansionKnewIsNot) {
  StaleRanges S;
  S.add(leaving(0x1000, 0x10));
  S.add(leaving(0x2000, 0x10));
  auto B = batchOf({0x1000, 0x2000});
  S.widen(*B, 1);
  EXPECT_EQ(outside(*B), std::vector<uint32_t>{1});
  B = batchOf({0x1000, 0x2000});
  S.widen(*B, 2);
  EXPECT_TRUE(outside(*B).empty());
}

TEST(StaleRanges, ARangeWhereNoneWasTakesNothingAwayButHasANumber) {
  StaleRanges S;
  S.add({{1, 0}, 0x1000, 0x10, 0, 0});
  S.add(leaving(0x1000, 0x10));
  auto B = batchOf({0x1000});
  S.widen(*B, 1);
  EXPECT_EQ(outside(*B), std::vector<uint32_t>{0});
}

TEST(StaleRanges, AccessesThatWereListedStayInOrder) {
  StaleRanges S;
  S.add(leaving(0x1000, 0x10));
  AccessBatch B;
  B.add(0x5000, {1, 4, false});
  B.addInside(0x1000, {2, 4, false});
  B.add(0x1008, {3, 4, false});
  B.addInside(0x6000, {4, 4, false});
  S.widen(B, 0);
  EXPECT_EQ(outside(B), (std::vector<uint32_t>{0, 1, 2}));
}

/// A search finds at least what is in a range, and all where there are few.
TEST(StaleRanges, RandomBatchesAreAsOneByOne) {
  std::mt19937_64 Random(7);
  for (size_t Ranges : {1, 3, 8, 9, 40}) {
    StaleRanges S;
    std::vector<std::pair<uint64_t, uint64_t>> Old;
    for (size_t I = 0; I != Ranges; ++I) {
      Old.emplace_back(Random() % 4096, 1 + Random() % 64);
      S.add(leaving(Old.back().first, Old.back().second));
    }
    auto B = std::make_unique<AccessBatch>();
    std::set<uint32_t> Needed;
    for (uint32_t I = 0; I != AccessBatch::Capacity; ++I) {
      uint64_t Address = Random() % 8192;
      bool Listed = Random() % 5 == 0;
      if (Listed)
        B->add(Address, {I, 1, false});
      else
        B->addInside(Address, {I, 1, false});
      for (auto [Low, Bytes] : Old)
        Listed |= Address >= Low && Address < Low + Bytes;
      if (Listed)
        Needed.insert(I);
    }
    S.widen(*B, 0);
    std::vector<uint32_t> Found = outside(*B);
    EXPECT_TRUE(std::ranges::is_sorted(Found));
    std::set<uint32_t> Set(Found.begin(), Found.end());
    EXPECT_EQ(Set.size(), Found.size());
    EXPECT_TRUE(std::ranges::includes(Set, Needed));
    if (Ranges <= 8)
      EXPECT_EQ(Set, Needed);
  }
}

} // namespace
