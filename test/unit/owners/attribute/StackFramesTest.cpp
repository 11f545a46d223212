//===- StackFramesTest.cpp - what has ended but shows ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/StackFrames.h"
#include "test/support/Test.h"

namespace {

constexpr uint64_t Low = 0x700000, High = 0x710000;

class StackFramesTest : public testing::Test {
protected:
  StackFramesTest() { Under.beginFrame(High - 0x100, 1); }

  void begin(uint64_t At, uint64_t Bytes) {
    LocalList::Local L{At, At + Bytes, StructureRegistry::Unattributed};
    if (!Under.beginLocal(L))
      Under.show(L);
  }
  size_t staleCount() const {
    size_t Count = 0;
    for (size_t I = 0; I != Under.shown().size(); ++I)
      Count += !Under.shown()[I].Live;
    return Count;
  }
  /// By a look at everything that shows.
  bool isStale(uint64_t Address) const {
    const LocalList::Local *L = Under.shown().find(Address);
    return L && !L->Live;
  }
  /// The edges of all that shows and has shown are where it could go wrong.
  void expectRight(const std::vector<uint64_t> &Where) {
    EXPECT_EQ(Under.hasStale(), staleCount() != 0);
    for (uint64_t At : Where)
      for (uint64_t Near : {At - 1, At, At + 1})
        ASSERT_EQ(Under.hasStale() && Under.inStale(Near), isStale(Near))
            << std::hex << Near;
  }

  StructureRegistry Structures;
  Ownership Memory{StructureRegistry::Unattributed};
  StackFrames Under{Memory, Structures, Low, High};
};

TEST_F(StackFramesTest, WhatBeginsAgainHasNotEnded) {
  begin(0x708000, 64);
  begin(0x708100, 64);
  Under.endLocal(0x708000);
  EXPECT_TRUE(Under.inStale(0x70803f));
  EXPECT_FALSE(Under.inStale(0x708040));
  begin(0x708000, 64);
  EXPECT_FALSE(Under.hasStale());
  Under.endLocal(0x708100);
  EXPECT_FALSE(Under.inStale(0x708000));
  EXPECT_TRUE(Under.inStale(0x708100));
}

TEST_F(StackFramesTest, WhereNothingHadEndedSomethingMayEnd) {
  for (uint64_t At = 0x708000; At != 0x708400; At += 0x100)
    begin(At, 64);
  Under.endLocal(0x708000);
  Under.endLocal(0x708300);
  EXPECT_FALSE(Under.inStale(0x708200));
  Under.endLocal(0x708100);
  EXPECT_TRUE(Under.inStale(0x708100));
  EXPECT_FALSE(Under.inStale(0x708200));
  Under.endLocal(0x708200);
  EXPECT_TRUE(Under.inStale(0x708200));
}

TEST_F(StackFramesTest, RandomLocalsAreAsASearchSays) {
  std::mt19937_64 Random(9);
  std::vector<uint64_t> Where;
  for (int Step = 0; Step != 4000; ++Step) {
    uint64_t At = Low + 0x8000 + Random() % 64 * 16;
    switch (Random() % 8) {
    case 0:
      Under.beginFrame(At, uint32_t(Random() % 4));
      break;
    case 1:
      Under.endFrame(At);
      break;
    case 2:
    case 3:
      Under.endLocal(At);
      break;
    case 4:
      if (Random() % 32 == 0)
        Under.cut(At);
      break;
    default:
      begin(At, 8 << Random() % 5);
    }
    // So many would be dropped.
    if (staleCount() > 20)
      Under.dropStale();
    Where = {Low + 0x7f00, At, At + 8, Low + 0x8000 + Random() % 0x600};
    std::ranges::shuffle(Where, Random);
    expectRight(Where);
  }
}

} // namespace
