//===- PackedBlocksTest.cpp - bytes that are mostly small -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/PackedBlocks.h"
#include "test/support/Test.h"

namespace {

using Bytes = std::vector<uint8_t>;

Bytes packed(const Bytes &Source) {
  Bytes Target(mostPackedBlocks(Source.size()));
  Target.resize(packBlocks(Source, Target.data()));
  return Target;
}

/// Empty: it cannot be unpacked.
Bytes unpacked(const Bytes &Source, size_t Size) {
  Bytes Target(Size);
  return unpackBlocks(Source, Target) ? Target : Bytes();
}

/// Runs of bytes of some width, with many or few zeros, or all the same.
Bytes madeUp(std::mt19937_64 &Random, size_t Size) {
  Bytes Result;
  while (Result.size() < Size) {
    unsigned Width = Random() % 9, Zeros = Random() % 4;
    bool Equal = Random() % 8 == 0;
    auto First = uint8_t(Random());
    for (size_t I = Random() % 200; I != 0; --I)
      Result.push_back(Equal ? First
                       : Random() % 4 < Zeros
                           ? 0
                           : uint8_t(Random() & ((1u << Width) - 1)));
  }
  Result.resize(Size);
  return Result;
}

TEST(PackedBlocks, GiveBackAnyBytes) {
  std::mt19937_64 Random(1);
  for (size_t Size = 0; Size != 300; ++Size) {
    Bytes Data = madeUp(Random, Size);
    EXPECT_EQ(unpacked(packed(Data), Size), Data) << Size;
  }
  // More blocks than are looked at together, and an odd number.
  for (size_t Size : {64 * 1023, 64 * 1024, 64 * 1025, 64 * 2048 + 1, 200000}) {
    Bytes Data = madeUp(Random, Size);
    EXPECT_EQ(unpacked(packed(Data), Size), Data) << Size;
  }
}

TEST(PackedBlocks, AreTheSameWithVectors) {
  const BlockPacking *Vectors = vectorBlockPacking();
  if (!Vectors)
    GTEST_SKIP() << "this processor has none";
  std::mt19937_64 Random(2);
  constexpr size_t Blocks = 500, Size = Blocks * blocks::Bytes;
  for (int Try = 0; Try != 20; ++Try) {
    Bytes Data = madeUp(Random, Size);
    Bytes Kinds[2], Packed[2];
    const BlockPacking *Ways[] = {&ScalarBlockPacking, Vectors};
    for (int I : {0, 1}) {
      Kinds[I].resize(Blocks);
      Packed[I].resize(mostPackedBlocks(Size));
      uint8_t *End =
          Ways[I]->Pack(Data.data(), Blocks, Kinds[I].data(), Packed[I].data());
      Packed[I].resize(size_t(End - Packed[I].data()));
    }
    EXPECT_EQ(Kinds[0], Kinds[1]);
    EXPECT_EQ(Packed[0], Packed[1]);
    for (const BlockPacking *Way : Ways) {
      Bytes Back(Size);
      const uint8_t *End = Packed[0].data() + Packed[0].size();
      EXPECT_EQ(Way->Unpack(Packed[0].data(), End, Kinds[0].data(), Blocks,
                            Back.data()),
                End);
      EXPECT_EQ(Back, Data);
      // One byte too few is seen, or the last block needed none.
      bool Ends = Kinds[0][Blocks - 1] != 0;
      const uint8_t *Cut = Way->Unpack(Packed[0].data(), End - 1,
                                       Kinds[0].data(), Blocks, Back.data());
      EXPECT_EQ(Cut == nullptr, Ends || Packed[0].size() != 0);
    }
  }
}

/// What is chosen for a block: the kind, and what it needs.
struct Choice {
  unsigned Kind;
  size_t Size;
  bool operator==(const Choice &) const = default;
};
Choice tell(const Bytes &Block) {
  Bytes All = packed(Block);
  return {unsigned(All[0] & 0xf), All.size() - 1};
}

TEST(PackedBlocks, TakeTheShortestWay) {
  Bytes Block(64);
  EXPECT_EQ(tell(Block), (Choice{0, 0}));
  Block.assign(64, 200);
  EXPECT_EQ(tell(Block), (Choice{blocks::Equal, 1}));
  for (size_t I = 0; I != 64; ++I)
    Block[I] = uint8_t(1 + I % 3);
  EXPECT_EQ(tell(Block), (Choice{2, 16}));
  for (size_t I = 0; I != 64; ++I)
    Block[I] = uint8_t(255 - I);
  EXPECT_EQ(tell(Block), (Choice{blocks::Whole, 64}));
  Block.assign(64, 0);
  Block[7] = 100;
  Block[63] = 1;
  EXPECT_EQ(tell(Block), (Choice{blocks::Sparse, 8 + 2}));
  // As long as the two bits of each byte that are not 0: bits are simpler.
  Block.assign(64, 0);
  for (size_t I = 0; I != 8; ++I)
    Block[I] = 3;
  EXPECT_EQ(tell(Block), (Choice{2, 16}));
  Block[0] = 0;
  EXPECT_EQ(tell(Block), (Choice{blocks::Sparse, 8 + 7}));
}

TEST(PackedBlocks, AreBytesAsTheHeaderSays) {
  Bytes Two(100, 0);
  Two[0] = 5; // sparse
  Two[64] = 1, Two[66] = 3;
  Bytes Expected = {0x99, 1, 0, 0, 0, 0, 0, 0, 0, 5,
                    5,    0, 0, 0, 0, 0, 0, 0, 1, 3};
  EXPECT_EQ(packed(Two), Expected);
  Bytes Odd(64);
  for (size_t I = 0; I != 64; ++I)
    Odd[I] = I % 2 ? 3 : 1;
  Expected = {0x02, 255,  255,  255,  255,  255,  255,  255, 255,
              0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa};
  EXPECT_EQ(packed(Odd), Expected);
}

TEST(PackedBlocks, DamagedOnesAreErrors) {
  std::mt19937_64 Random(3);
  Bytes Data = madeUp(Random, 1000), Good = packed(Data);
  for (size_t Size = 0; Size != Good.size(); ++Size)
    EXPECT_TRUE(unpacked(Bytes(Good.begin(), Good.begin() + ptrdiff_t(Size)),
                         Data.size())
                    .empty())
        << Size;
  Bytes Longer = Good;
  Longer.push_back(0);
  EXPECT_TRUE(unpacked(Longer, Data.size()).empty());
  Bytes Unknown = Good;
  Unknown[0] = 0xbb;
  EXPECT_TRUE(unpacked(Unknown, Data.size()).empty());
  for (int Try = 0; Try != 5000; ++Try) {
    Bytes Bad = Good;
    for (uint64_t I = 0; I <= Random() % 4; ++I)
      Bad[Random() % Bad.size()] = uint8_t(Random());
    (void)unpacked(Bad, Data.size());
  }
}

} // namespace
