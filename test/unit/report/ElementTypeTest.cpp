//===- ElementTypeTest.cpp - what containers hold -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/structures/Description.h"

namespace {

std::string elementOf(const char *Type, uint64_t Bytes) {
  Profile P = handMadeProfile({});
  P.Records.push_back({"Vector<Hit>", 16, {}, {}});
  Structure S = heapStructure("rows", 100, 10, 0);
  S.Type = Type;
  S.ElementBytes = Bytes;
  if (S.Type == "Vector<Hit>")
    S.Record = uint32_t(P.Records.size() - 1);
  return std::string(elementType(P, S));
}

TEST(ElementType, OfASequenceIsItsArgument) {
  EXPECT_EQ(elementOf("std::vector<double>", 8), "double");
  EXPECT_EQ(elementOf("std::deque<std::pair<int, int> >", 8),
            "std::pair<int, int>");
  EXPECT_EQ(elementOf("std::map<int, long>", 48), "");
  EXPECT_EQ(elementOf("std::shared_ptr<Hit>", 24), "");
  EXPECT_EQ(elementOf("std::string", 1), "char");
  EXPECT_EQ(elementOf("Grid<int, 3>", 4), "Grid<int, 3>");
  EXPECT_EQ(elementOf("double", 8), "double");
}

TEST(ElementType, OfAnOwnContainerIsWhatHasAnotherSizeThanTheContainer) {
  EXPECT_EQ(elementOf("Vector<Hit>", 24), "Hit");
  EXPECT_EQ(elementOf("Vector<Hit>", 16), "Vector<Hit>");
}

TEST(HotMembers, TakeAMultipleOfTheirAlignment) {
  FieldTable T;
  T.Record = "S", T.Bytes = 16;
  auto Add = [&](const char *Name, const char *Type, uint64_t Offset,
                 uint64_t Bytes, uint64_t Loads) {
    FieldRow Row;
    Row.Kind = FieldRow::Role::Member;
    Row.Name = Name, Row.Type = Type;
    Row.Offset = Offset, Row.Bytes = Bytes;
    Row.Counts.Loads = Row.Uses = Loads, Row.Counts.Misses = {1};
    T.Rows.push_back(Row);
    T.Total += Row.Counts;
  };
  // Nine bytes, which are sixteen in an array: a line holds no more of them.
  Add("key", "long", 0, 8, 1000);
  Add("tag", "char", 8, 1, 900);
  Add("note", "int", 12, 4, 0);
  EXPECT_EQ(hotMembers(T, {0}).Bytes, 9u);
  EXPECT_EQ(hotMembers(T, {0}).recordBytes(), 16u);
  EXPECT_EQ(splitHint(T, 64), "");
  // Without the byte, it holds twice as many.
  T.Rows[1].Counts.Loads = T.Rows[1].Uses = 0;
  EXPECT_NE(splitHint(T, 64).find("8 elements instead of 4"),
            std::string::npos);
}

} // namespace
