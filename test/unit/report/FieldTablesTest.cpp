//===- FieldTablesTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/fields/FieldTables.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

namespace {

/// 64 bytes: hot, a point, then what is not touched.
RecordType node() {
  return {"struct node",
          64,
          {{"key", "long", 0, 64},
           {"pos.x", "int", 64, 32},
           {"pos.y", "int", 96, 32},
           {"name", "char[40]", 128, 320}},
          {{"struct point", 64, 64}}};
}
RecordType point() {
  return {"struct point", 8, {{"x", "int", 0, 32}, {"y", "int", 32, 32}}, {}};
}

CodeSite site(bool Write, uint64_t Accesses, FieldAccess Field,
              uint32_t Line = 1) {
  return {"/src/a.c", "f", Line, 1, Write, Accesses, Accesses, Field};
}

/// Records: 0 node, 1 point. Structure 2 is of nodes, 3 of something unknown.
Profile oneOfEach() {
  Profile P = handMadeProfile(
      {heapStructure("nodes", 0, 0, 0), heapStructure("things", 0, 0, 0)});
  P.Records = {node(), point()};
  P.Structures[2].Record = 0;
  P.HasSiteAccesses = true;
  P.Sites = {site(false, 100, {0, 0, 8, 1}), // key
             site(true, 80, {1, 4, 4, 1}),   // y of a point
             site(false, 10, {0, 8, 8, 2}),  // both coordinates
             site(true, 5, {0, 0, 64, 3}),   // everything
             site(false, 7, {}, 9)};         // who knows
  P.BySite = {
      {0, StructureId(2), {40, 4}, 100}, {1, StructureId(2), {1, 1}, 60},
      {1, StructureId(3), {9, 0}, 20},   {2, StructureId(2), {0, 0}, 10},
      {3, StructureId(2), {0, 0}, 5},    {4, StructureId(2), {3, 3}, 7}};
  return P;
}

const FieldRow &row(const FieldTable &T, const std::string &Name) {
  for (const FieldRow &Row : T.Rows)
    if (Row.Name == Name)
      return Row;
  ADD_FAILURE() << Name;
  return T.Rows.front();
}

TEST(FieldTables, AccessesGoToTheirMembers) {
  StructureFields F = fieldsOf(oneOfEach(), StructureId(2));
  ASSERT_EQ(F.Tables.size(), 1u);
  const FieldTable &T = F.Tables.front();
  EXPECT_TRUE(T.IsElement);
  EXPECT_EQ(row(T, "key").Counts.Loads, 100u);
  EXPECT_EQ(row(T, "key").Counts.Misses, (std::vector<uint64_t>{40, 4}));
  // The point's record is a part of the node's.
  EXPECT_EQ(row(T, "pos.y").Counts.Stores, 60u);
  EXPECT_EQ(row(T, "pos.x").Counts.accesses(), 0u);
  EXPECT_EQ(row(T, "[pos.x to pos.y]").Counts.Loads, 10u);
  EXPECT_EQ(row(T, "[whole elements]").Counts.Stores, 5u);
  ASSERT_EQ(F.Unknown.size(), 1u);
  EXPECT_EQ(F.Unknown[0].Name, "[no field: /src/a.c:9 f]");
}

TEST(FieldTables, WiderAccessesAreSaidOfAllThatTheyCover) {
  FieldTable T = fieldsOf(oneOfEach(), StructureId(2)).Tables.front();
  EXPECT_EQ(row(T, "key").InWider, 5u);
  EXPECT_EQ(row(T, "pos.x").InWider, 15u);
  EXPECT_EQ(row(T, "name").InWider, 5u);
}

TEST(FieldTables, RowsAddUpToTheSites) {
  Profile P = oneOfEach();
  for (uint32_t Id : {2u, 3u}) {
    StructureFields F = fieldsOf(P, StructureId(Id));
    FieldCounts Sum;
    for (const FieldTable &T : F.Tables)
      for (const FieldRow &Row : T.Rows)
        Sum += Row.Counts;
    for (const FieldRow &Row : F.Unknown)
      Sum += Row.Counts;
    EXPECT_EQ(Sum.accesses(), Id == 2 ? 182u : 20u);
    EXPECT_EQ(Sum.Misses, F.Total.Misses);
    EXPECT_EQ(Sum.accesses(), F.Total.accesses());
  }
}

TEST(FieldTables, WithoutAnElementTypeTheSitesSayWhatItIs) {
  StructureFields F = fieldsOf(oneOfEach(), StructureId(3));
  ASSERT_EQ(F.Tables.size(), 1u);
  EXPECT_FALSE(F.Tables[0].IsElement);
  EXPECT_EQ(F.Tables[0].Record, "struct point");
  EXPECT_EQ(row(F.Tables[0], "y").Counts.Stores, 20u);
}

/// A part that stands twice does not say which one it is.
TEST(FieldTables, AmbiguousPartsAreATableOfTheirOwn) {
  Profile P = oneOfEach();
  P.Records[0].Parts.push_back({"struct point", 128, 64});
  StructureFields F = fieldsOf(P, StructureId(2));
  ASSERT_EQ(F.Tables.size(), 2u);
  EXPECT_EQ(F.Tables[1].Record, "struct point");
  EXPECT_EQ(row(F.Tables[1], "y").Counts.Stores, 60u);
  EXPECT_EQ(row(F.Tables[0], "pos.y").Counts.accesses(), 0u);
}

TEST(FieldTables, TogetherIsInTheSameExecutionOfABlock) {
  FieldTable T = fieldsOf(oneOfEach(), StructureId(2)).Tables.front();
  auto Pair = [&](const char *A, const char *B) -> const FieldPair * {
    for (const FieldPair &P : T.Pairs)
      if (T.Rows[P.First].Name == A && T.Rows[P.Second].Name == B)
        return &P;
    return nullptr;
  };
  // Block 1: 100 and 60 times; what moves whole elements does not count.
  ASSERT_TRUE(Pair("key", "pos.y"));
  EXPECT_EQ(Pair("key", "pos.y")->BothCount, 60u);
  EXPECT_EQ(Pair("key", "pos.y")->EitherCount, 100u + 70u - 60u);
  ASSERT_TRUE(Pair("pos.x", "pos.y"));
  EXPECT_EQ(Pair("pos.x", "pos.y")->BothCount, 10u);
  EXPECT_EQ(T.Pairs.front().BothCount, 60u);
  EXPECT_EQ(T.Pairs.size(), 2u);
}

TEST(SplitHint, SaysWhatIsHotWhereLinesBecomeDenser) {
  Profile P = oneOfEach();
  P.BySite.erase(P.BySite.begin() + 4); // what moves whole elements
  EXPECT_EQ(splitHint(fieldsOf(P, StructureId(2)).Tables.front(), 64),
            "16 of 64 bytes have 100.0 % of the accesses to members (key, "
            "pos.y, pos.x): with the others moved elsewhere, a line of 64 "
            "bytes holds 4 elements instead of 1");
  P.BySite[3].Accesses = 1; // both coordinates
  EXPECT_EQ(splitHint(fieldsOf(P, StructureId(2)).Tables.front(), 64),
            "12 of 64 bytes have 99.4 % of the accesses to members (key, "
            "pos.y): with the others moved elsewhere, a line of 64 bytes holds "
            "4 elements instead of 1");
}

// Block 4 clears the name by twenty stores.
TEST(HotMembers, HaveUsesAndNotJustAccesses) {
  Profile P = oneOfEach();
  P.BySite.erase(P.BySite.begin() + 4); // what moves whole elements
  P.BySite[3].Accesses = 1;             // both coordinates
  for (uint32_t I = 0; I != 20; ++I) {
    P.Sites.push_back(site(true, 4, {0, 16 + 2 * I, 2, 4}));
    P.BySite.push_back(
        {uint32_t(P.Sites.size() - 1), StructureId(2), {0, 0}, 4});
  }
  FieldTable T = fieldsOf(P, StructureId(2)).Tables.front();
  EXPECT_EQ(row(T, "name").Counts.Stores, 80u);
  EXPECT_EQ(row(T, "name").Uses, 4u);
  EXPECT_EQ(row(T, "key").Uses, 100u);
  EXPECT_EQ(hotMembers(T, {0}).Names, "key, pos.y");
}

// struct value { union { ... } as; char tag; };
TEST(HotMembers, WhatIsNotKnownMayBeAnyMember) {
  FieldTable T;
  T.Bytes = 16;
  T.Rows.resize(3);
  T.Rows[0].Name = "as", T.Rows[0].Bytes = 8, T.Rows[0].Counts.Loads = 1;
  T.Rows[1].Name = "tag", T.Rows[1].Offset = 8, T.Rows[1].Bytes = 1;
  T.Rows[1].Counts.Loads = 100;
  T.Rows[0].Uses = 1, T.Rows[1].Uses = 100;
  T.Rows[2].Name = "rare", T.Rows[2].Offset = 10, T.Rows[2].Bytes = 2;
  for (bool IsElement : {false, true}) {
    T.IsElement = IsElement;
    EXPECT_EQ(hotMembers(T, {4}).Names, "tag");
    EXPECT_EQ(hotMembers(T, {4}).All, IsElement ? 105u : 101u);
    EXPECT_EQ(hotMembers(T, {5}).Names, IsElement ? "tag, as" : "tag");
    EXPECT_EQ(hotMembers(T, {50}).areFew(T.Bytes), !IsElement);
  }
  T.Rows.pop_back(); // what is left is padding
  EXPECT_EQ(hotMembers(T, {5}).ColdBytes, 0u);
  EXPECT_FALSE(hotMembers(T, {5}).areFew(T.Bytes));
  EXPECT_EQ(hotMembers(T, {0}).Names, "tag");
}

// Members that are written when elements are made, and never read: "place".
TEST(HotMembers, WhatIsOnlyWrittenMayBeCold) {
  FieldTable T;
  T.Bytes = 24;
  T.IsElement = true;
  T.Rows.resize(2);
  T.Rows[0].Name = "key", T.Rows[0].Bytes = 8, T.Rows[0].Uses = 100;
  T.Rows[0].Counts.Loads = 100;
  T.Rows[1].Name = "place", T.Rows[1].Offset = 8, T.Rows[1].Bytes = 16;
  T.Rows[1].Uses = T.Rows[1].Counts.Stores = 15;
  EXPECT_EQ(hotMembers(T, {0}).Names, "key");
  EXPECT_EQ(hotMembers(T, {5, /*AreStores=*/true}).Names, "key");
  EXPECT_EQ(hotMembers(T, {5, /*AreStores=*/false}).Names, "key, place");
  T.Rows[1].Counts = {1, 14, {}};
  EXPECT_EQ(hotMembers(T, {0}).Names, "key, place");
  T.Rows[1].Counts = {0, 20, {}}, T.Rows[1].Uses = 20;
  EXPECT_EQ(hotMembers(T, {0}).Names, "key, place");
}

TEST(SplitHint, IsSilentWhereNothingIsGained) {
  Profile P = oneOfEach();
  P.BySite[4].Accesses = 19; // what moves whole elements: 19 of 180
  EXPECT_EQ(splitHint(fieldsOf(P, StructureId(2)).Tables.front(), 64), "");
  P.BySite[4].Accesses = 18;
  FieldTable T = fieldsOf(P, StructureId(2)).Tables.front();
  EXPECT_NE(splitHint(T, 64), "");
  EXPECT_EQ(splitHint(T, 8), "") << "not denser";
  T.Bytes = 20;
  EXPECT_EQ(splitHint(T, 64), "") << "hardly anything is cold";
  T = fieldsOf(P, StructureId(2)).Tables.front();
  T.Total.Misses = {0, 0};
  EXPECT_EQ(splitHint(T, 64), "") << "nothing missed";
}

TEST(FieldReport, ColdMembersAndHolesAreSaid) {
  Profile P = oneOfEach();
  P.Records[0].Members.pop_back();
  P.BySite.erase(P.BySite.begin() + 4); // what moves whole elements
  P.Records[0].Members.push_back({"cold", "long", 192, 64});
  std::string Text = fieldTextReport(P, {StructureId(2)}, 20, Terminal());
  auto Line = [&](const std::string &Name) {
    size_t Begin = Text.find("  " + Name + " ");
    return Begin == Text.npos
               ? ""
               : Text.substr(Begin, Text.find('\n', Begin) - Begin);
  };
  EXPECT_TRUE(Line("cold").ends_with("cold")) << Text;
  EXPECT_TRUE(Line("pos.x").ends_with("only in wider")) << Text;
  EXPECT_TRUE(Line("[padding]").ends_with("hole")) << Text;
  EXPECT_TRUE(Line("key").ends_with("%")) << Text;
}

TEST(FieldReport, CsvHasEveryRow) {
  Profile P = oneOfEach();
  std::string Text = fieldCsvReport(P, {StructureId(2)});
  EXPECT_TRUE(Text.starts_with(
      "structure,record,field,role,type,offset,bytes,accesses,loads,stores,"
      "in_wider,L1_misses,L2_misses\n"
      "nodes,struct node,key,member,long,0,8,100,100,0,5,40,4\n"))
      << Text;
  EXPECT_TRUE(
      has(Text, "nodes,,[no field: /src/a.c:9 f],unknown,,0,0,7,7,0,0,3,3"));
}

} // namespace
