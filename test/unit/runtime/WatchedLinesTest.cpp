//===- WatchedLinesTest.cpp - tests of the lines that are watched ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/WatchedLines.h"
#include "gtest/gtest.h"

using namespace memfacet;
using namespace memfacet::sharing;

namespace {

TEST(WatchedLines, AreThoseOfAFairPartOfTheWindows) {
  // However many windows there were before.
  WatchedLines Lines{};
  for (unsigned I = 0; I != 1000; ++I)
    Lines.beginWindow();
  EXPECT_FALSE(Lines.suspects());
  uint32_t First = Lines.beginWindow();
  for (uint32_t Windows = 1; Windows != 8; ++Windows) {
    Lines.noteWindows(77, Windows, First);
    EXPECT_FALSE(Lines.has(77));
    EXPECT_TRUE(Lines.suspects());
    Lines.beginWindow();
  }
  Lines.noteWindows(77, 8, First);
  EXPECT_TRUE(Lines.has(77));
  // A line that has its turn now and then.
  First = Lines.beginWindow();
  for (uint32_t Windows = 1; Windows != 50; ++Windows) {
    Lines.noteWindows(78, Windows, First);
    for (unsigned I = 0; I != 5; ++I)
      Lines.beginWindow();
  }
  EXPECT_FALSE(Lines.has(78));
  for (unsigned I = 0; I != 20; ++I)
    Lines.beginWindow();
  EXPECT_FALSE(Lines.suspects());
}

TEST(WatchedLines, AreDroppedIfTheyAreMissedSeldom) {
  constexpr uint64_t Period = 1 << 25; // instructions between reviews
  WatchedLines Lines{};
  for (uint64_t Line : {64, 65}) {
    uint32_t First = Lines.beginWindow();
    Lines.noteWindows(Line, 8, First);
  }
  Lines.advance(Period, 0);
  EXPECT_TRUE(Lines.has(64)); // new ones are kept
  EXPECT_TRUE(Lines.has(65));
  for (unsigned I = 0; I != 1024; ++I)
    Lines.noteMiss(64);
  for (unsigned I = 0; I != 63; ++I)
    Lines.noteMiss(65);
  Lines.advance(Period - 1, 0);
  EXPECT_TRUE(Lines.has(65));
  Lines.advance(1, 0);
  EXPECT_TRUE(Lines.has(64));
  EXPECT_FALSE(Lines.has(65));
  EXPECT_EQ(Lines.residues(), ResidueSet(1));
  // From then on it takes twice as many windows.
  uint32_t First = Lines.beginWindow();
  Lines.noteWindows(65, 15, First);
  EXPECT_FALSE(Lines.has(65));
  Lines.noteWindows(65, 16, First);
  EXPECT_TRUE(Lines.has(65));
}

// Lines that lie 2048 bytes apart: two residues have them, and line 3 is alone.
TEST(WatchedLines, AreAllOfAResidueThatHasMostMisses) {
  constexpr uint64_t Period = 1 << 25;
  WatchedLines Lines{};
  for (uint32_t Misses = 1; Misses != 10; ++Misses)
    for (uint64_t Line = 0; Line != 64; ++Line)
      Lines.note(7 + Line * 32, Misses);
  for (uint32_t Misses = 1; Misses != 100; ++Misses)
    Lines.note(3, Misses);
  Lines.choose();
  EXPECT_TRUE(Lines.has(7));
  EXPECT_TRUE(Lines.has(7 + 64)) << "not the line with most misses alone";
  EXPECT_TRUE(Lines.has(39 + 640));
  EXPECT_TRUE(Lines.has(3));
  EXPECT_FALSE(Lines.has(3 + 64));
  EXPECT_EQ(std::popcount(Lines.residues()), 3);
  // Misses of any of its lines keep it.
  Lines.advance(Period, 0);
  for (uint64_t Line = 0; Line != 1024; ++Line)
    Lines.noteMiss(7 + Line * 64);
  Lines.advance(Period, 0);
  EXPECT_TRUE(Lines.has(7));
  EXPECT_FALSE(Lines.has(39));
}

// Lookups take time. A part of the lines tells as much.
TEST(WatchedLines, AreAPartOfAResidueThatIsAccessedOften) {
  constexpr uint64_t Period = 1 << 25, Most = Period / 1024;
  WatchedLines Lines{};
  for (uint32_t Misses = 1; Misses != 10; ++Misses)
    for (uint64_t Line = 0; Line != 64; ++Line)
      Lines.note(7 + Line * 32, Misses);
  for (uint32_t Misses = 1; Misses != 100; ++Misses)
    Lines.note(3, Misses);
  Lines.choose();
  auto Followed = [&] {
    unsigned Count = 0;
    for (uint64_t Line = 0; Line != 1024; ++Line)
      Count += Lines.has(7 + Line * 64);
    return Count;
  };
  auto Review = [&](uint64_t Lookups, unsigned Misses) {
    for (uint64_t Line : {7, 39, 3})
      for (unsigned I = 0; I != Misses; ++I)
        Lines.noteMiss(Line);
    Lines.advance(Period, Lookups);
  };
  Review(Most, 1024);
  EXPECT_EQ(Followed(), 1024u);
  Review(4 * Most, 1024);
  EXPECT_NEAR(Followed(), 256, 16);
  EXPECT_TRUE(Lines.has(3)) << "a single line is no part";
  // They stand for four times as many misses.
  Review(Most, 256);
  EXPECT_NEAR(Followed(), 256, 16);
  Review(1000 * Most, 256);
  EXPECT_NEAR(Followed(), 64, 8) << "the least part";
  Lines.forget();
  EXPECT_FALSE(Lines.has(7));
}

TEST(WatchedLines, AreNoResiduesWhereAllHaveTheSame) {
  WatchedLines Lines{};
  for (uint32_t Misses = 1; Misses != 100; ++Misses)
    for (uint64_t Line = 0; Line != 640; ++Line)
      Lines.note(Line, Misses);
  Lines.choose();
  EXPECT_EQ(Lines.residues(), ResidueSet(0));
}

// A loop that hands over many lines misses each of them seldom.
TEST(WatchedLines, AreKeptAsASample) {
  constexpr uint64_t Period = 1 << 25;
  WatchedLines Lines{};
  for (uint32_t Misses = 1; Misses != 200; ++Misses)
    for (uint64_t Line = 0; Line != 20; ++Line)
      Lines.note(Line, Misses);
  Lines.choose();
  EXPECT_EQ(std::popcount(Lines.residues()), int(MostWatchedLines));
  Lines.advance(Period, 0);
  for (uint64_t Line = 0; Line != 20; ++Line)
    for (uint64_t I = 0; I != 100 + Line; ++I)
      Lines.noteMiss(Line);
  Lines.advance(Period, 0);
  EXPECT_EQ(std::popcount(Lines.residues()), 4);
}

TEST(WatchedLines, AreFewIfTheyAreMissedSeldom) {
  for (uint32_t Misses : {7, 8, 63}) {
    WatchedLines Lines{};
    for (uint32_t I = 1; I <= Misses; ++I)
      for (uint64_t Line = 0; Line != 20; ++Line)
        Lines.note(Line, I);
    Lines.choose();
    EXPECT_EQ(std::popcount(Lines.residues()), Misses < 8 ? 0 : 4);
  }
}

} // namespace
