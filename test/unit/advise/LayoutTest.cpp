//===- LayoutTest.cpp - an element's bytes and where they go --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/ElementShape.h"
#include "test/support/HandMadeProfile.h"
#include "test/unit/advise/RandomShapes.h"

namespace {

RecordType node() {
  RecordType R;
  R.Name = "struct node";
  R.Bytes = 64;
  R.Members = {
      {"key", "int64_t", 0, 64},         {"u.whole", "int", 64, 32},
      {"u.half", "short", 64, 16},       {"name", "char[20]", 96, 160},
      {"at[].x", "int", 256, 32, 2, 64}, {"at[].y", "int", 288, 32, 2, 64}};
  return R;
}

TEST(ElementShape, KeepsTogetherWhatSharesBytes) {
  auto Shape = good(shapeOf(node()));
  ASSERT_EQ(Shape.Units.size(), 4u);
  EXPECT_EQ(Shape.Units[1].Name, "u.whole|u.half");
  EXPECT_EQ(Shape.Units[1].Begin, 8u);
  EXPECT_EQ(Shape.Units[1].Bytes, 4u);
  EXPECT_EQ(Shape.Units[2].Align, 1u);
  EXPECT_EQ(Shape.Units[3].Name, "at[].x|at[].y");
  EXPECT_EQ(Shape.Units[3].Begin, 32u);
  EXPECT_EQ(Shape.Units[3].Bytes, 16u);
  EXPECT_EQ(Shape.padding(), 16u);
}

TEST(ElementShape, IsNothingWhereMembersDoNotFit) {
  RecordType R = node();
  R.Bytes = 40;
  EXPECT_FALSE(shapeOf(R));
  R.Members.clear();
  EXPECT_FALSE(shapeOf(R));
}

TEST(ElementShape, OfContainersIsTheRecordMostAccessed) {
  Profile P = handMadeProfile({heapStructure("items", 100, 10, 0)});
  P.Structures[2].Type = "std::vector<node>";
  P.Records = {node(), node()};
  P.Records[0].Bytes = 128;
  P.Sites.resize(2);
  P.Sites[0].Field.Record = 0;
  P.Sites[1].Field.Record = 1;
  P.BySite = {{0, StructureId(2), {}, 90}, {1, StructureId(2), {}, 10}};
  auto Shape = good(shapeOf(P, StructureId(2)));
  EXPECT_EQ(Shape.Bytes, 64u); // the other one is too large
  P.BySite.pop_back();
  EXPECT_FALSE(shapeOf(P, StructureId(2)));
}

TEST(ElementShape, OfNumbersIsOneUnit) {
  Profile P = handMadeProfile({heapStructure("next", 100, 10, 0)});
  P.Structures[2].Type = "size_t[]";
  P.Structures[2].ElementBytes = 8;
  auto Shape = good(shapeOf(P, StructureId(2)));
  ASSERT_EQ(Shape.Units.size(), 1u);
  EXPECT_TRUE(isWideInteger(Shape.Units[0].Type));
  EXPECT_FALSE(isWideInteger("unsigned int"));
  EXPECT_TRUE(isPointer("const struct node *"));
  EXPECT_TRUE(isPointer("struct node *[4]"));
  EXPECT_FALSE(isPointer("int[4]"));
  EXPECT_TRUE(isPointer("char *const"));
  EXPECT_TRUE(isPointer("void *(*)(size_t)"));
  EXPECT_TRUE(isPointer("long (*)[8]"));
  EXPECT_TRUE(isPointer("int Shape::*"));
  EXPECT_FALSE(isPointer("std::function<void (*)(int)>"));
}

struct Range {
  uint32_t Part;
  uint64_t Start, Bytes;
  bool operator==(const Range &) const = default;
};
using Ranges = std::vector<Range>;

void PrintTo(const Range &R, std::ostream *Out) {
  *Out << "part " << R.Part << " at " << R.Start << " bytes " << R.Bytes;
}

Ranges mapped(const ElementLayout &L, uint64_t Offset, uint64_t Bytes) {
  Ranges Result;
  L.map(Offset, Bytes, [&](uint32_t Part, uint64_t Start, uint64_t Size) {
    Result.push_back({Part, Start, Size});
  });
  return Result;
}

using Place = std::pair<uint32_t, uint64_t>;

/// Byte by byte, by a look at each piece.
std::set<Place> slowlyMapped(const ElementLayout &L, uint64_t Offset,
                             uint64_t Bytes) {
  std::set<Place> Result;
  for (uint64_t B = Offset; B != Offset + Bytes; ++B)
    for (const LayoutPiece &P : L.Pieces) {
      uint64_t In = B % L.ElementBytes, Element = B / L.ElementBytes;
      if (In < P.Offset || In >= P.Offset + P.Bytes)
        continue;
      uint64_t Begin = Element * L.Strides[P.Part] + P.NewOffset;
      if (P.NewBytes == P.Bytes) {
        Result.emplace(P.Part, Begin + In - P.Offset);
        continue;
      }
      // The first bytes of a narrower number, as far as the access goes.
      for (uint64_t N = 0; N <= std::min(In - P.Offset, P.NewBytes - 1); ++N)
        Result.emplace(P.Part, Begin + N);
    }
  return Result;
}

ElementShape account() {
  return {"struct account",
          32,
          {{"id", "long", 0, 8, 8},
           {"flag", "char", 8, 1, 1},
           {"count", "int", 12, 4, 4},
           {"text", "char[10]", 16, 10, 1}}};
}

TEST(Layout, KeepsFieldsWholeAndApart) {
  std::mt19937_64 Random(1);
  for (int Round = 0; Round != 500; ++Round) {
    ElementShape Shape = randomShape(Random);
    ElementLayout L = randomLayout(Random, Shape);
    ASSERT_EQ(L.problem(), "");
    std::set<Place> Bytes;
    for (uint64_t Element = 0; Element != 3; ++Element)
      for (const ElementUnit &U : Shape.Units) {
        Ranges Pieces = mapped(L, Element * Shape.Bytes + U.Begin, U.Bytes);
        ASSERT_EQ(Pieces.size(), 1u) << U.Name;
        ASSERT_LE(Pieces[0].Start + Pieces[0].Bytes,
                  L.partBytes(Pieces[0].Part, 3 * Shape.Bytes));
        for (uint64_t B = 0; B != Pieces[0].Bytes; ++B)
          ASSERT_TRUE(
              Bytes.emplace(Pieces[0].Part, Pieces[0].Start + B).second);
      }
  }
}

TEST(Layout, MapsAnyRangeAsByteByByte) {
  std::mt19937_64 Random(2);
  for (int Round = 0; Round != 3000; ++Round) {
    ElementShape Shape = randomShape(Random);
    ElementLayout L = randomLayout(Random, Shape);
    uint64_t Offset = Random() % (3 * Shape.Bytes);
    uint64_t Bytes = 1 + Random() % (2 * Shape.Bytes);
    std::set<Place> Fast;
    for (const Range &R : mapped(L, Offset, Bytes))
      for (uint64_t B = 0; B != R.Bytes; ++B)
        Fast.emplace(R.Part, R.Start + B);
    std::set<Place> Slow = slowlyMapped(L, Offset, Bytes);
    // The beginning of a number belongs to it, wherever an access begins.
    for (const Place &P : Slow)
      ASSERT_TRUE(Fast.contains(P)) << P.first << " " << P.second;
    ASSERT_EQ(Fast.size(), Slow.size());
  }
}

TEST(Layout, OfPartsIsThatOfACompiler) {
  ElementLayout L = partedLayout(account(), {{1, 0}, {2, 3}}, false);
  EXPECT_EQ(L.Strides, (std::vector<uint64_t>{16, 16}));
  EXPECT_EQ(L.Pieces, (std::vector<LayoutPiece>{{0, 8, 0, 8, 8},
                                                {8, 1, 0, 0, 1},
                                                {12, 4, 1, 0, 4},
                                                {16, 10, 1, 4, 10}}));
  // The third element's id, then its count.
  EXPECT_EQ(mapped(L, 64, 8), (Ranges{{0, 40, 8}}));
  EXPECT_EQ(mapped(L, 76, 4), (Ranges{{1, 32, 4}}));
  // Padding goes nowhere; neighbours become one.
  EXPECT_EQ(mapped(L, 9, 3), Ranges{});
  EXPECT_EQ(mapped(L, 12, 14), (Ranges{{1, 0, 14}}));
}

TEST(Layout, OfLinkedPartsHoldsThePointer) {
  ElementLayout L = partedLayout(account(), {{1}, {0, 2, 3}}, true);
  EXPECT_EQ(L.LinkOffset, 8u);
  EXPECT_EQ(L.Strides, (std::vector<uint64_t>{16, 24}));
}

TEST(Layout, OfNarrowerNumbersHalvesWhatCoversThem) {
  ElementShape Numbers{"", 8, {{"element", "long", 0, 8, 8}}};
  ElementLayout L = shrunkLayout(Numbers, {0});
  EXPECT_EQ(L.Strides, std::vector<uint64_t>{4});
  EXPECT_EQ(mapped(L, 16, 32), (Ranges{{0, 8, 16}}));
  EXPECT_EQ(mapped(L, 20, 4), (Ranges{{0, 8, 4}}));
}

TEST(Layout, SeparatesMembersByLines) {
  ElementLayout L = separatedLayout(account(), 64);
  EXPECT_EQ(L.Strides, std::vector<uint64_t>{256});
  EXPECT_EQ(mapped(L, 12, 4), (Ranges{{0, 128, 4}}));
}

TEST(Layout, SaysWhatIsWrongWithIt) {
  ElementLayout L = sameLayout(16);
  EXPECT_EQ(L.problem(), "");
  L.Pieces = {{0, 8, 0, 0, 8}, {8, 8, 0, 4, 8}};
  EXPECT_EQ(L.problem(), "pieces at 0 and 8 overlap");
  L.Pieces = {{0, 8, 0, 12, 8}};
  EXPECT_EQ(L.problem(), "piece at 0 leaves its part");
  L.Pieces = {{8, 8, 0, 8, 8}, {0, 8, 0, 0, 8}};
  EXPECT_EQ(L.problem(), "piece at 0 is out of order");
}

} // namespace
