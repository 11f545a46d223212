//===- UsedBytesTest.cpp - the bytes of accesses that are used ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/UsedBytes.h"
#include "analysis/result/profile/RecordType.h"
#include "test/support/Test.h"

namespace {

using Pieces = std::vector<RecordBytes>;

Pieces piecesOf(UsedBytes Used, uint64_t Bytes) {
  Pieces Result;
  Used.forPieces(Bytes, [&](uint64_t Begin, uint64_t Count) {
    Result.push_back({Begin, Count});
  });
  return Result;
}

TEST(UsedBytes, WithoutACodeAllAreUsed) {
  UsedBytes All;
  EXPECT_TRUE(All.all());
  EXPECT_EQ(All.code(), 0u);
  EXPECT_TRUE(All.has(1000));
  EXPECT_EQ(All.periodBytes(), 0u);
  EXPECT_EQ(piecesOf(All, 24), (Pieces{{0, 24}}));
  EXPECT_FALSE(UsedBytes::ofElements().all());
  EXPECT_EQ(piecesOf(UsedBytes::ofElements(), 24), (Pieces{{0, 24}}));
}

TEST(UsedBytes, UnitsRepeat) {
  UsedBytes Outer(2, 4, 0b1001);
  EXPECT_EQ(Outer.code(), 4873u);
  EXPECT_EQ(Outer.periodBytes(), 16u);
  EXPECT_EQ(piecesOf(Outer, 32), (Pieces{{0, 4}, {12, 8}, {28, 4}}));
  EXPECT_EQ(piecesOf(Outer, 14), (Pieces{{0, 4}, {12, 2}}));
  EXPECT_EQ(Outer.bits(0, 32), 0xf00ff00fu);
  EXPECT_EQ(Outer.bits(10, 4), 0b1100u);
}

TEST(UsedBytes, EveryCodeIsTheSameByBytesAndByPieces) {
  for (unsigned Code = 0; Code < 1 << 16; Code += 7) {
    UsedBytes Used{uint16_t(Code)};
    uint64_t Bits = 0;
    for (const RecordBytes &P : piecesOf(Used, 64))
      for (uint64_t B = P.Offset; B != P.Offset + P.Bytes; ++B)
        Bits |= uint64_t(1) << B;
    ASSERT_EQ(Bits, Used.bits(0, 64)) << Code;
  }
}

FieldAccess accessOf(uint32_t Offset, uint64_t Bytes, UsedBytes Used) {
  return {0, Offset, Bytes, 0, Used.code()};
}

TEST(UsedBytes, MembersOfSeveralElementsAreOne) {
  // The second of two integers, from the first one on.
  EXPECT_EQ(usedBytes(accessOf(4, 32, UsedBytes(2, 2, 0b01)), 8),
            (Pieces{{4, 4}}));
  // The first and the last of four, backwards from the last one.
  EXPECT_EQ(usedBytes(accessOf(12, 64, UsedBytes(2, 4, 0b0011)), 16),
            (Pieces{{0, 4}, {12, 4}}));
  // All members.
  EXPECT_EQ(usedBytes(accessOf(0, 32, UsedBytes::ofElements()), 8),
            (Pieces{{0, 8}}));
  // The record is a part of elements of 24 bytes.
  EXPECT_EQ(usedBytes(accessOf(8, 72, UsedBytes(2, 6, 0b000001)), 16),
            (Pieces{{8, 4}}));
  // A copy, and one whose length the run says.
  EXPECT_EQ(usedBytes(accessOf(8, 72, {}), 16), (Pieces{{8, 72}}));
  EXPECT_EQ(usedBytes(accessOf(8, 0, {}), 16), (Pieces{{8, 0}}));
  // None that has a use.
  EXPECT_EQ(usedBytes(accessOf(4, 4, UsedBytes(2, 2, 0b10)), 8),
            (Pieces{{4, 4}}));
  EXPECT_EQ(usedBytes(accessOf(8, 0, UsedBytes::ofElements()), 16),
            (Pieces{{8, 0}}));
  // A part of each of several, and several as a whole.
  EXPECT_TRUE(isOfSeveral(accessOf(4, 4, UsedBytes::ofElements()), 8));
  EXPECT_FALSE(isOfSeveral(accessOf(0, 32, UsedBytes::ofElements()), 8));
  EXPECT_FALSE(isOfSeveral(accessOf(4, 4, {}), 8));
}

} // namespace
