//===- LineCohortsTest.cpp - misses of lines that are not followed --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/LineCohorts.h"
#include "analysis/threads/communication/ScaledLosses.h"
#include "test/support/Wings.h"
#include <gtest/gtest.h>
#include <random>

using namespace memfacet;
using namespace memfacet::test;

namespace {

constexpr uint32_t Box = 3;
constexpr uint64_t Round = 100'000; // instructions

/// A program that hands over its lines once in a round, or as often as a
/// weight says.
class Program {
public:
  /// Adds a line that is missed with probability \p Rate in a round.
  void line(uint64_t Number, double Rate = 1) {
    Lines.push_back({Number, Rate});
  }
  void drop() { Lines.clear(); }
  void watch(uint64_t Number) { Watched.push_back(Number); }
  void run(unsigned Rounds, unsigned Bits) {
    for (unsigned I = 0; I != Rounds; ++I) {
      Cohorts.advance(Round, Bits);
      for (auto [Line, Rate] : Lines)
        if (Rate == 1 || Chance(Random) < Rate)
          miss(Line, Bits);
    }
  }
  /// The last miss of each line while one line in 2^\p Bits was followed is
  /// known only now.
  void missLate(unsigned Bits) {
    for (auto [Line, Rate] : Lines)
      if ((selectResidue(Line) & lineMask(Bits)) == 0) {
        Truth += double(uint64_t(1) << Bits);
        Cohorts.add(Line, Box, Bits, false);
      }
  }
  LostEstimate estimate() const { return Cohorts.estimates().at(Box); }
  double Truth = 0;

private:
  void miss(uint64_t Line, unsigned Bits) {
    Truth += 1;
    if (Bits == 0)
      Cohorts.add(Line, Box, 0, false);
    else if (std::ranges::find(Watched, Line) != Watched.end())
      Cohorts.add(Line, Box, 0, true);
    else if ((selectResidue(Line) & lineMask(Bits)) == 0)
      Cohorts.add(Line, Box, Bits, false);
  }

  LineCohorts Cohorts;
  std::vector<std::pair<uint64_t, double>> Lines;
  std::vector<uint64_t> Watched;
  std::mt19937 Random{1};
  std::uniform_real_distribution<> Chance;
};

void expectContained(const Program &P) {
  LostEstimate E = P.estimate();
  EXPECT_LE(E.Low, P.Truth);
  EXPECT_GE(E.High, P.Truth);
}

TEST(LineCohorts, CountWhatIsFollowed) {
  Program P;
  P.line(7), P.line(8);
  P.run(50, 0);
  LostEstimate E = P.estimate();
  EXPECT_EQ(E.Value, 100);
  EXPECT_EQ(E.Low, 100);
  EXPECT_EQ(E.High, 100);
}

TEST(LineCohorts, AreAsEveryLineIfOneIsChosen) {
  // One line of each residue, and of some residues only.
  for (uint64_t Lines : {64, 40, 23}) {
    Program P;
    for (uint64_t I = 0; I != Lines; ++I)
      P.line(1024 + I);
    P.run(60, 0);
    P.run(20, 3);
    P.run(4000, 6);
    EXPECT_NEAR(P.estimate().Value, P.Truth, 0.02 * P.Truth) << Lines;
    expectContained(P);
  }
}

TEST(LineCohorts, AreAsWatchedLinesIfNoneIsChosen) {
  Program P;
  for (uint64_t I = 0; I != 508; ++I)
    P.line(I / 2 * 32 + I % 2);
  for (uint64_t I = 0; I < 254; I += 2)
    P.watch(I * 32);
  P.run(60, 0);
  P.run(4000, 6);
  EXPECT_NEAR(P.estimate().Value, P.Truth, 0.02 * P.Truth);
  expectContained(P);
}

// They are missed as often as the followed ones, not as those of which a miss
// of the stretch before is known late.
TEST(LineCohorts, AreNotAsLinesOfWhichAMissIsKnownLate) {
  Program P;
  for (uint64_t Line = 0; Line != 64; ++Line)
    P.line(Line);
  P.run(200, 0);
  P.run(1, 1);
  P.missLate(0);
  P.run(99, 1);
  P.missLate(1);
  P.run(400, 2);
  P.missLate(1);
  EXPECT_NEAR(P.estimate().Value, P.Truth, P.Truth / 100);
  expectContained(P);
}

TEST(LineCohorts, MayBeMissedAsBeforeIfNoneIsFollowed) {
  Program P;
  for (uint64_t I = 0; I != 508; ++I)
    P.line(I / 2 * 32 + I % 2, 0.1);
  P.run(60, 0);
  double Seen = P.Truth;
  P.run(4000, 6);
  EXPECT_EQ(P.estimate().Value, Seen);
  expectContained(P);
}

TEST(LineCohorts, WereWatchedIfTheyHadMostMisses) {
  Program P;
  P.line(5);
  P.run(600, 0);
  LostEstimate E = [&] {
    Program Later = P;
    Later.run(0, 6);
    return Later.estimate();
  }();
  EXPECT_EQ(E.High, 600) << "they are quiet";
}

// Two of many lines are fought for at last, and watched. Other lines are not.
TEST(LineCohorts, AreNotAsHotAsWatchedLines) {
  Program P;
  for (uint64_t I = 0; I != 1000; ++I)
    P.line(I, 0.05);
  P.run(60, 0);
  Program Hot = P;
  Hot.watch(70), Hot.watch(80);
  for (int I = 0; I != 100; ++I)
    Hot.line(70), Hot.line(80);
  double Cold = 1000 * 0.05 * 400;
  Hot.run(400, 6);
  EXPECT_GT(Hot.Truth, 80'000 + Cold / 2);
  expectContained(Hot);
  EXPECT_NEAR(Hot.estimate().Value, Hot.Truth, 0.3 * Hot.Truth);
}

TEST(LineCohorts, AreTrustedMoreIfManyAreChosen) {
  double Widths[2];
  for (int Many : {0, 1}) {
    Program P;
    for (uint64_t I = 0; I != (Many ? 6400 : 640); ++I)
      P.line(I);
    P.run(60, 0);
    P.run(400, 6);
    expectContained(P);
    LostEstimate E = P.estimate();
    Widths[Many] = (E.High - E.Low) / E.Value;
  }
  EXPECT_LT(Widths[1], 0.5 * Widths[0]);
}

// Each 200th line is used on its own at last.
TEST(LineCohorts, MayBeLeftForOthers) {
  for (uint64_t First = 0; First < 200; First += 7) {
    Program P;
    for (uint64_t I = 0; I != 6400; ++I)
      P.line(I);
    P.run(60, 0);
    Program Later = P;
    Later.drop();
    for (uint64_t I = First; I < 6400; I += 200)
      Later.line(I);
    Later.run(400, 6);
    expectContained(Later);
  }
}

TEST(ScaledLosses, KeepSums) {
  SharingTable T;
  T.Vertices.resize(3);
  T.Vertices[0].Structure = T.Vertices[1].Structure = StructureId(Box);
  T.Vertices[0].True = 10, T.Vertices[0].False = 5, T.Vertices[0].Certain = 3;
  T.Vertices[0].Coarse = 6, T.Vertices[0].Fine = 15;
  T.Vertices[1].True = 1, T.Vertices[1].Certain = 1, T.Vertices[1].Fine = 1;
  T.Vertices[2].True = 7;
  T.Edges = {{1, 0, 0, 4, 2, 0}, {2, 0, 0, 6, 3, 0}, {0, 1, 0, 1, 0, 0}};
  SharingFight F;
  F.Victim = 0, F.Misses = 5, F.Certain = 1;
  T.Fights = {F};
  T.Classes.resize(2);
  T.Classes[0].Structure = T.Classes[1].Structure = StructureId(Box);
  T.Classes[0].True = 11, T.Classes[1].False = 5;
  SharingTable Same = T;
  scaleLosses(Same, {});
  EXPECT_EQ(Same, T);
  for (double Factor : {0.25, 0.5, 0.75, 2.5}) {
    SharingTable S = T;
    scaleLosses(S, {{Box, Factor}});
    EXPECT_EQ(S.Vertices[0].misses() + S.Vertices[1].misses(),
              uint64_t(Factor * 16));
    EXPECT_NEAR(double(S.Vertices[0].True), Factor * 10, 1);
    EXPECT_EQ(S.Vertices[2].True, 7u) << "another structure";
    for (const SharingVertex &V : S.Vertices)
      EXPECT_GE(V.misses(), V.Certain);
    EXPECT_EQ(S.Edges[0].True + S.Edges[1].True, S.Vertices[0].True);
    EXPECT_EQ(S.Edges[0].False + S.Edges[1].False, S.Vertices[0].False);
    EXPECT_EQ(S.Fights[0].Misses, S.Vertices[0].False);
    EXPECT_EQ(S.Classes[0].True, S.Vertices[0].True + S.Vertices[1].True);
    EXPECT_EQ(S.Classes[1].False, S.Vertices[0].False);
    EXPECT_NEAR(double(S.Vertices[0].Coarse), Factor * 6, 1.5);
  }
}

} // namespace
