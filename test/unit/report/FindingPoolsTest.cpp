//===- FindingPoolsTest.cpp - cures for many small objects ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/report/FindingsFixture.h"

namespace {

TEST_F(Findings, ManySmallLinkedObjectsWantAPool) {
  add("list", 1000, 16, 3000, {100, 0, 0, 900, 0, 0});
  add("other", 1, 8, 1000, {1000, 0, 0, 0, 0, 0});
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 40'000;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(P.Structures[F[0].Structure.Value].Name, "list");
  EXPECT_EQ(F[0].Remedy, Change::Pool);
  EXPECT_DOUBLE_EQ(F[0].Share, 0.75);
  EXPECT_DOUBLE_EQ(F[0].Saves, 0.75 * 0.75);
  EXPECT_EQ(F[0].Cause, "pointer chasing 90.0 %");
  EXPECT_EQ(F[1].Remedy, Change::Tile);
  EXPECT_EQ(F[1].Saves, 0);
}

TEST_F(Findings, APoolNeedsManyObjectsThatAreSmallerThanALine) {
  add("few", 63, 16, 1000, {0, 0, 0, 1000, 0, 0});
  add("large", 1000, 64, 1000, {0, 0, 0, 1000, 0, 0});
  add("in-order", 1000, 16, 1000, {900, 0, 0, 100, 0, 0});
  for (const Finding &F : all())
    EXPECT_NE(F.Remedy, Change::Pool) << F.Structure.Value;
}

// Objects of several kinds begin with the same 16 bytes: a pool does not put
// four of them into a line.
TEST_F(Findings, APoolHoldsObjectsWithTheirTails) {
  Structure &Objects = add("objects", 1000, 16, 1000, {0, 0, 0, 1000, 0, 0});
  Objects.Bytes = Objects.PeakBytes = 48'500;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Pool);
  EXPECT_DOUBLE_EQ(F[0].Saves, 1 - 48 / 64.0);
  EXPECT_NE(findingsText(P, "", Terminal())
                .find("Allocate its 1000 objects of 48 B on average one"),
            std::string::npos);
}

// Several pointers may lead to one object, so its place is only a choice.
TEST_F(Findings, ObjectsAsSmallAsPointersMayBeKeptThere) {
  add("keys", 1000, 8, 1000, {0, 0, 0, 0, 1000, 0});
  add("links", 1000, 8, 1000, {0, 0, 0, 1000, 0, 0});
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  for (const Finding &Each : F) {
    bool IsList = P.Structures[Each.Structure.Value].Name == "links";
    EXPECT_EQ(Each.Remedy, Change::Pool);
    EXPECT_DOUBLE_EQ(Each.Saves, 0.5 * 56 / 64);
    EXPECT_EQ(has(findingText(P, Each), "Or, if one pointer points to each"),
              !IsList);
  }
}

TEST_F(Findings, WhatAPoolHandsOutNeedsNone) {
  Structure &S = add("piece", 1000, 16, 3000, {100, 0, 0, 900, 0, 0});
  S.Lives.PeakObjects = 1000;
  for (const Finding &F : all())
    EXPECT_NE(F.Remedy, Change::Pool);
  P.Structures.back().Lives.Timed = 1000; // malloc has made them
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
}

/// Adds "cells", \p Cells of 16 bytes in lists, and "heads", 1000 pointers to
/// them. Each of 1 M searches looks at \p Visits elements.
static void addLists(Profile &P, Structure &Cells, uint64_t Visits) {
  P.Records = {
      {"Cell",
       16,
       {{"Key", "long", 0, 64, 1, 0}, {"Next", "Cell *", 64, 64, 1, 0}},
       {}}};
  Cells.Type = "Cell";
  Cells.Record = 0;
  P.Sites.back().Field.Record = 0;
  P.Sites.back().Field.Bytes = 16; // all of it
  P.BySite.back().Accesses = Visits * 1'000'000;
}

// Nodes of a hash table of the program's own: an array leads to them.
TEST_F(Findings, SearchesThatFollowLongListsWantMoreLists) {
  addLists(P, add("cells", 10'000, 16, 3000, {0, 0, 0, 1000, 0, 0}), 6);
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
  add("heads", 1, 8, 10, {0, 0, 0, 0, 0, 1000});
  P.Structures.back().Type = "Cell *";
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 8000;
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::Widen);
  EXPECT_NEAR(all()[0].Saves, 1 - 1.5 / 6, 0.01);
  EXPECT_TRUE(has(all()[0].Advice, "heads has 1000 lists of 10 elements on "
                                   "average, and a search looks at 6.0: give "
                                   "the table 10 times as many lists"))
      << all()[0].Advice;
  // Each list is followed to its end: neighbours in a graph.
  P.BySite[0].Accesses = 10'000'000;
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
  // Or one after the other.
  P.BySite[0].Accesses = 6'000'000;
  P.BySite[1].Steps.Steps = {1000, 0, 0, 0, 0, 0};
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
}

TEST_F(Findings, ListsMayBeginInAMember) {
  addLists(P, add("cells", 10'000, 16, 3000, {0, 0, 0, 1000, 0, 0}), 6);
  add("index", 1, 8008, 1000, {0, 0, 0, 0, 0, 1000});
  P.Records.push_back({"Index",
                       8008,
                       {{"Count", "long", 0, 64, 1, 0},
                        {"Table", "Cell *[1000]", 64, 64'000, 1, 0}},
                       {}});
  P.Structures.back().Type = "Index";
  P.Structures.back().Record = 1;
  FieldAccess &Loaded = P.Sites.back().Field;
  Loaded.Record = 1, Loaded.Offset = 8, Loaded.Bytes = 8;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(F[0].Remedy, Change::Widen);
  EXPECT_TRUE(has(F[0].Advice, "Table of index has 1000 lists of 10 elements"))
      << F[0].Advice;
  EXPECT_TRUE(has(F[1].Advice, "it leads to the lists of cells"))
      << F[1].Advice;
  // Another member is asked.
  P.Sites.back().Field.Offset = 0;
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
}

TEST_F(Findings, NodesOfAGoodHashTableWantNoPool) {
  addLists(P, add("cells", 1000, 16, 3000, {0, 0, 0, 1000, 0, 0}), 1);
  add("heads", 1, 8, 10, {0, 0, 0, 0, 0, 1000});
  P.Structures.back().Type = "Cell *";
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 8000;
  EXPECT_EQ(all()[0].Remedy, Change::Order);
  EXPECT_TRUE(has(all()[0].Advice, "keep the first entry in the table itself"));
  // One element for a list, but a search looks at six.
  P.BySite[0].Accesses = 6'000'000;
  EXPECT_EQ(all()[0].Remedy, Change::Widen);
  EXPECT_TRUE(has(all()[0].Advice, "a search looks at 6.0: use a hash that "
                                   "spreads keys more evenly"))
      << all()[0].Advice;
}

TEST_F(Findings, AnAllocatorOfOnesOwnWantsAnnotations) {
  Structure &S = add("cur", 1, 1, 3000, {100, 0, 0, 900, 0, 0});
  S.Kind = StructureKind::Mapping;
  S.Type = "char";
  S.Function = "grow";
  S.Bytes = 1 << 20;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Annotate);
  EXPECT_TRUE(has(findingText(P, F[0]), "If grow requests it"));
  EXPECT_TRUE(gainText(F[0]).starts_with("its stalls take "));
  EXPECT_TRUE(has(findingText(P, F[0]), "MEMFACET_ALLOC(piece, bytes)"));
  for (const char *Type : {"struct a[] | struct b[]", "", "char"}) {
    P.Structures.back().Type = Type;
    EXPECT_EQ(all()[0].Remedy, Change::Annotate) << Type;
  }
  P.Structures.back().Type = "struct a";
  EXPECT_EQ(all()[0].Remedy, Change::Order);
  P.Structures.back().Type = "char";
  P.Structures.back().Bytes = 100;
  EXPECT_EQ(all()[0].Remedy, Change::Order);
}

// An array of bytes of which members of records are accessed. With records of
// one type, it may be a buffer.
TEST_F(Findings, ABuddyAllocatorInAnArrayWantsAnnotations) {
  Structure &S = add("memory", 1, 1, 3000, {0, 1000, 0, 0, 0, 0});
  S.Kind = StructureKind::Global;
  S.Type = "unsigned char[65536]";
  S.Bytes = S.PeakBytes = 65536;
  EXPECT_NE(all()[0].Remedy, Change::Annotate);
  P.Records.emplace_back();
  P.Sites.back().Field.Record = 0;
  P.Sites.back().Field.Bytes = 8;
  const char *Text = "If memory is the memory of an allocator of the program's "
                     "own, write";
  EXPECT_NE(all()[0].Remedy, Change::Annotate);
  EXPECT_TRUE(has(findingText(P, all()[0]), Text));
  P.BySite.back().Steps.Steps = {0, 0, 0, 0, 1000, 0};
  EXPECT_EQ(all()[0].Remedy, Change::Order);
  EXPECT_TRUE(has(findingText(P, all()[0]), Text));
  // The second record is a part of the first one.
  P.Records = {{"struct a", 64, {}, {{"struct b", 0, 256}}},
               {"struct b", 32, {}, {}}};
  P.Sites.push_back(P.Sites.back());
  P.Sites.back().Field.Record = 1;
  P.BySite.push_back(P.BySite.back());
  P.BySite.back().Site = uint32_t(P.Sites.size() - 1);
  EXPECT_EQ(all()[0].Remedy, Change::Order);
  P.Records[0].Parts.clear();
  EXPECT_EQ(all()[0].Remedy, Change::Annotate);
  EXPECT_TRUE(has(findingText(P, all()[0]), Text));
}

// Slabs with a header, and pieces of other types in them.
TEST_F(Findings, BlocksWithRecordsOfSeveralOtherTypesWantAnnotations) {
  P.Records = {{"struct slab", 16, {}, {}},
               {"struct object", 48, {}, {}},
               {"struct shape", 16, {}, {}}};
  Structure &S = add("head", 16, 1, 3000, {100, 0, 0, 900, 0, 0});
  S.Kind = StructureKind::Mapping;
  S.Type = "struct slab";
  S.Record = 0;
  S.Function = "fresh";
  S.Bytes = S.PeakBytes = 17 * 4096;
  S.Objects = 17;
  P.Sites.back().Field = {.Record = 1, .Bytes = 8};
  EXPECT_NE(all()[0].Remedy, Change::Annotate);
  auto AddSite = [&](uint32_t Record) {
    P.Sites.push_back(P.Sites.back());
    P.Sites.back().Field.Record = Record;
    P.BySite.push_back(P.BySite.back());
    P.BySite.back().Site = uint32_t(P.Sites.size() - 1);
  };
  AddSite(2);
  EXPECT_EQ(all()[0].Remedy, Change::Annotate);
  EXPECT_TRUE(has(findingText(P, all()[0]), "If fresh requests it"));
  // The shape is a part of the declared type.
  P.Records[0].Parts = {{"struct shape", 0, 16}};
  EXPECT_NE(all()[0].Remedy, Change::Annotate);
  P.Records[0].Parts.clear();
  // Most accesses are to the declared type.
  for (int I = 0; I != 3; ++I)
    AddSite(0);
  EXPECT_NE(all()[0].Remedy, Change::Annotate);
}

} // namespace
