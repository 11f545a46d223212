//===- ClassErrorsTest.cpp - how far shares of classes are off ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/ClassErrors.h"
#include "test/support/Test.h"
#include <random>

namespace {

/// Misses of two classes in the first \p Count clusters of \p All.
MissClusters firstOf(const MissClusters &All, size_t Count) {
  MissClusters Some = {};
  std::copy_n(All.begin(), Count, Some.begin());
  return Some;
}

double shareOf(const MissClusters &Counts) {
  double First = 0, All = 0;
  for (const auto &Cluster : Counts) {
    First += Cluster[0];
    All += double(Cluster[0]) + double(Cluster[1]);
  }
  return First / All;
}

TEST(ClassErrors, NothingIsKnownOfOneCluster) {
  MissClusters Counts = {};
  EXPECT_EQ(classError(Counts, 0.875), 1);
  Counts[21] = {500, 500};
  EXPECT_EQ(classError(Counts, 1), 1);
}

TEST(ClassErrors, AreNoneWhereAllMissesAreSeen) {
  MissClusters Counts = {};
  for (size_t R = 0; R != Counts.size(); ++R)
    Counts[R] = {double(R), 64};
  EXPECT_EQ(classError(Counts, 0), 0);
}

// Eight clusters with the same share: the error is that of single misses.
TEST(ClassErrors, AreThoseOfSingleMissesAtLeast) {
  MissClusters Counts = {};
  for (size_t R = 0; R != 8; ++R)
    Counts[R] = {50, 50};
  double Alone = std::sqrt(0.875 * 0.25 / 800);
  EXPECT_NEAR(classError(Counts, 0.875), 1.1 * 2.365 * Alone, 1e-4);
}

// Clusters differ as a beta distribution says, and in how much they miss.
TEST(ClassErrors, CoverTheShareOfAllLines) {
  std::mt19937_64 Random(5);
  size_t Covered = 0, Cases = 0;
  for (double Alike : {2.0, 20.0, 2000.0})
    for (unsigned Bits : {1u, 2u, 3u})
      for (int Try = 0; Try != 200; ++Try) {
        double Mean = 0.05 + 0.9 * double(Try % 10) / 9;
        MissClusters All = {};
        for (auto &Cluster : All) {
          std::gamma_distribution<> A(Alike * Mean), B(Alike * (1 - Mean));
          double X = A(Random), Y = B(Random);
          uint32_t Misses = uint32_t(50 + Random() % 200);
          std::binomial_distribution<uint32_t> Of(Misses, X / (X + Y));
          Cluster[0] = Of(Random);
          Cluster[1] = Misses - Cluster[0];
        }
        MissClusters Seen = firstOf(All, 64 >> Bits);
        Covered += std::abs(shareOf(Seen) - shareOf(All)) <=
                   classError(Seen, 1 - std::ldexp(1, -int(Bits)));
        ++Cases;
      }
  EXPECT_GE(double(Covered), 0.93 * double(Cases));
  // Wide intervals would be no art.
  EXPECT_LT(double(Covered), double(Cases));
}

} // namespace
