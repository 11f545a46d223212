//===- PendingObjectsTest.cpp - tests of blocks that wait for an access ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/PendingObjects.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <utility>

using namespace memfacet::measure;

namespace {

using Blocks = std::vector<std::pair<uint64_t, uint64_t>>;

Blocks takeAll(PendingObjects &Objects) {
  Blocks Result;
  Objects.take([&](uint64_t Address, uint64_t Bytes) {
    Result.emplace_back(Address, Bytes);
  });
  return Result;
}

TEST(PendingObjects, ABlockEndsTheOneAtItsPlace) {
  PendingObjects Objects;
  Objects.add(0x10, 8);
  Objects.add(0x20, 16);
  Objects.add(0x10, 24);
  EXPECT_EQ(Objects.remove(0x20), 16U);
  EXPECT_EQ(Objects.remove(0x20), std::nullopt);
  EXPECT_EQ(takeAll(Objects), Blocks({{0x10, 24}}));
  EXPECT_EQ(takeAll(Objects), Blocks());
}

/// Compares with a list that is searched from its end.
TEST(PendingObjects, KeepTheirOrderWhileMostAreRemoved) {
  std::mt19937_64 Random(1);
  PendingObjects Objects;
  Blocks Expected;
  for (unsigned I = 0; I != 40000; ++I) {
    uint64_t Address = Random() % 300;
    auto Found = std::ranges::find(Expected, Address,
                                   &std::pair<uint64_t, uint64_t>::first);
    if (I % 2 == 0) {
      if (Found != Expected.end())
        Expected.erase(Found);
      Expected.emplace_back(Address, I);
      Objects.add(Address, I);
      continue;
    }
    bool IsKnown = Found != Expected.end();
    EXPECT_EQ(Objects.remove(Address).has_value(), IsKnown);
    if (IsKnown)
      Expected.erase(Found);
  }
  EXPECT_EQ(takeAll(Objects), Expected);
}

} // namespace
