//===- HandedOutTest.cpp - memory of mappings that became blocks ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/HandedOut.h"
#include "test/support/Test.h"
#include <random>
#include <set>

namespace {

TEST(HandedOut, AHeaderIsTheAllocatorsOwn) {
  HandedOut Pieces;
  EXPECT_EQ(Pieces.add(1016, 1032), 16u);
  EXPECT_EQ(Pieces.add(1048, 1064), 32u); // with the header of 16 bytes
  EXPECT_EQ(Pieces.add(1016, 1032), 0u);  // the list of released blocks
  EXPECT_EQ(Pieces.add(5000, 5008), 8u);
  EXPECT_EQ(Pieces.remove(1000, 1056), 40u);
  EXPECT_EQ(Pieces.remove(0, 10'000), 8u + 8);
}

/// The same, byte by byte.
struct SlowHandedOut {
  std::set<uint64_t> Bytes;

  uint64_t add(uint64_t Low, uint64_t High) {
    size_t KnownBytes = Bytes.size();
    auto Inside =
        std::distance(Bytes.lower_bound(Low), Bytes.lower_bound(High));
    if (uint64_t(Inside) == High - Low)
      return 0;
    auto Next = Bytes.lower_bound(Low);
    uint64_t First = Low, Last = High;
    if (Next != Bytes.begin() &&
        *std::prev(Next) + 1 + HandedOut::LargestGap >= Low)
      First = *std::prev(Next);
    for (uint64_t Byte = High; Byte <= High + HandedOut::LargestGap; ++Byte)
      if (Bytes.contains(Byte))
        Last = Byte;
    for (uint64_t Byte = First; Byte != Last; ++Byte)
      Bytes.insert(Byte);
    return Bytes.size() - KnownBytes;
  }
  uint64_t remove(uint64_t Low, uint64_t High) {
    return std::erase_if(Bytes,
                         [&](uint64_t B) { return B >= Low && B < High; });
  }
};

TEST(HandedOut, AgainstBytes) {
  std::mt19937_64 Random(7);
  HandedOut Fast;
  SlowHandedOut Slow;
  for (int Step = 0; Step != 1500; ++Step) {
    uint64_t Low = Random() % 4000, High = Low + 1 + Random() % 150;
    if (Random() % 4)
      ASSERT_EQ(Fast.add(Low, High), Slow.add(Low, High)) << Step;
    else
      ASSERT_EQ(Fast.remove(Low, High), Slow.remove(Low, High)) << Step;
  }
}

} // namespace
