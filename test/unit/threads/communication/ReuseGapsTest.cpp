//===- ReuseGapsTest.cpp - which units are chosen -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ReusePairs.h"
#include "test/support/Test.h"

namespace {

std::optional<ReusePlan> plan(const std::string &Text) {
  ReusePlan Plan;
  bool Good = ReusePlanReader(Text.data(), Text.size()).read(Plan);
  return Good ? std::optional(Plan) : std::nullopt;
}

TEST(ReusePlans, AreReadAsWritten) {
  EXPECT_EQ(plan("1000"), (ReusePlan{1000, 1}));
  EXPECT_EQ(plan("10K,seed=7"), (ReusePlan{10000, 7}));
  EXPECT_EQ(plan("seed=3,period=2M"), (ReusePlan{2000000, 3}));
  EXPECT_EQ(plan("seed=3"), (ReusePlan{1000, 3}));
}

TEST(ReusePlans, ThatMakeNoSenseAreNone) {
  for (const char *Text :
       {"", "0", "period=0", "period=", "x", "1000,", "1000,5",
        "seed=", "1000K,x=1", "2000M", "1000seed=1", "-1"})
    EXPECT_FALSE(plan(Text)) << Text;
}

TEST(Log2Fixed, IsRightToItsLastButOneBit) {
  for (uint64_t X :
       {uint64_t(1), uint64_t(2), uint64_t(3), uint64_t(999), uint64_t(1000),
        uint64_t(123456789), uint64_t(1) << 40, ~uint64_t(0)}) {
    double Expected = std::log2(double(X));
    EXPECT_NEAR(double(log2Fixed(X, 32)) * 0x1p-32, Expected, 0x1p-31) << X;
  }
}

TEST(Log2Quick, IsLog2FixedButForTheLastBits) {
  constexpr uint64_t Top = uint64_t(1) << 63;
  std::vector<uint64_t> Numbers = {1,   2,      3, 255, 256, 257, ~uint64_t(0),
                                   Top, Top - 1};
  uint64_t State = 1;
  for (int I = 0; I != 100000; ++I) {
    State = State * 6364136223846793005 + 1442695040888963407;
    Numbers.push_back((State >> State % 64) | 1);
  }
  for (uint64_t X : Numbers) {
    uint64_t Slow = log2Fixed(X, 40), Quick = Log2Quick(X) << 8;
    ASSERT_LE(Quick, Slow + 64) << X;
    ASSERT_LE(Slow, Quick + 256 + 64) << X;
  }
}

TEST(ReuseGaps, AreTheSameForASeedAndAThread) {
  ReuseGaps A({1000, 5}, 2), B({1000, 5}, 2), Seed({1000, 6}, 2),
      Thread({1000, 5}, 3);
  bool SeedDiffers = false, ThreadDiffers = false;
  for (int I = 0; I != 100; ++I) {
    uint64_t Gap = A.next();
    ASSERT_EQ(Gap, B.next());
    SeedDiffers |= Gap != Seed.next();
    ThreadDiffers |= Gap != Thread.next();
  }
  EXPECT_TRUE(SeedDiffers);
  EXPECT_TRUE(ThreadDiffers);
}

TEST(ReuseGaps, OfPeriodOneChooseEverything) {
  ReuseGaps G({1, 9}, 0);
  for (int I = 0; I != 10; ++I)
    EXPECT_EQ(G.next(), 1u);
}

/// P(gap = k) = (1 - 1/N)^(k-1) / N, in 50 classes of equal probability.
TEST(ReuseGaps, AreGeometric) {
  for (uint64_t Period : {2, 7, 100, 1000, 1000000}) {
    constexpr int Draws = 200000, Classes = 50;
    ReuseGaps G({Period, 11}, 0);
    double Stays = 1 - 1.0 / double(Period);
    std::vector<double> Counts(Classes), Expected(Classes);
    auto ClassOf = [&](double Probability) {
      return std::min(Classes - 1, int((1 - Probability) * Classes));
    };
    for (int I = 0; I != Draws; ++I) {
      // The probability of a larger gap, and half of that of an equal one.
      double Tail = std::pow(Stays, double(G.next() - 1));
      ++Counts[size_t(ClassOf(Tail * (1 + Stays) / 2))];
    }
    double Left = 1;
    for (uint64_t K = 1; Left > 1e-12 && K < 40000000; ++K) {
      Expected[size_t(ClassOf(Left * (1 + Stays) / 2))] +=
          Left * (1 - Stays) * Draws;
      Left *= Stays;
    }
    double ChiSquare = 0;
    int Used = 0;
    for (int C = 0; C != Classes; ++C) {
      if (Expected[size_t(C)] < 5) {
        EXPECT_LT(Counts[size_t(C)], 40) << Period;
        continue;
      }
      double Off = Counts[size_t(C)] - Expected[size_t(C)];
      ChiSquare += Off * Off / Expected[size_t(C)];
      ++Used;
    }
    // Beyond once in a hundred thousand for as many degrees of freedom.
    double Free = Used - 1;
    EXPECT_LT(ChiSquare, Free + 4.3 * std::sqrt(2 * Free) + 14) << Period;
  }
}

struct Steps {
  std::vector<std::string> Calls;
  void touch(uint64_t Line) { Calls.push_back("t" + std::to_string(Line)); }
  void watch(uint64_t Line) { Calls.push_back("w" + std::to_string(Line)); }
};

TEST(ReuseClocks, CountAShortAccessOnceAndALongOneByItsLines) {
  ReuseClock C({1, 1}, 0);
  Steps S;
  C.access(64, 8, S);
  EXPECT_EQ(C.Units, 1u);
  C.access(124, 8, S); // in two lines
  EXPECT_EQ(C.Units, 2u);
  C.access(60, 72, S); // in three
  EXPECT_EQ(C.Units, 5u);
  EXPECT_EQ(S.Calls,
            (std::vector<std::string>{"t1", "w1", "t1", "t2", "w1", "w2", "t0",
                                      "w0", "t1", "w1", "t2", "w2"}));
}

} // namespace
