//===- StudentQuantileTest.cpp - Student's t distribution -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/StudentQuantile.h"
#include "test/support/Test.h"

namespace {

TEST(StudentQuantile, IsThatOfTables) {
  const std::pair<size_t, double> Table[] = {
      {1, 12.7062}, {2, 4.3027},  {5, 2.5706},  {10, 2.2281}, {11, 2.2010},
      {15, 2.1314}, {20, 2.0860}, {30, 2.0423}, {60, 2.0003}, {120, 1.9799}};
  for (auto [Freedom, Value] : Table)
    EXPECT_NEAR(studentQuantile(Freedom), Value, 0.001) << Freedom;
  EXPECT_NEAR(studentQuantile(1'000'000'000), 1.95996, 0.0001);
}

/// Cornish and Fisher's expansion.
TEST(StudentQuantile, PinnedBehindTheTable) {
  const std::pair<size_t, double> Pinned[] = {{11, 2.20087171},
                                              {12, 2.17873304},
                                              {20, 2.08595329},
                                              {50, 2.00855887},
                                              {1000, 1.9623391}};
  for (auto [Freedom, Value] : Pinned)
    EXPECT_NEAR(studentQuantile(Freedom), Value, 1e-7) << Freedom;
}

} // namespace
