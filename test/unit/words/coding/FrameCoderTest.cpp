//===- FrameCoderTest.cpp - what is coded comes back ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/Test.h"
#include "test/unit/words/coding/MadeUpFrames.h"

namespace {

class FrameCoding : public testing::Test {
protected:
  /// Codes, expands with an expander that knows nothing, compares. Returns the
  /// bytes.
  size_t roundTrip(const std::vector<KeptSegment> &Segments) {
    FrameWords Frame = frameOf(Segments);
    std::vector<char> Coded;
    Status S = Coder.code(Frame, Coded);
    EXPECT_TRUE(S);
    EXPECT_LE(Coded.size(), maxCodedBytes(allWords(Frame)));
    FrameExpander Expander;
    ExpandedFrame Back;
    Status E = Expander.expand(Coded, allWords(Frame), Back);
    EXPECT_TRUE(E) << E.error().Message;
    EXPECT_TRUE(E && segmentsOf(Back) == Segments);
    return Coded.size();
  }

  FixedLengths Lengths;
  FrameCoder Coder{Lengths};
};

TEST_F(FrameCoding, GivesBackAnyWords) {
  for (uint64_t Seed = 0; Seed != 40; ++Seed) {
    std::mt19937_64 Random(Seed);
    size_t Words = size_t(1) << Random() % 16;
    roundTrip(cutAnywhere(Random, madeUpWords(Random, Words),
                          1 + uint32_t(Seed % 5)));
  }
}

TEST_F(FrameCoding, GivesBackNoise) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<uint64_t> Words(Random() % 5000);
    for (uint64_t &W : Words)
      W = Random() >> Random() % 64 << Random() % 64;
    roundTrip(cutAnywhere(Random, Words, 3));
  }
}

TEST_F(FrameCoding, GivesBackRepeats) {
  for (uint64_t Seed = 0; Seed != 40; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<uint64_t> Part = madeUpWords(Random, 2000), Words;
    for (int I = 0; I != 10; ++I) {
      auto Begin = ptrdiff_t(Random() % Part.size());
      Words.insert(Words.end(), Part.begin() + Begin, Part.end());
      Words[Random() % Words.size()] += 8;
    }
    roundTrip(cutAnywhere(Random, Words, 1 + uint32_t(Seed % 2)));
  }
}

TEST_F(FrameCoding, RepeatsTakeNearlyNothing) {
  std::mt19937_64 Random(3);
  StreamBuilder Stream;
  for (int I = 0; I != 1000; ++I) {
    uint64_t Block = Random() % 8 + 1;
    std::vector<uint64_t> Slots;
    while (Slots.size() != Block)
      Slots.push_back(Random());
    Stream.block(Block * 0x100, Slots);
  }
  std::vector<uint64_t> Part = Stream.words(), Words;
  size_t Single = roundTrip({{0, Part}});
  EXPECT_GT(Single, Part.size() * 6);
  for (int I = 0; I != 20; ++I)
    Words.insert(Words.end(), Part.begin(), Part.end());
  // Some records of the first repeat pass before one is looked at.
  EXPECT_LT(roundTrip({{0, Words}}), Single + 3000);
  EXPECT_LT(roundTrip({{0, Words}, {1, Words}, {0, Part}}), 2 * Single + 6000);
}

TEST_F(FrameCoding, GivesBackSegmentsWithoutWords) {
  roundTrip({{7, {}}});
  roundTrip({{7, {}}, {8, {1}}, {7, {}}, {9, {}}});
}

TEST_F(FrameCoding, ARecordThatIsCutByItsLaneIsPlain) {
  roundTrip({{0, {0x800, 1, 2}}, {1, {0x100, 5, 0x300, 1}}, {0, {3, 4, 5}}});
}

TEST_F(FrameCoding, MoreRowsThanAFrameCanHaveArePlain) {
  // Each event's argument makes a header of its own.
  StreamBuilder Stream;
  for (uint32_t I = 0; I != MaxFrameRows + 1000; ++I)
    Stream.event(EventKind::ThreadJoin, {I}, I);
  roundTrip({{0, Stream.words()}});
  roundTrip({{0, Stream.words()}});
}

TEST_F(FrameCoding, RecordsWithoutSlotsAreRows) {
  StreamBuilder Stream;
  for (int I = 0; I != 20000; ++I)
    Stream.raw({eventHeader(EventKind::ThreadEnd, 2), 5});
  // Not ordered, no payload: only a header.
  for (int I = 0; I != 20000; ++I)
    Stream.raw({eventHeader(EventKind(19), 2), 5});
  EXPECT_LT(roundTrip({{0, Stream.words()}}), 400u);
}

TEST_F(FrameCoding, RegularRecordsTakeNearlyNothing) {
  StreamBuilder Stream;
  for (uint64_t I = 0; I != 20000; ++I)
    Stream.block(0x300, {0x1000 + 8 * I, 0x7fff0000, 0x900000 - 4 * I});
  // The kinds of two planes' blocks are most of 20000 equal residuals.
  EXPECT_LT(roundTrip({{0, Stream.words()}}), 400u + 20000 / 64);
}

TEST_F(FrameCoding, WhatAnotherSlotForetellsTakesNearlyNothing) {
  std::mt19937_64 Random(1);
  StreamBuilder Stream;
  size_t Bytes = 0;
  // The first frame finds the source, the next ones use it.
  for (int Frame = 0; Frame != 4; ++Frame) {
    Stream = StreamBuilder();
    for (uint64_t I = 0; I != 5000; ++I) {
      uint64_t Node = 0x100000 + 64 * (Random() % 0x4000);
      Stream.block(0x100, {Node}).block(0x200, {Node + 8, Node + 56});
    }
    Bytes = roundTrip({{0, Stream.words()}});
  }
  // 5000 numbers of 14 bits in two bytes, one of which has two bits.
  EXPECT_LT(Bytes, 5000u * 15 / 8 + 600);
  EXPECT_GT(Bytes, 5000u * 14 / 8);
}

TEST_F(FrameCoding, ThreadsDoNotDisturbEachOther) {
  std::vector<KeptSegment> Segments;
  for (uint64_t I = 0; I != 2000; ++I)
    for (uint32_t Thread : {0u, 1u, 2u})
      Segments.push_back(
          {Thread, {0x100, 0x1000000 * (Thread + 1) + 8 * (I * I % 977)}});
  size_t Whole = roundTrip(Segments);
  std::vector<KeptSegment> OneByOne;
  for (uint32_t Thread : {0u, 1u, 2u})
    for (const KeptSegment &S : Segments)
      if (S.Thread == Thread)
        OneByOne.push_back(S);
  FrameCoder Single(Lengths);
  std::vector<char> Coded;
  ASSERT_TRUE(Single.code(frameOf(OneByOne), Coded));
  // The order of the segments is all that is added: two bits each.
  EXPECT_LT(Whole, Coded.size() + 6000 / 4 + 400);
}

/// Blocks that get longer when other tables are loaded.
struct ChangingLengths final : RecordLength {
  uint32_t blockWords(uint64_t Address) const override {
    return Address == 0x100 ? Current : 0;
  }
  uint32_t Current = 2;
};

TEST(FrameCodingOfChangingTables, FollowsThem) {
  ChangingLengths Lengths;
  FrameCoder Coder(Lengths);
  size_t Bytes[3];
  for (size_t &Size : Bytes) {
    StreamBuilder Stream;
    std::vector<uint64_t> Slots(Lengths.Current - 1, 0x5000);
    for (int I = 0; I != 5000; ++I)
      Stream.block(0x100, Slots);
    FrameWords Frame = frameOf({{0, Stream.words()}});
    std::vector<char> Coded;
    ASSERT_TRUE(Coder.code(Frame, Coded));
    ExpandedFrame Back;
    ASSERT_TRUE(FrameExpander().expand(Coded, allWords(Frame), Back));
    EXPECT_EQ(Back.Words, Stream.words());
    Size = Coded.size();
    Lengths.Current = 4;
  }
  // The frame after the change still has the old lengths.
  EXPECT_LT(Bytes[0], 300u);
  EXPECT_LT(Bytes[2], 300u);
}

/// A trace should have none.
TEST_F(FrameCoding, GivesBackSelectedRecords) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    std::mt19937_64 Random(Seed);
    StreamBuilder Stream;
    while (Stream.size() < 5000) {
      Stream.selected(SelectedKind(Random() % 6), Random() >> 17,
                      0x500000 + Random() % 100 * 32, uint32_t(Random()));
      if (Random() % 8 == 0)
        Stream.block(0x200, {Random(), Random()});
    }
    roundTrip(cutAnywhere(Random, Stream.words(), 1 + uint32_t(Seed % 3)));
  }
}

} // namespace
