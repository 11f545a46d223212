//===- AnnotationsTest.cpp - what memfacet.h says -------------------------===//

#include "memfacet/Tables.h"
#include "test/runtime/support/Run.h"
#include <cstring>

namespace {

using Words = std::vector<uint64_t>;

uint64_t wordOf(const char *Text) {
  uint64_t Word = 0;
  std::memcpy(&Word, Text, std::min<size_t>(std::strlen(Text), 8));
  return Word;
}

struct Annotations {
  Outcome O = runUnderCollector("annotates", {});
  uint64_t Memory = strtoull(O.Errors.c_str(), nullptr, 16);
  std::vector<Item> Items; ///< between the two records

  Annotations() {
    bool Inside = false;
    for (const Item &I : O.Recorded.items(0))
      if (I.isBlock())
        Inside = I.Words[0] == 0xbe9;
      else if (Inside && !I.is(EventKind::Tick))
        Items.push_back(I);
  }
  /// Words without the order number.
  Words words(size_t I) const {
    return {Items.at(I).Words.begin() + 1, Items.at(I).Words.end()};
  }
  uint32_t argument(size_t I) const { return eventArgument(Items[I].Header); }
};

} // namespace

TEST(Annotations, TheProgramDoesWhatItDidWithoutThem) {
  Annotations A;
  EXPECT_EQ(A.O.Errors.substr(A.O.Errors.size() - 6), "1 1 1\n");
}

TEST(Annotations, EachIsOneEventAndEmptyOnesAreNone) {
  Annotations A;
  uint64_t M = A.Memory;
  ASSERT_EQ(A.Items.size(), 10u);
  EXPECT_TRUE(A.Items[0].is(EventKind::MarkBegin));
  EXPECT_EQ(A.words(0), (Words{M, 64, 0x5170, 0, 0xc2, 0xc1}));
  EXPECT_TRUE(A.Items[1].is(EventKind::MarkBegin));
  EXPECT_EQ(A.words(1),
            (Words{M + 64, 8, 0, 12, wordOf("twelve c"), wordOf("hars")}));
  EXPECT_EQ(A.argument(1), uint32_t(MarkKind::Object));
  EXPECT_TRUE(A.Items[2].is(EventKind::MarkEnd));
  EXPECT_EQ(A.words(2), (Words{M, 0}));
  EXPECT_TRUE(A.Items[3].is(EventKind::MarkEnd));
  EXPECT_EQ(A.words(3), (Words{M, 128}));
  EXPECT_TRUE(A.Items[4].is(EventKind::Rename));
  EXPECT_EQ(A.words(4), (Words{M + 64, 1, wordOf("b")}));
  EXPECT_TRUE(A.Items[6].is(EventKind::MarkEnd));
  EXPECT_EQ(A.words(6), (Words{M, 0}));
  EXPECT_TRUE(A.Items[7].is(EventKind::Phase));
  EXPECT_EQ(A.Items[7].Words, (Words{5, wordOf("start")}));
  EXPECT_TRUE(A.Items[8].is(EventKind::Interest));
  EXPECT_EQ(A.argument(8), 1u);
  EXPECT_TRUE(A.Items[9].is(EventKind::Interest));
  EXPECT_EQ(A.argument(9), 0u);
}

TEST(Annotations, LongNamesAreCut) {
  Annotations A;
  ASSERT_EQ(A.Items.size(), 10u);
  Words Region = A.words(5);
  ASSERT_EQ(Region.size(), 4 + MaxNameBytes / 8);
  EXPECT_EQ(A.argument(5), uint32_t(MarkKind::Region));
  EXPECT_EQ(Region[1], 256u);
  EXPECT_EQ(Region[3], uint64_t(MaxNameBytes));
  EXPECT_EQ(Region.back(), wordOf("xxxxxxxx"));
}
