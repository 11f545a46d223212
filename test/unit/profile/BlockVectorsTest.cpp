//===- BlockVectorsTest.cpp -----------------------------------------------===//

#include "analysis/profile/BlockVectors.h"
#include "test/support/Test.h"

TEST(BlockVectors, PackedCountsAreTheSameWhenUnpacked) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<BlockCount> Counts;
    uint32_t Blocks = 1 + uint32_t(Random() % 1000);
    for (uint32_t B = 0; B != Blocks; ++B)
      if (Random() % 4 == 0)
        Counts.push_back({B, 1 + (Random() >> Random() % 64)});
    EXPECT_EQ(unpackCounts(packCounts(Counts), Blocks), Counts);
  }
}

TEST(BlockVectors, RenumberedCountsAreThoseOfRenumberedBlocks) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<BlockCount> Counts, Expected;
    std::vector<uint32_t> Numbers;
    uint32_t Blocks = 1 + uint32_t(Random() % 3000), Next = 0;
    for (uint32_t B = 0; B != Blocks; ++B) {
      Numbers.push_back(Next);
      if (Random() % 3 == 0)
        continue;
      uint64_t Count = 1 + (Random() >> Random() % 64);
      Counts.push_back({B, Count});
      Expected.push_back({Next, Count});
      Next += Random() % 100 == 0 ? 1000 : 1;
    }
    EXPECT_EQ(renumberCounts(packCounts(Counts), Numbers),
              packCounts(Expected));
  }
}

TEST(BlockVectors, SmallCountsOfNeighboursTakeTwoBytes) {
  std::vector<BlockCount> Counts = {{0, 1}, {1, 127}, {2, 5}};
  EXPECT_EQ(packCounts(Counts), std::string("\0\1\0\x7f\0\5", 6));
}

TEST(BlockVectors, DamageIsSeen) {
  std::vector<BlockCount> Counts = {{3, 1}, {4, 1000}};
  std::string Packed = packCounts(Counts);
  EXPECT_FALSE(unpackCounts(Packed, 4));
  EXPECT_TRUE(unpackCounts(Packed, 5));
  EXPECT_FALSE(unpackCounts(Packed.substr(0, Packed.size() - 1), 5));
}
