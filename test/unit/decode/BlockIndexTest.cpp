//===- BlockIndexTest.cpp - blocks by address, in several threads ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Blocks.h"
#include "test/support/Wings.h"
#include <gtest/gtest.h>

namespace {

/// Tables at 0x10000 and 0x90000. The word count of a block says where it is.
class BlockIndexTest : public testing::Test {
protected:
  BlockIndexTest() {
    for (size_t Table = 0; Table != 2; ++Table) {
      Blocks[Table].resize(100);
      for (size_t I = 0; I != 100; ++I)
        Blocks[Table][I].Words = uint16_t(1 + 100 * Table + I);
      uint64_t Begin = begin(Table);
      Index.add({Begin, Begin + 100 * sizeof(Block)}, Blocks[Table]);
    }
  }

  static uint64_t begin(size_t Table) { return Table ? 0x90000 : 0x10000; }
  static uint64_t address(size_t Number) {
    return begin(Number / 100 % 2) + Number % 100 * sizeof(Block);
  }

  std::vector<DecodedBlock> Blocks[2];
  BlockIndex Index;
};

TEST_F(BlockIndexTest, LooksUpWhatItFinds) {
  for (size_t I = 0; I != 200; ++I) {
    const DecodedBlock *B = Index.find(address(I));
    ASSERT_NE(B, nullptr) << I;
    EXPECT_EQ(B->Words, I + 1);
    EXPECT_EQ(Index.lookUp(address(I)), B);
  }
  for (uint64_t None : {uint64_t(0), address(0) + 1,
                        address(99) + sizeof(Block), address(100) - 1}) {
    EXPECT_EQ(Index.find(None), nullptr) << None;
    EXPECT_EQ(Index.lookUp(None), nullptr) << None;
  }
}

TEST_F(BlockIndexTest, AnotherThreadLooksUpWhileOneFinds) {
  constexpr size_t Rounds = 400'000;
  size_t WrongFound = 0, WrongLookedUp = 0;
  std::thread Other([&] {
    for (size_t I = 0; I != Rounds; ++I)
      WrongLookedUp +=
          Index.lookUp(address(I * 133 % 200))->Words != I * 133 % 200 + 1;
  });
  for (size_t I = 0; I != Rounds; ++I) {
    const DecodedBlock *B = Index.find(address(I * 101 % 200));
    WrongFound += !B || B->Words != I * 101 % 200 + 1;
  }
  Other.join();
  EXPECT_EQ(WrongFound, 0u);
  EXPECT_EQ(WrongLookedUp, 0u);
}

} // namespace
