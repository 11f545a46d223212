//===- BirthTableTest.cpp - against a map ---------------------------------===//

#include "analysis/attribute/BirthTable.h"
#include "test/support/Test.h"

namespace {

TEST(BirthTable, HoldsWhatAMapHolds) {
  std::mt19937_64 Random(3);
  BirthTable Table;
  std::map<uint64_t, uint64_t> Wanted;
  for (int I = 0; I != 200'000; ++I) {
    // Neighbours, as allocators give them out, so that places collide.
    uint64_t Address = 0x10000 + 16 * (Random() % 3000);
    if (Random() % 2) {
      Table.add({Address, uint64_t(I), 7});
      Wanted[Address] = uint64_t(I);
      continue;
    }
    auto Taken = Table.take(Address);
    auto It = Wanted.find(Address);
    ASSERT_EQ(Taken.has_value(), It != Wanted.end());
    if (!Taken)
      continue;
    EXPECT_EQ(Taken->Time, It->second);
    EXPECT_EQ(Taken->Structure, 7u);
    Wanted.erase(It);
  }
  size_t Count = 0;
  Table.forEach([&](const BirthTable::Entry &E) {
    ++Count;
    EXPECT_EQ(Wanted.at(E.Address), E.Time);
  });
  EXPECT_EQ(Count, Wanted.size());
  EXPECT_EQ(Table.scale(), 1u);
}

TEST(BirthTable, KeepsHalfOfWhatDoesNotFit) {
  BirthTable Table(1000);
  for (uint64_t I = 1; I <= 7000; ++I)
    Table.add({I * 32, I, 0});
  EXPECT_EQ(Table.scale(), 8u);
  size_t Kept = 0;
  for (uint64_t I = 1; I <= 7000; ++I)
    if (auto Taken = Table.take(I * 32)) {
      EXPECT_EQ(Taken->Time, I);
      ++Kept;
    }
  EXPECT_GT(Kept * 8, 6000u);
  EXPECT_LT(Kept * 8, 8000u);
}

} // namespace
