//===- PackCureTest.cpp - elements with padding ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/report/FindingsFixture.h"

namespace {

class PackCure : public Findings {
protected:
  /// Makes a structure of elements of \p Bytes bytes with these members.
  void addElements(uint64_t Bytes, std::vector<RecordMember> Members) {
    Structure &S = add("items", 100'000, Bytes, 1000, {1000, 0, 0, 0, 0, 0});
    S.Record = 0;
    P.Records = {{"struct node", Bytes, std::move(Members), {}}};
    P.Sites[0].Field = {0, 0, 8};
  }
  Finding first() {
    std::vector<Finding> F = all();
    EXPECT_EQ(F.size(), 1u);
    return F.empty() ? Finding() : F[0];
  }
  void addThread(uint32_t Thread, uint64_t Loads, uint64_t Stores) {
    P.ByThread.push_back({Thread,
                          StructureId(uint32_t(P.Structures.size() - 1)),
                          {Loads + Stores, Loads, Stores, {}}});
  }
};

std::vector<RecordMember> threeNumbers() {
  return {{"key", "int", 0, 32, 1, 0},
          {"left", "int", 32, 32, 1, 0},
          {"sum", "int", 64, 32, 1, 0}};
}

// Eight of its twelve bytes have all accesses, but the other 52 are padding.
TEST_F(PackCure, PaddingIsLeftOutBeforeMembersAreSplitOff) {
  addElements(64, threeNumbers());
  Finding F = first();
  EXPECT_EQ(F.Remedy, Change::Pack);
  EXPECT_EQ(F.Advice, "52 of its 64 bytes are padding: declare it without an "
                      "alignment of its own, the members with the largest "
                      "alignment first (12 bytes)");
  // Twelve bytes of sixteen that are members are not much padding.
  P.Records[0].Bytes = P.Structures.back().ElementBytes = 16;
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 1'600'000;
  EXPECT_NE(first().Remedy, Change::Pack);
}

// struct { char a; double b; char c; double d; char e; }, 40 bytes, best 24.
TEST_F(PackCure, WhatItsMembersAlignHasNoAlignmentOfItsOwn) {
  addElements(40, {{"a", "char", 0, 8, 1, 0},
                   {"b", "double", 64, 64, 1, 0},
                   {"c", "char", 128, 8, 1, 0},
                   {"d", "double", 192, 64, 1, 0},
                   {"e", "char", 256, 8, 1, 0}});
  P.Sites[0].Field = {0, 8, 24}; // most members together
  EXPECT_EQ(first().Remedy, Change::Pack);
  EXPECT_EQ(first().Advice, "21 of its 40 bytes are padding: declare the "
                            "members with the largest alignment first (24 "
                            "bytes)");
  // The second double has a line of its own.
  P.Records[0].Members[3].BitOffset = 512;
  P.Records[0].Members[4].BitOffset = 576;
  P.Records[0].Bytes = P.Structures.back().ElementBytes = 80;
  EXPECT_TRUE(has(first().Advice, "without an alignment of its own"));
}

TEST_F(PackCure, LinesOfTheirOwnKeepThreadsApart) {
  addElements(64, threeNumbers());
  addThread(0, 100, 0);
  addThread(1, 100, 0);
  EXPECT_EQ(first().Remedy, Change::Pack); // all of them read
  addThread(2, 100, 100);
  // Nor may the member that is seldom used go elsewhere.
  EXPECT_EQ(first().Remedy, Change::None) << first().Advice;
  P.ByThread.erase(P.ByThread.begin(), P.ByThread.begin() + 2);
  EXPECT_EQ(first().Remedy, Change::Pack); // one thread alone
}

TEST_F(PackCure, WhatNestedRecordsNeedIsNotKnown) {
  // struct { struct { int a; double b; } in; char c; }
  addElements(64, {{"in.a", "int", 0, 32, 1, 0},
                   {"in.b", "double", 64, 64, 1, 0},
                   {"c", "char", 128, 8, 1, 0}});
  EXPECT_EQ(first().Remedy, Change::Pack);
  P.Records[0].Parts = {{"struct", 0, 128}};
  EXPECT_NE(first().Remedy, Change::Pack);
}

TEST_F(PackCure, WhatWideMembersNeedIsNotKnown) {
  addElements(64, {{"x", "double", 0, 64, 1, 0}, {"c", "char", 64, 8, 1, 0}});
  EXPECT_EQ(first().Remedy, Change::Pack);
  P.Records[0].Members[0] = {"x", "long double", 0, 128, 1, 0};
  P.Records[0].Members[1].BitOffset = 128;
  EXPECT_NE(first().Remedy, Change::Pack);
  // Members of two types that share bytes.
  P.Records[0].Members = {{"x", "double", 0, 64, 1, 0},
                          {"y", "char[9]", 0, 72, 1, 0}};
  EXPECT_NE(first().Remedy, Change::Pack);
}

} // namespace
