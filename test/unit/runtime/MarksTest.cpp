//===- MarksTest.cpp - how far marks reach --------------------------------===//

#include "runtime/filter/Marks.h"
#include "runtime/process/Process.h"
#include <gtest/gtest.h>
#include <ostream>

namespace memfacet {

// One for the whole program, as in the runtime.
constinit Process TheProcess{};

bool operator==(Extent A, Extent B) {
  return A.Low == B.Low && A.High == B.High;
}
std::ostream &operator<<(std::ostream &To, Extent E) {
  return To << std::hex << E.Low << " to " << E.High;
}

} // namespace memfacet

namespace {

using namespace memfacet;

constexpr uint64_t Page = 4096;

/// Each test has addresses of its own.
struct Marks : testing::Test {
  static inline uint64_t Next = uint64_t(1) << 40;
  const uint64_t B = Next += 64 * Page;

  Extent changed(uint64_t Low, uint64_t High) {
    return changedByMark(B + Low, B + High);
  }
  void mark(uint64_t Low, uint64_t High) { setMark(B + Low, B + High); }
  Extent at(uint64_t Low, uint64_t High) { return {B + Low, B + High}; }
};

} // namespace

TEST_F(Marks, ChangeWholeLinesWhereThereAreNone) {
  EXPECT_EQ(changed(0, 64), at(0, 64));
  EXPECT_EQ(changed(70, 130), at(64, 192));
  EXPECT_EQ(changed(70, 70), at(64, 128)); // as one byte
}

TEST_F(Marks, OfNeighboursAndOfThoseAroundNothingChanges) {
  mark(0, 1024);
  for (uint64_t At = 0; At != 1024; At += 128) {
    EXPECT_EQ(changed(At, At + 128), at(At, At + 128));
    mark(At, At + 128);
  }
  EXPECT_EQ(changed(128, 256), at(128, 256));
  EXPECT_EQ(changed(132, 252), at(128, 256));
}

TEST_F(Marks, ThoseThatEndMayReachAsFarAsTheLargestInThePage) {
  mark(8192, 8192 + 100);
  mark(8192 + 4096, 8192 + 4096 + 2000); // in another page
  // Up to 127 bytes.
  EXPECT_EQ(changed(8192 + 96, 8192 + 120), at(8192 - 64, 8192 + 256));
  EXPECT_EQ(changed(8192 - 64, 8192 + 64), at(8192 - 192, 8192 + 192));
  EXPECT_EQ(changedByEnd(B + 8192), at(8192, 8192 + 128));
  EXPECT_EQ(changedByEnd(B + 8192 + 4096), at(8192 + 4096, 8192 + 6144));
}

TEST_F(Marks, AnEndWhereALineEndsIsSeen) {
  mark(1056, 1152);
  EXPECT_EQ(changed(1088, 1216), at(960, 1344));
}

TEST_F(Marks, WhatEndsInsideOfFourBytesIsSeen) {
  mark(1026, 1031);
  EXPECT_EQ(changed(1028, 1032), at(960, 1088));
  EXPECT_EQ(changed(1029, 1084), at(960, 1152));
  EXPECT_EQ(changed(1084, 1088), at(1024, 1152)); // nobody knows
}

TEST_F(Marks, LocalsCoverTheirEnds) {
  mark(1088, 1216);
  setPiece(B + 1152, B + 1280);
  hideMarks(B + 1152, B + 1280);
  EXPECT_EQ(changed(1184, 1248), at(896, 1536));
}

TEST_F(Marks, EndWithABlockInItsWholePages) {
  mark(0, 2000);
  mark(Page, Page + 2000);
  forgetMarks(B + 16, B + 2 * Page);
  EXPECT_EQ(changedByEnd(B), at(0, 2048));
  EXPECT_EQ(changedByEnd(B + Page), at(Page, Page + 64));
}

TEST_F(Marks, OutsideTheAddressSpaceAnythingMayChange) {
  constexpr uint64_t End = uint64_t(1) << AddressSpaceBits;
  EXPECT_EQ(changedByMark(End - 8, End + 8), (Extent{0, End}));
  EXPECT_EQ(changedByEnd(End), (Extent{0, 0}));
}
