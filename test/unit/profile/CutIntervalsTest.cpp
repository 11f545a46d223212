//===- CutIntervalsTest.cpp - intervals cut at stalls ---------------------===//

#include "analysis/profile/Profile.h"
#include <gtest/gtest.h>

using namespace memfacet;

namespace {

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

} // namespace
