//===- UsedTypesTest.cpp - types from accesses ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/UsedTypes.h"
#include "test/support/AnalysisRun.h"
#include "test/support/NamedStructure.h"

namespace {

std::string layoutOf(const std::string &Lines) {
  return std::string(1, '\0') + LayoutMark + Lines;
}

/// 24 bytes, a part of 16 at 8.
const std::string Outer =
    "Outer" + layoutOf("Outer\t24\nm\t0\t64\ta\tlong\t1\t0\n"
                       "m\t64\t64\tin.b\tlong\t1\t0\n"
                       "m\t128\t64\tin.c\tlong\t1\t0\np\t64\t128\tInner\n");
const std::string Inner = "Inner" + layoutOf("Inner\t16\n"
                                             "m\t0\t64\tb\tlong\t1\t0\n"
                                             "m\t64\t64\tc\tlong\t1\t0\n");
const std::string Other = "Other" + layoutOf("Other\t16\n"
                                             "m\t0\t64\tx\tlong\t1\t0\n"
                                             "m\t64\t64\ty\tlong\t1\t0\n");
const std::string Word =
    "Word" + layoutOf("Word\t4\nm\t0\t32\tw\tunsigned int\t1\t0\n");

/// One block of heap memory, at 0x900000.
struct Memory {
  TableBuilder Tables;
  StreamBuilder Stream;
  std::vector<std::pair<uint64_t, int>> Uses;

  Memory &use(const std::string &Type, int Times) {
    Uses.push_back(
        {Tables.block({.Slots = 1, .Sites = {{.Size = 8, .Type = Type}}}),
         Times});
    return *this;
  }

  Structure made(uint64_t Bytes, const std::string &Declared = "") {
    uint64_t Site = Tables.allocation({.Name = "memory", .Type = Declared});
    Stream.module(0, Tables).alloc(1, 0x900000, Bytes, Site);
    for (auto [Block, Times] : Uses)
      for (int I = 0; I != Times; ++I)
        Stream.block(Block, {0x900000});
    Profile P = analyse(Stream, "L1=32K,8");
    Structure S = named(P, "memory");
    if (S.Record != NoRecord)
      EXPECT_EQ(P.Records[S.Record].Name, S.Type);
    return S;
  }
};

TEST(UsedTypes, AreThoseOfTheAccesses) {
  EXPECT_EQ(Memory().use("short", 3).made(64).Type, "short[]");
  EXPECT_EQ(Memory().use("short", 3).made(64).ElementBytes, 2u);
  EXPECT_EQ(Memory().use("", 3).made(64).Type, "");
  Structure Record = Memory().use(Other, 3).made(64);
  EXPECT_EQ(Record.Type, "Other");
  EXPECT_EQ(Record.ElementBytes, 16u);
  EXPECT_NE(Record.Record, NoRecord);
}

TEST(UsedTypes, DeclaredOnesCount) {
  EXPECT_EQ(Memory().use("short", 3).made(64, "int").Type, "int");
}

TEST(UsedTypes, PartsOfARecordAreTheRecord) {
  EXPECT_EQ(Memory().use(Outer, 1).use(Inner, 50).made(48).Type, "Outer");
  EXPECT_EQ(Memory().use(Outer, 1).use(Other, 50).made(48).Type,
            "Other | Outer");
}

TEST(UsedTypes, ABlockOfTheSizeOfARecordIsOne) {
  EXPECT_EQ(Memory().use(Outer, 1).use("short", 500).made(24).Type, "Outer");
  // Too small for it.
  EXPECT_EQ(Memory().use(Outer, 1).use("short", 500).made(16).Type, "short[]");
}

TEST(UsedTypes, AnythingMayBeLookedAtAsBytes) {
  EXPECT_EQ(Memory().use("char", 9).made(64).Type, "char[]");
  EXPECT_EQ(Memory().use("char", 9).use("int", 1).made(64).Type, "int[]");
  EXPECT_EQ(Memory().use("char", 1).use("int", 9).use("short", 9).made(64).Type,
            "char[]");
  EXPECT_EQ(Memory().use("char", 9).use(Word, 9).made(64).Type, "char[]");
  EXPECT_EQ(Memory().use(UntypedBytes, 9).made(64).Type, "char[]");
  EXPECT_EQ(Memory().use(UntypedBytes, 9).use("int", 1).made(64).Type, "int[]");
}

TEST(UsedTypes, SeveralAreListedAndTooManyAreNone) {
  Memory Two;
  Two.use("int", 4).use("short", 5);
  EXPECT_EQ(Two.made(64).Type, "short[] | int[]");
  Memory Four;
  Four.use("int", 4).use("short", 5).use("long", 6).use("double", 7);
  EXPECT_EQ(Four.made(64).Type, "");
  // One use in a hundred is no table of its own.
  EXPECT_EQ(Memory().use("int", 1).use("short", 200).made(64).Type, "short[]");
}

} // namespace
