//===- PartsTest.cpp - planes, zigzag, rows -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/BytePlanes.h"
#include "analysis/words/coding/CodedFrame.h"
#include "analysis/words/coding/ColumnRules.h"
#include "test/support/FixedLengths.h"
#include "test/support/Test.h"

namespace {

TEST(BytePlanes, JoinWhatWasSplit) {
  std::mt19937_64 Random(1);
  for (unsigned Planes = 0; Planes <= 8; ++Planes)
    for (size_t Count : {0, 1, 7, 16, 33, 1000}) {
      std::vector<uint64_t> Words(Count), Back(Count, 99);
      for (uint64_t &W : Words)
        W = Planes ? Random() >> (64 - 8 * Planes) : 0;
      std::vector<std::vector<uint8_t>> Bytes(8, std::vector<uint8_t>(Count));
      const uint8_t *Sources[8];
      for (unsigned P = 0; P != 8; ++P) {
        splitPlane(Words, P, Bytes[P].data());
        Sources[P] = Bytes[P].data();
        for (size_t I = 0; I != Count; ++I)
          EXPECT_EQ(Bytes[P][I], uint8_t(Words[I] >> 8 * P));
      }
      joinPlanes(Sources, Planes, Back);
      EXPECT_EQ(Back, Words) << Planes << " planes";
    }
}

TEST(Zigzag, MakesSmallNumbersOfBothSignsSmall) {
  EXPECT_EQ(zigzag(0), 0u);
  EXPECT_EQ(zigzag(UINT64_MAX), 1u);
  EXPECT_EQ(zigzag(1), 2u);
  EXPECT_EQ(zigzag(uint64_t(1) << 63), UINT64_MAX);
  std::mt19937_64 Random(2);
  for (int I = 0; I != 1000; ++I) {
    uint64_t Word = Random() >> Random() % 64;
    EXPECT_EQ(unzigzag(zigzag(Word)), Word);
    EXPECT_EQ(unzigzag(zigzag(0 - Word)), 0 - Word);
  }
}

TEST(ColumnResiduals, AreWhatTheOrdersSay) {
  std::mt19937_64 Random(4);
  for (size_t Count : {1, 2, 3, 7, 8, 9, 64, 1000}) {
    std::vector<uint64_t> D(2 + Count), Residuals(Count);
    for (uint64_t &Word : D)
      Word = Random() >> Random() % 64;
    // As a column's first words are looked at: as if they had been there.
    D[0] = D[1] = D[2];
    for (ColumnOrder Order :
         {ColumnOrder::Value, ColumnOrder::Delta, ColumnOrder::Change}) {
      uint64_t Any = findResiduals(&D[2], Count, Order, D[2], Residuals.data());
      uint64_t Previous = D[2], Step = 0, All = 0;
      for (size_t I = 0; I != Count; ++I) {
        uint64_t Change = D[2 + I] - Previous;
        uint64_t Residual = Order == ColumnOrder::Value   ? D[2 + I] - D[2]
                            : Order == ColumnOrder::Delta ? Change
                                                          : Change - Step;
        EXPECT_EQ(Residuals[I], zigzag(Residual));
        All |= Residuals[I];
        Previous = D[2 + I];
        Step = Change;
      }
      EXPECT_EQ(Any, All);
    }
  }
}

TEST(ColumnResiduals, ComeFromEachRecord) {
  std::vector<uint64_t> Records;
  for (uint64_t I = 0; I != 100; ++I)
    Records.insert(Records.end(), {I, 1000 + I, 2000 + I});
  std::vector<uint64_t> Column(100);
  gatherColumn(&Records[1], 3, Column);
  for (uint64_t I = 0; I != 100; ++I)
    EXPECT_EQ(Column[I], 1000 + I);
}

TEST(RowDirectory, NumbersRowsAndTheirColumns) {
  FixedLengths Lengths;
  RowDirectory Rows(Lengths);
  EXPECT_EQ(Rows.find(0x300), 0u);
  EXPECT_EQ(Rows.add(0x300), 1u);
  EXPECT_EQ(Rows.add(0x900), 0u);
  EXPECT_EQ(Rows.add(0), 0u);
  EXPECT_EQ(Rows.add(eventHeader(EventKind::Free, 3, 1)), 2u);
  EXPECT_EQ(Rows.add(eventHeader(EventKind::Free, 3, 0)), 3u);
  EXPECT_EQ(Rows.add(0x300), 1u);
  EXPECT_EQ(Rows.find(eventHeader(EventKind::Free, 3, 0)), 3u);
  EXPECT_EQ(Rows[1].Slots, 3u);
  EXPECT_EQ(Rows[1].FirstColumn, 1u);
  EXPECT_EQ(Rows[2].FirstColumn, 4u);
  EXPECT_EQ(Rows.columns(), 1u + 3 + 2 + 2);
  EXPECT_EQ(Rows.rowOfColumn(5), 2u);
}

TEST(RowDirectory, LongRecordsAreNoRows) {
  FixedLengths Lengths;
  RowDirectory Rows(Lengths);
  EXPECT_EQ(Rows.add(eventHeader(EventKind::Phase, MaxRowSlots + 2)), 0u);
  EXPECT_EQ(Rows.add(eventHeader(EventKind::Phase, MaxRowSlots + 1)), 1u);
}

TEST(RowDirectory, FindsThousandsOfRows) {
  FixedLengths Lengths;
  RowDirectory Rows(Lengths);
  for (uint32_t I = 0; I != 5000; ++I)
    ASSERT_EQ(Rows.add(eventHeader(EventKind::Free, 3, I)), I + 1);
  for (uint32_t I = 0; I != 5000; ++I)
    ASSERT_EQ(Rows.find(eventHeader(EventKind::Free, 3, I)), I + 1);
  EXPECT_EQ(Rows.find(eventHeader(EventKind::Free, 3, 5000)), 0u);
}

} // namespace
