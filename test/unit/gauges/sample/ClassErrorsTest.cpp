//===- ClassErrorsTest.cpp - how far shares of classes are off ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/ClassErrors.h"
#include "test/support/Test.h"
#include <random>

namespace {

/// Misses of two classes in the first \p Count residues of \p All.
ClassesByResidue firstOf(const ClassesByResidue &All, size_t Count) {
  ClassesByResidue Some = {};
  std::copy_n(All.begin(), Count, Some.begin());
  return Some;
}

double shareOf(const ClassesByResidue &Counts) {
  double First = 0, All = 0;
  for (const auto &Residue : Counts) {
    First += Residue[0];
    All += double(Residue[0]) + double(Residue[1]);
  }
  return First / All;
}

TEST(ClassErrors, NothingIsKnownOfOneResidue) {
  ClassesByResidue Counts = {};
  EXPECT_EQ(classError(Counts, 3), 1);
  Counts[21] = {500, 500};
  EXPECT_EQ(classError(Counts, 6), 1);
}

TEST(ClassErrors, AreNoneWhereAllLinesAreLookedUp) {
  ClassesByResidue Counts = {};
  for (size_t R = 0; R != Counts.size(); ++R)
    Counts[R] = {uint32_t(R), 64};
  EXPECT_EQ(classError(Counts, 0), 0);
}

// Eight residues with the same share: the error is that of single misses.
TEST(ClassErrors, AreThoseOfSingleMissesAtLeast) {
  ClassesByResidue Counts = {};
  for (size_t R = 0; R != 8; ++R)
    Counts[R] = {50, 50};
  double Alone = std::sqrt(0.875 * 0.25 / 800);
  EXPECT_NEAR(classError(Counts, 3), 1.1 * 2.365 * Alone, 1e-4);
}

// Residues differ as a beta distribution says, and in how much they miss.
TEST(ClassErrors, CoverTheShareOfAllLines) {
  std::mt19937_64 Random(5);
  size_t Covered = 0, Cases = 0;
  for (double Alike : {2.0, 20.0, 2000.0})
    for (unsigned Bits : {1u, 2u, 3u})
      for (int Try = 0; Try != 200; ++Try) {
        double Mean = 0.05 + 0.9 * double(Try % 10) / 9;
        ClassesByResidue All = {};
        for (auto &Residue : All) {
          std::gamma_distribution<> A(Alike * Mean), B(Alike * (1 - Mean));
          double X = A(Random), Y = B(Random);
          uint32_t Misses = uint32_t(50 + Random() % 200);
          std::binomial_distribution<uint32_t> Of(Misses, X / (X + Y));
          Residue[0] = Of(Random);
          Residue[1] = Misses - Residue[0];
        }
        ClassesByResidue Seen = firstOf(All, 64 >> Bits);
        Covered +=
            std::abs(shareOf(Seen) - shareOf(All)) <= classError(Seen, Bits);
        ++Cases;
      }
  EXPECT_GE(double(Covered), 0.93 * double(Cases));
  // Wide intervals would be no art.
  EXPECT_LT(double(Covered), double(Cases));
}

} // namespace
