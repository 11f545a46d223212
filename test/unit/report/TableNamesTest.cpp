//===- TableNamesTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/TableNames.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"
#include "tools/report/common/Places.h"

namespace {

using Names = std::vector<std::string>;

Structure oneOf(const char *Name, const char *Type, uint32_t Line,
                uint64_t Accesses = 9) {
  Structure S = heapStructure(Name, Accesses, 1, 0);
  S.Type = Type;
  S.Line = Line;
  if (Accesses == 0)
    S.Total.Levels = {{}, {}};
  return S;
}

Profile prepared(const std::vector<Structure> &Structures) {
  Profile P = handMadeProfile(Structures);
  nameForTables(P, "/home/me");
  return P;
}

Names titles(const std::vector<Structure> &Structures) {
  Profile P = prepared(Structures);
  Names All;
  for (size_t I = 2; I != P.Structures.size(); ++I)
    All.push_back(P.Structures[I].title());
  return All;
}

/// The numbers of those that are called \p Name; the first is 0.
std::vector<uint32_t> called(const Profile &P, const std::string &Name) {
  std::vector<uint32_t> Ids;
  if (auto Found = structuresNamed(P, Name))
    for (StructureId Id : *Found)
      Ids.push_back(Id.Value - 2);
  return Ids;
}

using Ids = std::vector<uint32_t>;

} // namespace

TEST(TableNames, OneNameOfSeveralIsToldApart) {
  EXPECT_EQ(titles({oneOf("rows", "long", 1), oneOf("rows", "int", 1),
                    oneOf("nodes", "long", 1)}),
            (Names{"rows (long)", "rows (int)", "nodes"}));
  EXPECT_EQ(
      titles({oneOf("rows", "long", 1), oneOf("rows", "int", 2),
              oneOf("rows", "long", 3)}),
      (Names{"rows (app/build.c:1)", "rows (int)", "rows (app/build.c:3)"}));
  EXPECT_EQ(titles({oneOf("rows", "long", 1), oneOf("rows", "long", 1)}),
            (Names{"rows #1", "rows #2"}));
  EXPECT_EQ(titles({oneOf("rows", "", 1), oneOf("rows", "", 2)}),
            (Names{"rows (app/build.c:1)", "rows (app/build.c:2)"}));
  // Alike in a table, where allocators are left out.
  EXPECT_EQ(titles({oneOf("A<int, x::allocator<int>>::a", "int", 1),
                    oneOf("A<int, y::allocator<int>>::a", "int", 2)}),
            (Names{"A<int, x::allocator<int>>::a (app/build.c:1)",
                   "A<int, y::allocator<int>>::a (app/build.c:2)"}));
}

TEST(TableNames, AContainerAndItsMemoryDifferByKind) {
  Structure Local = oneOf("rows", "std::vector<int>", 7);
  Local.Kind = StructureKind::Local;
  Structure Heap = oneOf("rows", "std::vector<int>", 7);
  EXPECT_EQ(titles({Local, Heap}), (Names{"rows (local)", "rows (heap)"}));
  EXPECT_EQ(
      titles({Local, Heap, oneOf("rows", "std::vector<int>", 8)}),
      (Names{"rows (local)", "rows (app/build.c:7)", "rows (app/build.c:8)"}));
  Profile P = prepared({Local, Heap});
  EXPECT_EQ(called(P, "rows (heap)"), (Ids{1}));
  P = prepared({Local, Heap, oneOf("rows", "std::vector<int>", 8)});
  EXPECT_EQ(called(P, "rows (app/build.c:7)"), (Ids{1}));
  EXPECT_EQ(called(P, "rows (build.c:7)"), (Ids{0, 1}));
}

TEST(TableNames, WhatIsNotAccessedDoesNotMakeOthersLonger) {
  EXPECT_EQ(titles({oneOf("rows", "long", 1), oneOf("rows", "int", 1, 0)}),
            (Names{"rows", "rows (int)"}));
  EXPECT_EQ(titles({oneOf("rows", "long", 1, 0), oneOf("rows", "long", 2),
                    oneOf("rows", "long", 2)}),
            (Names{"rows (app/build.c:1)", "rows #1", "rows #2"}));
  EXPECT_EQ(titles({oneOf("rows", "long", 2, 0), oneOf("rows", "long", 2),
                    oneOf("rows", "long", 2)}),
            (Names{"rows #3", "rows #1", "rows #2"}));
}

TEST(TableNames, SumsOfALibraryStay) {
  Profile P = handMadeProfile({});
  P.Structures.push_back(P.Structures[0]);
  nameForTables(P, "");
  EXPECT_EQ(P.Structures[0].title(), "[library]");
  EXPECT_EQ(P.Structures[2].title(), "[library]");
}

TEST(StructuresNamed, TakesWhatTablesSay) {
  Profile P = prepared({oneOf("rows", "long", 1), oneOf("rows", "int", 2),
                        oneOf("rows", "long", 3), oneOf("cells", "int", 9),
                        oneOf("cells", "int", 9)});
  EXPECT_EQ(called(P, "rows"), (Ids{0, 1, 2}));
  EXPECT_EQ(called(P, "rows (app/build.c:1)"), (Ids{0}));
  EXPECT_EQ(called(P, "rows (int)"), (Ids{1}));
  EXPECT_EQ(called(P, "rows (app/build.c:3)"), (Ids{2}));
  EXPECT_EQ(called(P, "cells #2"), (Ids{4}));
  // As tables have it that are made elsewhere.
  EXPECT_EQ(called(P, "rows (build.c:3)"), (Ids{2}));
  EXPECT_EQ(called(P, "rows (/home/me/app/build.c:3)"), (Ids{2}));
  EXPECT_EQ(called(P, "rows (app/build.c:2)"), (Ids{1}));
  EXPECT_EQ(called(P, "rows (long)"), (Ids{0, 2}));
  for (const char *Wrong : {"rows (uild.c:3)", "rows (build.c:33)", "rows ()",
                            "rows (", "rows (int", "cells #3"})
    EXPECT_EQ(called(P, Wrong), Ids()) << Wrong;
}

TEST(StructuresNamed, TakesShortNames) {
  Profile P =
      prepared({oneOf("A<int, x::allocator<int>>::a", "B<x, std::less<x>>", 1),
                oneOf("A<int, x::allocator<int>>::a", "int", 1)});
  EXPECT_EQ(called(P, "A<int>::a"), (Ids{0, 1}));
  EXPECT_EQ(called(P, "A<int>::a (B<x>)"), (Ids{0}));
}

TEST(StructuresNamed, ANameThatNobodyHasIsAnError) {
  Profile P = prepared({oneOf("nodes", "", 1), oneOf("rows", "int", 1),
                        oneOf("rows", "long", 1)});
  EXPECT_EQ(structuresNamed(P, "nods").error().Message,
            "no structure is called 'nods'; did you mean 'nodes'?");
  EXPECT_EQ(structuresNamed(P, "rows (ont)").error().Message,
            "no structure is called 'rows (ont)'; did you mean 'rows (int)'?");
  EXPECT_EQ(structuresNamed(P, "xyzzy").error().Message,
            "no structure is called 'xyzzy'; 'memfacet report --all' lists "
            "them");
}

TEST(StructuresNamed, TheRowOfAllStacksIsEachOfThem) {
  std::vector<Structure> Stacks = {oneOf("[stack of thread 1]", "", 0),
                                   oneOf("[stack of thread 2]", "", 0, 0),
                                   oneOf("[stack of thread 3]", "", 0)};
  for (Structure &S : Stacks)
    S.Kind = StructureKind::Stack;
  Profile P = prepared(Stacks);
  EXPECT_EQ(called(P, "[stacks of 2 threads]"), (Ids{0, 2}));
  EXPECT_EQ(called(P, "stacks of 2 threads"), (Ids{0, 2}));
}

// As a command line's parser leaves them of "[stack]".
TEST(TableNames, BracketsMayBeLeftOut) {
  Profile P = handMadeProfile(
      {oneOf("[stack of thread 1]", "", 0), oneOf("[literals a.c]", "", 0)});
  for (const char *Name :
       {"stack of thread 1", "literals a.c", "library", "unattributed"}) {
    auto Found = structuresNamed(P, Name);
    ASSERT_TRUE(Found) << Name;
    ASSERT_EQ(Found->size(), 1u);
    EXPECT_EQ(P.Structures[(*Found)[0].Value].Name,
              "[" + std::string(Name) + "]");
  }
}

TEST(TableFiles, MappedFilesAreNoSourceOfTheProgram) {
  Structure Data = oneOf("[mapping data.bin]", "", 0);
  Data.File = "/var/data.bin";
  Structure Library = oneOf("[library libc.so.6]", "", 0);
  Library.File = "/lib/libc.so.6";
  Profile P = handMadeProfile({oneOf("a", "int", 3), Data, Library});
  nameForTables(P, "/elsewhere");
  EXPECT_EQ(tablePlace(P, P.Structures[2].File, 3), "build.c:3");
  EXPECT_EQ(tablePlace(P, Data.File, 0), "/var/data.bin");
  EXPECT_EQ(tablePlace(P, Library.File, 0), "libc.so.6");
}

TEST(TableFiles, PlacesLeaveOutWhatIsUnknown) {
  Profile P = prepared({heapStructure("x", 1, 1, 1)});
  Structure S = P.Structures[2];
  EXPECT_EQ(shortPlace(P, S), "app/build.c:12 build");
  S.Line = 0;
  EXPECT_EQ(shortPlace(P, S), "app/build.c build");
  S.Function = "";
  EXPECT_EQ(shortPlace(P, S), "app/build.c");
  S.File = "";
  EXPECT_EQ(shortPlace(P, S), "");
  nameForTables(P, "/home/me", PathStyle::Full);
  EXPECT_EQ(shortPlace(P, P.Structures[2]), "/home/me/app/build.c:12 build");
}
