//===- AnnotationsTest.cpp - what memfacet.h says -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Tables.h"
#include "test/runtime/support/Run.h"
#include <cstring>

namespace {

uint64_t wordOf(const char *Text) {
  uint64_t Word = 0;
  std::memcpy(&Word, Text, std::min<size_t>(std::strlen(Text), 8));
  return Word;
}

class Annotations : public testing::Test, protected BetweenRecords {
protected:
  uint64_t Memory = strtoull(O.Errors.c_str(), nullptr, 16);

  Annotations() : BetweenRecords("annotates") {
    std::erase_if(Items, [](const Item &I) { return I.is(EventKind::Tick); });
  }
};

} // namespace

TEST_F(Annotations, TheProgramDoesWhatItDidWithoutThem) {
  EXPECT_EQ(O.Errors.substr(O.Errors.size() - 6), "1 1 1\n");
}

TEST_F(Annotations, EachIsOneEventAndEmptyOnesAreNone) {
  uint64_t M = Memory;
  ASSERT_EQ(Items.size(), 10u);
  EXPECT_TRUE(Items[0].is(EventKind::MarkBegin));
  EXPECT_EQ(words(0), (Words{M, 64, 0x5170, 0, 0xc2, 0xc1}));
  EXPECT_TRUE(Items[1].is(EventKind::MarkBegin));
  EXPECT_EQ(words(1),
            (Words{M + 64, 8, 0, 12, wordOf("twelve c"), wordOf("hars")}));
  EXPECT_EQ(argument(1), uint32_t(MarkKind::Object));
  EXPECT_TRUE(Items[2].is(EventKind::MarkEnd));
  EXPECT_EQ(words(2), (Words{M, 0}));
  EXPECT_TRUE(Items[3].is(EventKind::MarkEnd));
  EXPECT_EQ(words(3), (Words{M, 128}));
  EXPECT_TRUE(Items[4].is(EventKind::Rename));
  EXPECT_EQ(words(4), (Words{M + 64, 1, wordOf("b")}));
  EXPECT_TRUE(Items[6].is(EventKind::MarkEnd));
  EXPECT_EQ(words(6), (Words{M, 0}));
  EXPECT_TRUE(Items[7].is(EventKind::Phase));
  EXPECT_EQ(Items[7].Words, (Words{5, wordOf("start")}));
  EXPECT_TRUE(Items[8].is(EventKind::Interest));
  EXPECT_EQ(argument(8), 1u);
  EXPECT_TRUE(Items[9].is(EventKind::Interest));
  EXPECT_EQ(argument(9), 0u);
}

TEST_F(Annotations, LongNamesAreCut) {
  ASSERT_EQ(Items.size(), 10u);
  Words Region = words(5);
  ASSERT_EQ(Region.size(), 4 + MaxNameBytes / 8);
  EXPECT_EQ(argument(5), uint32_t(MarkKind::Region));
  EXPECT_EQ(Region[1], 256u);
  EXPECT_EQ(Region[3], uint64_t(MaxNameBytes));
  EXPECT_EQ(Region.back(), wordOf("xxxxxxxx"));
}
