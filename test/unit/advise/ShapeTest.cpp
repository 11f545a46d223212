//===- ShapeTest.cpp - what an element's bytes are ------------------------===//

#include "analysis/advise/ElementShape.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

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

} // namespace

TEST(ElementShape, KeepsTogetherWhatSharesBytes) {
  std::optional<ElementShape> Shape = shapeOf(node());
  ASSERT_TRUE(Shape);
  ASSERT_EQ(Shape->Units.size(), 4u);
  EXPECT_EQ(Shape->Units[1].Name, "u.whole|u.half");
  EXPECT_EQ(Shape->Units[1].Begin, 8u);
  EXPECT_EQ(Shape->Units[1].Bytes, 4u);
  EXPECT_EQ(Shape->Units[2].Align, 1u);
  EXPECT_EQ(Shape->Units[3].Name, "at[].x|at[].y");
  EXPECT_EQ(Shape->Units[3].Begin, 32u);
  EXPECT_EQ(Shape->Units[3].Bytes, 16u);
  EXPECT_EQ(Shape->padding(), 16u);
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
  std::optional<ElementShape> Shape = shapeOf(P, StructureId(2));
  ASSERT_TRUE(Shape);
  EXPECT_EQ(Shape->Bytes, 64u); // the other one is too large
  P.BySite.pop_back();
  EXPECT_FALSE(shapeOf(P, StructureId(2)));
}

TEST(ElementShape, OfNumbersIsOneUnit) {
  Profile P = handMadeProfile({heapStructure("next", 100, 10, 0)});
  P.Structures[2].Type = "size_t[]";
  P.Structures[2].ElementBytes = 8;
  std::optional<ElementShape> Shape = shapeOf(P, StructureId(2));
  ASSERT_TRUE(Shape);
  ASSERT_EQ(Shape->Units.size(), 1u);
  EXPECT_TRUE(isWideInteger(Shape->Units[0].Type));
  EXPECT_FALSE(isWideInteger("unsigned int"));
  EXPECT_TRUE(isPointer("const struct node *"));
  EXPECT_TRUE(isPointer("struct node *[4]"));
  EXPECT_FALSE(isPointer("int[4]"));
}
