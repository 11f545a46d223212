//===- ProfileTest.cpp - parts of a profile -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/Profile.h"
#include "analysis/result/profile/BlockVectors.h"
#include "analysis/result/profile/RecordType.h"
#include "test/support/Test.h"

namespace {

TEST(BlockVectors, PackedCountsAreTheSameWhenUnpacked) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<BlockCount> Counts;
    uint32_t Blocks = 1 + uint32_t(Random() % 1000);
    for (uint32_t B = 0; B != Blocks; ++B)
      if (Random() % 4 == 0)
        Counts.push_back({B, 1 + (Random() >> Random() % 64)});
    EXPECT_EQ(unpackCounts(packCounts(Counts), Blocks), Counts);
  }
}

TEST(BlockVectors, RenumberedCountsAreThoseOfRenumberedBlocks) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<BlockCount> Counts, Expected;
    std::vector<uint32_t> Numbers;
    uint32_t Blocks = 1 + uint32_t(Random() % 3000), Next = 0;
    for (uint32_t B = 0; B != Blocks; ++B) {
      Numbers.push_back(Next);
      if (Random() % 3 == 0)
        continue;
      uint64_t Count = 1 + (Random() >> Random() % 64);
      Counts.push_back({B, Count});
      Expected.push_back({Next, Count});
      Next += Random() % 100 == 0 ? 1000 : 1;
    }
    EXPECT_EQ(renumberCounts(packCounts(Counts), Numbers),
              packCounts(Expected));
  }
}

TEST(BlockVectors, SmallCountsOfNeighboursTakeTwoBytes) {
  std::vector<BlockCount> Counts = {{0, 1}, {1, 127}, {2, 5}};
  EXPECT_EQ(packCounts(Counts), std::string("\0\1\0\x7f\0\5", 6));
}

TEST(BlockVectors, DamageIsSeen) {
  std::vector<BlockCount> Counts = {{3, 1}, {4, 1000}};
  std::string Packed = packCounts(Counts);
  EXPECT_FALSE(unpackCounts(Packed, 4));
  EXPECT_TRUE(unpackCounts(Packed, 5));
  EXPECT_FALSE(unpackCounts(Packed.substr(0, Packed.size() - 1), 5));
}

IntervalPlace place(uint32_t Thread, uint32_t Interval, uint64_t Start) {
  IntervalPlace P;
  P.Thread = Thread;
  P.Interval = Interval;
  P.Start = Start;
  return P;
}

TEST(CutIntervals, BeginBeforeTheirNumberSays) {
  Profile P;
  P.IntervalInstructions = 100;
  P.Signatures.Places = {place(0, 0, 0), place(0, 1, 100), place(0, 2, 203),
                         place(1, 0, 0), place(1, 1, 99),  place(2, 4, 400)};
  EXPECT_FALSE(P.hasCutIntervals(0));
  EXPECT_TRUE(P.hasCutIntervals(1));
  EXPECT_FALSE(P.hasCutIntervals(2));
  EXPECT_FALSE(P.hasCutIntervals(3));
}

TEST(Layouts, MembersComeByOffset) {
  std::optional<RecordType> R =
      parseLayout("struct item\t48\n"
                  "m\t8\t8\tlow:3\tunsigned int\t1\t0\n"
                  "m\t0\t8\ttag\tchar\t1\t0\n"
                  "p\t32\t64\tstruct point\n"
                  "m\t32\t32\tpos[].x\tint\t4\t64\n");
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Name, "struct item");
  EXPECT_EQ(R->Bytes, 48u);
  EXPECT_EQ(R->Members,
            (std::vector<RecordMember>{{"tag", "char", 0, 8, 1, 0},
                                       {"low:3", "unsigned int", 8, 8, 1, 0},
                                       {"pos[].x", "int", 32, 32, 4, 64}}));
  EXPECT_EQ(R->Parts, (std::vector<RecordPart>{{"struct point", 32, 64}}));
}

TEST(Layouts, WhatMakesNoSenseIsNone) {
  for (const char *Text :
       {"", "struct s", "struct s\t", "struct s\tx\n", "struct s\t0\n", "\t8\n",
        "struct s\t8\nx\t0\t8\n", "struct s\t8\nm\t0\n",
        "struct s\t8\nm\t0\t65\ta\tint\t1\t0\n",
        "struct s\t8\nm\t64\t8\ta\tint\t1\t0\n",
        "struct s\t8\nm\t0\t8\ta\tint\t0\t0\n",
        "struct s\t8\nm\t0\t8\ta\tint\t2\t0\n",
        "struct s\t8\nm\t0\t8\ta\tint\t9\t8\n",
        "struct s\t8\nm\t0\t8\ta\tint\t2\t4\n",
        "struct s\t8\nm\t18446744073709551615\t2\ta\tint\t1\t0\n",
        "struct s\t18446744073709551615\n", "struct s\t8\np\t0\t65\tt\n"})
    EXPECT_FALSE(parseLayout(Text)) << Text;
}

TEST(Layouts, ManyMembersTakeNoMoreThanTheirTurn) {
  // Backwards: each would have to go in front of all others.
  std::string Text = "struct s\t400000\n";
  for (int I = 400'000; I-- != 0;)
    Text += fmt::format("m\t{}\t8\tm{}\tchar\t1\t0\n", I * 8, I);
  std::optional<RecordType> R = parseLayout(Text);
  ASSERT_TRUE(R);
  ASSERT_EQ(R->Members.size(), 400'000u);
  EXPECT_EQ(R->Members.front().Name, "m0");
  EXPECT_EQ(R->Members.back().Name, "m399999");
}

TEST(Layouts, DamageIsNoCrash) {
  const std::string Good = "struct s\t24\nm\t0\t32\ta\tint\t2\t96\n"
                           "p\t0\t96\tstruct t\nm\t64\t8\tb\tchar\t1\t0\n";
  ASSERT_TRUE(parseLayout(Good));
  std::mt19937 Random(1);
  for (int Round = 0; Round != 2000; ++Round) {
    std::string Text = Good;
    for (int I = 0; I != 3; ++I)
      Text[Random() % Text.size()] = "0189\t\nmpx"[Random() % 9];
    if (std::optional<RecordType> R = parseLayout(Text))
      for (const RecordMember &M : R->Members)
        EXPECT_LE(M.BitOffset + M.Bits, R->Bytes * 8) << Text;
  }
}

} // namespace
