//===- FrameExpanderTest.cpp - damaged frames are errors ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/Test.h"
#include "test/unit/words/coding/MadeUpFrames.h"
#include <cstring>

namespace {

/// A frame whose parts are not compressed, so that damage to them is not found
/// by zstd but by the expander.
class DamagedFrame : public testing::Test {
protected:
  void SetUp() override {
    std::mt19937_64 Random(11);
    Segments = cutAnywhere(Random, madeUpWords(Random, 3000), 3);
    // Each thread repeats itself: there are copies.
    auto Copy = Segments;
    Segments.insert(Segments.end(), Copy.begin(), Copy.end());
    FrameWords Frame = frameOf(Segments);
    Words = allWords(Frame);
    FixedLengths Lengths;
    FrameCoder Coder(Lengths);
    std::vector<char> Coded;
    ASSERT_TRUE(Coder.code(Frame, Coded));
    FramePartsReader Parts;
    ASSERT_TRUE(Parts.unpack(Coded, Words));
    for (unsigned I = 0; I != FramePartCount; ++I) {
      auto Bytes = Parts.part(FramePart(I));
      PartBegin[I] = Good.size();
      Good.insert(Good.end(), Bytes.begin(), Bytes.end());
      Sizes.Parts[I] = {uint32_t(Bytes.size()), uint32_t(Bytes.size()),
                        PartPacking::None};
    }
  }

  /// Expands parts that have as few bytes after the words as there can be.
  std::string expand(const std::vector<char> &Parts) {
    std::vector<char> Coded(sizeof(Sizes));
    std::memcpy(Coded.data(), &Sizes, sizeof(Sizes));
    Coded.insert(Coded.end(), Parts.begin(), Parts.end());
    Status S = Expander.expand(Coded, Words, Back);
    return S ? "" : S.error().Message;
  }

  /// The directory's word \p At becomes \p Value.
  void setDirectory(std::vector<char> &Parts, size_t Byte, uint64_t Value) {
    size_t Length = Sizes.Parts[0].Bytes / PlaneCount;
    for (unsigned P = 0; P != PlaneCount; ++P)
      Parts[P * Length + Byte] = char(Value >> 8 * P);
  }

  std::vector<KeptSegment> Segments;
  size_t Words = 0;
  FramePartSizes Sizes = {};
  size_t PartBegin[FramePartCount];
  std::vector<char> Good;
  FrameExpander Expander;
  ExpandedFrame Back;
};

TEST_F(DamagedFrame, IsWholeWithoutDamage) {
  EXPECT_EQ(expand(Good), "");
  EXPECT_EQ(segmentsOf(Back), Segments);
}

TEST_F(DamagedFrame, EveryWordOfTheDirectoryMayBeAnything) {
  size_t Length = Sizes.Parts[0].Bytes / PlaneCount, Errors = 0;
  std::mt19937_64 Random(5);
  for (size_t Byte = 0; Byte != Length; ++Byte)
    for (uint64_t Value :
         {uint64_t(0), UINT64_MAX, uint64_t(1) << 32, Random() % 5000}) {
      std::vector<char> Bad = Good;
      setDirectory(Bad, Byte, Value);
      Errors += !expand(Bad).empty();
      EXPECT_LE(Back.Words.size(), Words);
    }
  // Threads, headers and first differences may be anything.
  EXPECT_GT(Errors, Length);
  EXPECT_LT(Errors, 4 * Length);
}

TEST_F(DamagedFrame, RandomBytesNeverCrash) {
  std::mt19937_64 Random(6);
  for (int Try = 0; Try != 3000; ++Try) {
    std::vector<char> Bad = Good;
    for (uint64_t I = 0; I <= Random() % 8; ++I)
      Bad[Random() % Bad.size()] = char(Random());
    expand(Bad);
    EXPECT_LE(Back.Words.size(), Words);
  }
}

TEST_F(DamagedFrame, RandomBytesOfACompressedOneNeverCrash) {
  FrameWords Frame = frameOf(Segments);
  FixedLengths Lengths;
  FrameCoder Coder(Lengths);
  std::vector<char> Coded;
  ASSERT_TRUE(Coder.code(Frame, Coded));
  std::mt19937_64 Random(7);
  for (int Try = 0; Try != 3000; ++Try) {
    std::vector<char> Bad = Coded;
    for (uint64_t I = 0; I <= Random() % 8; ++I)
      Bad[Random() % Bad.size()] = char(Random());
    Bad.resize(Bad.size() - (Try % 4 == 0 ? Random() % Bad.size() : 0));
    (void)Expander.expand(Bad, Words, Back);
    EXPECT_LE(Back.Words.size(), Words);
  }
}

TEST_F(DamagedFrame, CutPartsAreErrors) {
  for (unsigned I = 0; I != FramePartCount; ++I) {
    FramePartSizes Saved = Sizes;
    if (Sizes.Parts[I].Bytes == 0)
      continue;
    --Sizes.Parts[I].Bytes;
    --Sizes.Parts[I].Packed;
    std::vector<char> Bad = Good;
    Bad.erase(Bad.begin() + ptrdiff_t(PartBegin[I]));
    EXPECT_NE(expand(Bad), "") << "part " << I;
    Sizes = Saved;
  }
}

TEST_F(DamagedFrame, HugeClaimsTakeNoMemory) {
  Sizes.Parts[1].Bytes = UINT32_MAX;
  EXPECT_EQ(expand(Good),
            fmt::format("part 1 of a frame claims 4294967295 bytes, packed {}",
                        Sizes.Parts[1].Packed));
}

TEST_F(DamagedFrame, RowsThatAreNotListedAreErrors) {
  std::vector<char> Bad = Good;
  Bad[PartBegin[unsigned(FramePart::Rows)]] = char(0xfe);
  EXPECT_EQ(expand(Bad), "a frame has no row 254");
}

} // namespace
