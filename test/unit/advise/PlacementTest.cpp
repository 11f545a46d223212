//===- PlacementTest.cpp - where changed objects would lie ----------------===//

#include "analysis/advise/Placement.h"
#include "analysis/advise/ChangedObjects.h"
#include "test/support/Test.h"

TEST(Placement, TakesWhatMallocTakes) {
  Placement Memory;
  uint64_t First = Memory.allocate(PlaceKind::Heap, 24, 0, 0);
  EXPECT_EQ(First % 4096, 0x2a0u);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 25, 0, 0), First + 32);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 1, 0, 0), First + 80);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 100, 64, 0) % 64, 0u);
}

TEST(Placement, HandsOutAgainTheLastFirst) {
  Placement Memory;
  uint64_t A = Memory.allocate(PlaceKind::Heap, 20, 0, 0);
  uint64_t B = Memory.allocate(PlaceKind::Heap, 20, 0, 0);
  Memory.release(A);
  Memory.release(B);
  // Of another size: not these.
  EXPECT_GT(Memory.allocate(PlaceKind::Heap, 40, 0, 0), B);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 24, 0, 0), B);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 8, 0, 0), A);
  Memory.release(12345); // nobody's
}

TEST(Placement, PutsLargeBlocksOnPagesBelowOneAnother) {
  Placement Memory;
  uint64_t A = Memory.allocate(PlaceKind::Heap, 200'000, 0, 0x7f0000000010);
  uint64_t B = Memory.allocate(PlaceKind::Heap, 200'000, 0, 0x7f0000000010);
  EXPECT_EQ(A % 4096, 16u);
  EXPECT_EQ(A - B, 49u * 4096);
  uint64_t C = Memory.allocate(PlaceKind::Heap, 200'000, 64, 0x7f0000000010);
  EXPECT_EQ(C % 64, 0u);
}

TEST(Placement, PoolsHaveNothingInBetween) {
  Placement Memory;
  uint64_t A = Memory.allocate(PlaceKind::Pool, 24, 0, 0);
  EXPECT_EQ(A % 4096, 16u);
  EXPECT_EQ(Memory.allocate(PlaceKind::Pool, 24, 0, 0), A + 24);
  // Another list, another pool.
  uint64_t Other = Memory.allocate(PlaceKind::Pool, 24, 0, 0, 1);
  EXPECT_GT(Other, A + (1 << 20));
  Memory.release(A);
  EXPECT_EQ(Memory.allocate(PlaceKind::Pool, 24, 0, 0), A);
}

TEST(Placement, NeverGivesMemoryTwice) {
  std::mt19937_64 Random(4);
  Placement Memory;
  std::map<uint64_t, uint64_t> Live; // address, bytes
  for (int Step = 0; Step != 20000; ++Step) {
    if (!Live.empty() && Random() % 3 == 0) {
      auto It = Live.lower_bound(Random() % PrivateHigh);
      if (It == Live.end())
        It = Live.begin();
      Memory.release(It->first);
      Live.erase(It);
      continue;
    }
    uint64_t Bytes = Random() % 50 ? 1 + Random() % 300 : 150'000;
    uint64_t At =
        Memory.allocate(PlaceKind(Random() % 3), Bytes, Random() % 4 ? 0 : 64,
                        Random() % 1'000'000 * 8, Random() % 2);
    auto Behind = Live.lower_bound(At);
    ASSERT_TRUE(Behind == Live.end() || At + Bytes <= Behind->first);
    ASSERT_TRUE(Behind == Live.begin() ||
                std::prev(Behind)->first + std::prev(Behind)->second <= At);
    ASSERT_GE(At, PrivateLow);
    ASSERT_LE(At + Bytes, PrivateHigh);
    Live[At] = Bytes;
  }
}

TEST(HeapShift, MovesWhatLiesBehind) {
  HeapShift Shift;
  EXPECT_EQ(Shift(1000), 1000u);
  Shift.add(1000, 32);
  Shift.add(2000, -16);
  Shift.add(1500, 8); // not behind the last: ignored
  EXPECT_EQ(Shift(999), 999u);
  EXPECT_EQ(Shift(1000), 1000u);
  EXPECT_EQ(Shift(1001), 969u);
  EXPECT_EQ(Shift(2000), 1968u);
  EXPECT_EQ(Shift(2001), 1985u);
  EXPECT_EQ(Shift(uint64_t(1) << 40), uint64_t(1) << 40);
}
