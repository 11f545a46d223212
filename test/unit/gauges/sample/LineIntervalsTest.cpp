//===- LineIntervalsTest.cpp - how sure an estimate from some lines is ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/LineIntervals.h"
#include "test/support/Test.h"
#include <random>

namespace {

/// Misses of a structure's lines, by stretch; what of it is seen.
struct Planted {
  ResidueCounts Sampled;
  uint64_t All = 0; ///< misses of all lines in all stretches
  std::array<bool, MostSelectBits + 1> HasChosen = {};

  /// Line \p Line misses \p Times, in a stretch with \p Bits.
  void miss(unsigned Bits, uint64_t Line, uint64_t Times = 1) {
    All += Times;
    for (unsigned B = 0; B <= MostSelectBits; ++B)
      HasChosen[B] |= hasResidue(chosenLines(B), Line);
    if (hasResidue(chosenLines(Bits), Line))
      for (uint64_t I = 0; I != Times; ++I)
        Sampled.add(Bits, Line);
  }
};

uint64_t estimate(const ResidueCounts &C) {
  uint64_t Sum = 0;
  for (unsigned Bits = 0; Bits <= MostSelectBits; ++Bits)
    Sum += C.sum(Bits) << Bits;
  return Sum;
}

bool contains(const MissInterval &I, uint64_t Value) {
  return I.Low <= Value && Value <= I.High;
}

TEST(LineIntervals, WhatWasSeenOfAllLinesIsExact) {
  Planted P;
  for (uint64_t Line = 0; Line != 100; ++Line)
    P.miss(0, Line * 7, Line % 5);
  MissInterval I = missInterval(P.Sampled, {});
  EXPECT_EQ(I, (MissInterval{P.All, P.All}));
}

TEST(LineIntervals, EqualResiduesLeaveTheLeastError) {
  Planted P;
  for (uint64_t Line = 0; Line != 6400; ++Line)
    for (unsigned Bits : {0, 1, 3})
      P.miss(Bits, Line, 2);
  MissInterval I = missInterval(P.Sampled, {.Bits = 3});
  EXPECT_TRUE(contains(I, P.All));
  EXPECT_LT(I.High - I.Low, P.All / 50);
}

// Alike before: that says nothing of what three misses stand for.
TEST(LineIntervals, FewMissesOfOneResidueAreChance) {
  for (uint64_t Later : {130, 180, 380}) {
    Planted P;
    for (uint64_t Line = 0; Line != 3200; ++Line)
      P.miss(0, Line);
    P.miss(6, FirstChosenLine, 3);
    P.miss(6, FirstChosenLine + 1, Later - 3);
    MissInterval I = missInterval(P.Sampled, {.Bits = 6});
    EXPECT_TRUE(contains(I, P.All)) << I.Low << " " << P.All << " " << I.High;
  }
}

// One of rows that are 4096 bytes apart: all lines are in one residue.
TEST(LineIntervals, RowsInOneResidueAreWide) {
  for (uint64_t Residue : {FirstChosenLine, FirstChosenLine + 20}) {
    Planted P;
    for (uint64_t Row = 0; Row != 50; ++Row)
      for (unsigned Bits : {0, 3})
        P.miss(Bits, Row * 64 + Residue, 10);
    LineFacts Facts = {.Bits = 3,
                       .Touches = {2000, 2000},
                       .HasChosen = Residue == FirstChosenLine};
    MissInterval I = missInterval(P.Sampled, Facts);
    EXPECT_TRUE(contains(I, P.All)) << I.Low << " " << P.All << " " << I.High;
    EXPECT_GT(I.High, P.All * 5 / 4);
  }
}

TEST(LineIntervals, OneLineStandsForFewOrMany) {
  Planted P;
  P.miss(3, FirstChosenLine + 64, 1000);
  MissInterval I = missInterval(P.Sampled, {.Bits = 3});
  EXPECT_EQ(I.Low, 1000u);      // what was seen
  EXPECT_GT(I.High, 4u * 8000); // four such lines
}

// Few lines that meet in a set which is not chosen miss there all the time.
TEST(LineIntervals, MissesInOtherSetsMayGoOn) {
  for (unsigned Later : {0, 1}) {
    Planted P;
    for (uint64_t Line = 0; Line != 512; ++Line)
      P.miss(0, Line);
    P.miss(0, FirstChosenLine + 40, 640); // 1152 of 100,000 touches
    P.miss(6, FirstChosenLine, Later);
    P.miss(6, FirstChosenLine + 40, 450'000);
    LineFacts Facts = {.Bits = 6, .Touches = {100'000, 39'000'000}};
    MissInterval I = missInterval(P.Sampled, Facts);
    EXPECT_TRUE(contains(I, P.All)) << I.Low << " " << P.All << " " << I.High;
    EXPECT_LT(I.High, 1'000'000u);
  }
}

TEST(LineIntervals, WhereNoneIsSeenThreeMayBe) {
  ResidueCounts None;
  EXPECT_EQ(missInterval(None, {.Bits = 4, .Touches = {0, 1000}}),
            (MissInterval{0, 3 * 16}));
  // No more than there are accesses, and none without them.
  EXPECT_EQ(missInterval(None, {.Bits = 4, .Touches = {0, 7}}),
            (MissInterval{0, 7}));
  EXPECT_EQ(missInterval(None, {.Bits = 4}), (MissInterval{0, 0}));
  // No line is known to be chosen: any access may miss.
  EXPECT_EQ(
      missInterval(None, {.Bits = 4, .Touches = {0, 1000}, .HasChosen = false}),
      (MissInterval{0, 1000}));
}

/// Rows of 4096 bytes that are filled while all lines are chosen, and of which
/// then line \p Column is walked down.
MissInterval columnWalk(uint64_t Column, unsigned Bits, bool Windows,
                        Planted &P) {
  constexpr uint64_t Rows = 256, Walks = 400;
  for (uint64_t Line = 0; Line != Rows * SelectResidues; ++Line)
    P.miss(0, Line);
  WindowChanges Sampled;
  Sampled.begin(0);
  for (uint64_t Row = 0; Row != Rows; ++Row) {
    uint64_t Line = Row * SelectResidues + Column;
    P.miss(Bits, Line, Walks);
    Sampled.add(0, 1, Line * SelectLineBytes, 8, Bits);
  }
  EXPECT_EQ(Sampled.find(0), nullptr);
  EXPECT_EQ(Sampled.find(1)->Changes.sum(Bits), Rows - 1);
  EXPECT_EQ(Sampled.find(1)->Firsts, 1u);
  return missInterval(P.Sampled,
                      {.Bits = Bits,
                       .Touches = {Rows * 512, Rows * Walks},
                       .InWindows = Windows ? Sampled.find(1) : nullptr});
}

TEST(LineIntervals, WindowsTellThatTheProgramChanges) {
  for (uint64_t Column : {0, 1, 25})
    for (unsigned Bits : {1, 3, 6}) {
      Planted P, Rest;
      MissInterval I = columnWalk(Column, Bits, true, P);
      EXPECT_TRUE(contains(I, P.All))
          << "column " << Column << ", " << Bits << " bits: " << I.Low << " "
          << P.All << " " << I.High;
      EXPECT_TRUE(contains(I, estimate(P.Sampled)));
      // Else, residues differ so far that all is possible.
      bool IsChosen = hasResidue(chosenLines(Bits), Column);
      if (IsChosen && Bits != MostSelectBits)
        continue;
      EXPECT_LE(I.High, std::max(P.All, estimate(P.Sampled)) * 2);
      EXPECT_FALSE(contains(columnWalk(Column, Bits, false, Rest), P.All));
    }
}

// They say nothing where residues are met alike.
TEST(LineIntervals, WindowsOfEqualResiduesChangeNothing) {
  Planted P;
  WindowChanges Sampled;
  Sampled.begin(0);
  for (uint64_t Line = 0; Line != 6400; ++Line) {
    Sampled.add(0, 0, Line * SelectLineBytes, 8, 3);
    Sampled.add(0, 0, Line * SelectLineBytes + 8, 8, 3); // no change
    for (unsigned Bits : {0, 3})
      P.miss(Bits, Line);
  }
  LineFacts Facts = {.Bits = 3, .Touches = {12800, 12800}};
  MissInterval Plain = missInterval(P.Sampled, Facts);
  Facts.InWindows = Sampled.find(0);
  EXPECT_EQ(missInterval(P.Sampled, Facts), Plain);
}

/// A structure of \p Lines lines at random places, each with misses of its own
/// in a stretch with all lines and in later ones.
Planted randomStructure(std::mt19937_64 &Random, uint64_t Lines,
                        const std::vector<unsigned> &Stretches) {
  Planted P;
  for (uint64_t L = 0; L != Lines; ++L) {
    uint64_t Line = Random(), Often = 1 + Random() % 40;
    for (unsigned Bits : Stretches)
      P.miss(Bits, Line, Random() % (Often + 1));
  }
  return P;
}

TEST(LineIntervals, CoverTheTruth) {
  std::mt19937_64 Random(3);
  size_t Cases = 0, Covered = 0;
  double Widths = 0;
  const std::vector<unsigned> Runs[] = {{0, 1}, {0, 3}, {0, 1, 2, 3, 4}, {0, 5},
                                        {0, 6}, {3},    {2, 4}};
  for (const std::vector<unsigned> &Stretches : Runs)
    for (uint64_t Lines : {20, 100, 1000, 10000})
      for (int I = 0; I != 20; ++I) {
        Planted P = randomStructure(Random, Lines, Stretches);
        unsigned Last = Stretches.back();
        MissInterval Interval =
            missInterval(P.Sampled, {.Bits = Last,
                                     .Touches = {P.All, P.All},
                                     .HasChosen = P.HasChosen[Last]});
        ++Cases;
        Covered += contains(Interval, P.All);
        EXPECT_TRUE(contains(Interval, estimate(P.Sampled)));
        if (Lines == 10000)
          Widths = std::max(Widths, double(Interval.High - Interval.Low) /
                                        double(P.All));
      }
  EXPECT_GE(Covered * 100, Cases * 94) << Covered << " of " << Cases;
  EXPECT_LT(Widths, 0.8); // of 10,000 lines, one in 64 still tells something
}

TEST(LineIntervals, StructuresAndAllHaveThem) {
  Profile P;
  P.Caches = *parseCacheModel("L1=4K,1;L2=16K,4");
  P.Structures.resize(2);
  for (Structure &S : P.Structures)
    S.Total.Levels.resize(2);
  P.Lines.Stretches = {{0, 0}, {100, 2}};
  ResidueMisses Misses(2);
  Misses.enter(2, 2);
  for (uint64_t Line = 0; Line != 64; ++Line)
    for (size_t Level : {0, 1}) {
      if ((selectResidue(Line) & lineMask(2)) != 0)
        continue;
      Misses.add({Miss::wanted(Line, 1), EmptyWord, 0}, Level);
      P.Structures[1].Total.Levels[Level].Misses += 4;
    }
  fillLineIntervals(P, Misses, {{}, {0, 500}}, {});
  // No stretch had more residues: 4 %.
  MissInterval All{61, 67}, None{0, 0};
  EXPECT_EQ(P.Lines.Total, (std::vector{All, All}));
  EXPECT_EQ(P.Lines.ByStructure[1], (std::vector{All, All}));
  EXPECT_EQ(P.Lines.ByStructure[0], (std::vector{None, None}));
}

// Each of many threads misses the only line of a structure, which is not
// chosen. Visits count that in the first level; the second one may miss as
// often.
TEST(LineIntervals, VisitsChooseNoLineOfOuterLevels) {
  Profile P;
  P.Caches = *parseCacheModel("L1=4K,1;L2=16K,4");
  P.Structures.resize(1);
  P.Structures[0].Total.Levels.resize(2);
  P.Lines.Stretches = {{0, 0}, {100, MostSelectBits}};
  ResidueMisses Misses(2);
  const Miss Wanted = {Miss::wanted(FirstChosenLine + 7, 0), EmptyWord, 0};
  Misses.enter(1, 0);
  for (size_t Level : {0, 1})
    Misses.add(Wanted, Level);
  Misses.enter(1, MostSelectBits);
  const ResidueSet Others = ~chosenLines(MostSelectBits);
  Misses.visit(Others, Others, 40);
  for (int I = 0; I != 50; ++I)
    Misses.add(Wanted, 0);
  P.Structures[0].Total.Levels[0].Misses = 2001;
  P.Structures[0].Total.Levels[1].Misses = 1;
  fillLineIntervals(P, Misses, {{1, 2000}}, {});
  EXPECT_TRUE(contains(P.Lines.ByStructure[0][0], 2001));
  EXPECT_TRUE(contains(P.Lines.ByStructure[0][1], 2001));
}

// Chosen lines had 2 of a million misses: how many others have now is anybody's
// guess, but not more than there are accesses.
TEST(LineIntervals, MissesElsewhereAreNoMoreThanAccesses) {
  Planted P;
  P.miss(0, FirstChosenLine, 2);
  P.miss(0, FirstChosenLine + 40, 1'000'000);
  P.miss(6, FirstChosenLine, 1000);
  LineFacts Facts = {.Bits = 6, .Touches = {2'000'000, 500'000}};
  MissInterval I = missInterval(P.Sampled, Facts);
  EXPECT_TRUE(contains(I, 1'000'002 + 64'000));
  EXPECT_GT(I.High, 1'000'002u + 400'000);
  EXPECT_LE(I.High, 1'000'002u + 640'000);
}

} // namespace
