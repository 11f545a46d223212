//===- CutIntervalsTest.cpp - intervals cut at stalls ---------------------===//

#include "analysis/profile/CutIntervals.h"
#include "test/support/Test.h"

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
  EXPECT_FALSE(hasCutIntervals(P, 0));
  EXPECT_TRUE(hasCutIntervals(P, 1));
  EXPECT_FALSE(hasCutIntervals(P, 2));
  EXPECT_FALSE(hasCutIntervals(P, 3));
}

} // namespace
