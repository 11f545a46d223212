//===- PointFileTest.cpp - chosen intervals in files ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/PointFile.h"
#include "test/support/Test.h"

namespace {

std::string wrong(std::string_view Points, std::string_view Weights = "") {
  Expected<ChosenIntervals> P = parsePoints(Points, Weights, 0);
  return P ? "" : P.error().Message;
}

TEST(PointFile, OfOneThread) {
  ChosenIntervals P = good(parsePoints("12 0\r\n\n  3\t2 # the loop\n7 1",
                                       "0.5 2\n.25 1\n1e0 0\n", 4));
  EXPECT_FALSE(P.HasThreads);
  EXPECT_EQ(P.Points, (std::vector<ChosenInterval>{{4, 12, 0, 1 / 1.75},
                                                   {4, 3, 2, 0.5 / 1.75},
                                                   {4, 7, 1, 0.25 / 1.75}}));
}

TEST(PointFile, OfSeveralThreads) {
  ChosenIntervals P = good(parsePoints("12 0 1\n3 1 0\n4 1 2\n", "", 9));
  EXPECT_TRUE(P.HasThreads);
  EXPECT_EQ(P.Points,
            (std::vector<ChosenInterval>{
                {1, 12, 0, 1.0 / 3}, {0, 3, 1, 1.0 / 3}, {2, 4, 1, 1.0 / 3}}));
}

TEST(PointFile, MaySayHowIntervalsAreCut) {
  for (IntervalPlan Cut : {IntervalPlan{20000, true}, IntervalPlan{7, false},
                           IntervalPlan{20000, true, IntervalCut::Procedures},
                           IntervalPlan{9, false, IntervalCut::Phases}}) {
    std::string Text = cutLine(Cut) + "12 0 1\n";
    ChosenIntervals P = good(parsePoints(Text, "", 0));
    EXPECT_EQ(P.Cut, Cut);
    EXPECT_EQ(P.Points, (std::vector<ChosenInterval>{{1, 12, 0, 1}}));
  }
  EXPECT_EQ(cutLine({20000, true}),
            "# intervals of 20000 instructions, cut at stalls\n");
  EXPECT_EQ(cutLine({20000, false}), "# intervals of 20000 instructions\n");
  EXPECT_EQ(cutLine({5, true, IntervalCut::Loops}),
            "# intervals of 5 instructions, cut at stalls, at loops\n");
}

TEST(PointFile, OtherCommentsSayNothing) {
  for (const char *First :
       {"# intervals of x instructions", "# intervals of 0 instructions",
        "# intervals of 20 instructions, cut", "# intervals of 20",
        "# intervals of", "#", "# intervals of 20 instructions or so",
        "# intervals of 20 instructions, at calls"}) {
    ChosenIntervals P =
        good(parsePoints(std::string(First) + "\n12 0 1\n", "", 0));
    EXPECT_EQ(P.Cut, std::nullopt) << First;
  }
  EXPECT_EQ(
      parsePoints("# intervals of 20 instructions\r\n1 0\r\n", "", 0)->Cut,
      (IntervalPlan{20, false}));
}

TEST(PointFile, PointsOfAClusterShareItsWeight) {
  ChosenIntervals P = good(parsePoints("1 0\n2 0\n3 1\n", "0.8 0\n0.2 1", 0));
  EXPECT_DOUBLE_EQ(P.Points[0].Weight, 0.4);
  EXPECT_DOUBLE_EQ(P.Points[1].Weight, 0.4);
  EXPECT_DOUBLE_EQ(P.Points[2].Weight, 0.2);
}

TEST(PointFile, SeveralPointsOfAPhaseHaveNumbersOfTheirOwn) {
  EXPECT_EQ(phaseComment(3), " # phase 3");
  std::string Text = "1 0 5" + phaseComment(3) + "\r\n2 1 5" + phaseComment(3) +
                     " \n9 2 5" + phaseComment(0) + "\n4 3 5 # phase 3 or so\n";
  ChosenIntervals P =
      good(parsePoints(Text, "0.1 0\n0.2 1\n0.3 2\n0.4 3\n", 0));
  EXPECT_EQ(P.Points, (std::vector<ChosenInterval>{{5, 1, 0, 0.1, 3},
                                                   {5, 2, 1, 0.2, 3},
                                                   {5, 9, 2, 0.3, 0},
                                                   {5, 4, 3, 0.4}}));
  EXPECT_EQ(each(P.Points, &ChosenInterval::phase),
            (std::vector<uint32_t>{3, 3, 0, 3}));
}

TEST(PointFile, SaysWhatIsWrong) {
  EXPECT_EQ(wrong("# none\n"),
            "there are no points; write some with 'memfacet simpoints "
            "--simpoints FILE --weights FILE'");
  EXPECT_EQ(wrong("1 0\n1.5 0\n"),
            "points, line 2: expected \"interval cluster\" or \"interval "
            "cluster thread\" instead of '1.5 0'");
  EXPECT_EQ(wrong("1 0\n1 0 3\n"),
            "points, line 2: expected a thread in all lines or in none "
            "instead of '1 0 3'");
  EXPECT_EQ(wrong("1 0", "1 0 2"), "weights, line 1: expected \"weight "
                                   "cluster\" instead of '1 0 2'");
  EXPECT_EQ(wrong("1 0", "\n-1 0"), "weights, line 2: expected a weight that "
                                    "is not negative instead of '-1 0'");
  EXPECT_EQ(wrong("1 0", "1 0\n1 0"),
            "weights, line 2: expected each cluster once instead of '1 0'");
  EXPECT_EQ(wrong("1 0\n2 7", "1 0"), "cluster 7 has a point but no weight");
  EXPECT_EQ(wrong("1 0", "0 0"), "all points weigh 0");
}

TEST(PointFile, APointMayWeighNothing) {
  ChosenIntervals P = good(parsePoints("1 0\n2 1\n", "0 0\n2 1\n", 0));
  EXPECT_EQ(P.Points[0].Weight, 0);
  EXPECT_EQ(P.Points[1].Weight, 1);
}

} // namespace
