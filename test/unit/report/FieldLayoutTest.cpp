//===- FieldLayoutTest.cpp - a record as rows -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/fields/FieldLayout.h"
#include "test/support/Test.h"
#include <fmt/ranges.h>

namespace {

/// "name begin-end" of each unit; "*N" where it stands N times.
std::vector<std::string> rows(const RecordType &R) {
  FieldLayout Layout(R);
  std::vector<std::string> Result;
  for (const FieldUnit &U : Layout.units())
    Result.push_back(
        fmt::format("{} {}-{}{}", U.isHole() ? "hole" : U.Name, U.Begin, U.End,
                    U.Count == 1 ? "" : fmt::format("*{}", U.Count)));
  return Result;
}

using Rows = std::vector<std::string>;

TEST(FieldLayout, PaddingShows) {
  EXPECT_EQ(
      rows({"s",
            16,
            {{"a", "char", 0, 8}, {"b", "int", 32, 32}, {"c", "char", 64, 8}},
            {}}),
      (Rows{"a 0-1", "hole 1-4", "b 4-8", "c 8-9", "hole 9-16"}));
  EXPECT_EQ(rows({"empty", 4, {}, {}}), (Rows{"hole 0-4"}));
}

TEST(FieldLayout, WhatSharesBytesIsOneRow) {
  EXPECT_EQ(rows({"s",
                  16,
                  {{"u.a", "long", 0, 64},
                   {"u.b.x", "int", 0, 32},
                   {"u.b.y", "int", 32, 32},
                   {"low:3", "int", 64, 3},
                   {"high:9", "int", 67, 9},
                   {"c", "int", 96, 32}},
                  {}}),
            (Rows{"u.{a|b.x|b.y} 0-8", "{low:3|high:9} 8-10", "hole 10-12",
                  "c 12-16"}));
}

TEST(FieldLayout, NamesOfBasesStayWhole) {
  EXPECT_EQ(rows({"s",
                  4,
                  {{"Base::a", "int", 0, 32}, {"Base::ab", "int", 0, 32}},
                  {}}),
            (Rows{"Base::{a|ab} 0-4"}));
}

TEST(FieldLayout, ArraysOfRecordsAreFolded) {
  RecordType R{"s",
               40,
               {{"id", "int", 0, 32},
                {"p[].x", "int", 32, 32, 4, 64},
                {"p[].y", "char", 64, 8, 4, 64},
                {"tail", "int", 288, 32}},
               {}};
  EXPECT_EQ(rows(R), (Rows{"id 0-4", "p[].x 4-8*4", "p[].y 8-9*4",
                           "hole 9-12*4", "tail 36-40"}));
  FieldLayout Layout(R);
  using Numbers = std::vector<size_t>;
  EXPECT_EQ(Layout.unitsAt(4 + 2 * 8, 4), (Numbers{1}));
  EXPECT_EQ(Layout.unitsAt(8 + 3 * 8, 1), (Numbers{2}));
  EXPECT_EQ(Layout.unitsAt(9 + 3 * 8, 2), (Numbers{3}));
  EXPECT_EQ(Layout.unitsAt(4 + 8, 8), (Numbers{1, 2, 3}));
  EXPECT_EQ(Layout.unitsAt(36, 4), (Numbers{4}));
  EXPECT_EQ(Layout.unitsAt(0, 40).size(), 5u);
}

TEST(FieldLayout, TwoArraysOfTheSameRecordAreTwo) {
  EXPECT_EQ(rows({"s",
                  32,
                  {{"a[].x", "long", 0, 64, 2, 64},
                   {"b[].x", "long", 128, 64, 2, 64}},
                  {}}),
            (Rows{"a[].x 0-8*2", "b[].x 16-24*2"}));
}

/// Bytes of the units are those of the record, whatever it is.
TEST(FieldLayout, UnitsAreTheWholeRecord) {
  std::mt19937 Random(7);
  for (int Round = 0; Round != 500; ++Round) {
    RecordType R{"s", 0, {}, {}};
    uint64_t Offset = 0;
    for (int I = 0, End = int(Random() % 6); I != End; ++I) {
      Offset += Random() % 3;
      uint64_t Bytes = 1 + Random() % 8;
      if (Random() % 3 == 0) {
        uint64_t Stride = Bytes + Random() % 4, Count = 2 + Random() % 3;
        R.Members.push_back(
            {"m", "t", Offset * 8, Bytes * 8, Count, Stride * 8});
        Offset += Stride * Count;
      } else {
        R.Members.push_back({"m", "t", Offset * 8, Bytes * 8});
        Offset += Bytes;
      }
    }
    R.Bytes = Offset + Random() % 5;
    uint64_t Sum = 0;
    FieldLayout Layout(R);
    for (const FieldUnit &U : Layout.units())
      Sum += U.bytes();
    ASSERT_EQ(Sum, R.Bytes);
    for (uint64_t Byte = 0; Byte != R.Bytes; ++Byte)
      ASSERT_EQ(Layout.unitsAt(Byte, 1).size(), 1u);
  }
}

} // namespace
