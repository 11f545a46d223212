//===- ReadAheadTest.cpp - items made in advance --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/ReadAhead.h"
#include "test/support/Test.h"
#include <atomic>

TEST(ReadAhead, GivesAllItemsInTheirOrder) {
  for (size_t Most : {1, 2, 7}) {
    int Made = 0;
    ReadAhead<int> Numbers(Most, [&](int &To) {
      To = ++Made;
      return Made != 1000;
    });
    int Now = 0;
    for (int Expected = 1; Expected <= 1000; ++Expected) {
      ASSERT_TRUE(Numbers.next(Now));
      ASSERT_EQ(Now, Expected);
    }
    EXPECT_FALSE(Numbers.next(Now));
    EXPECT_FALSE(Numbers.next(Now));
  }
}

TEST(ReadAhead, MakesNoMoreThanItMay) {
  std::atomic<int> Made = 0;
  {
    ReadAhead<int> Numbers(3, [&](int &To) {
      To = ++Made;
      return true;
    });
    int Now = 0;
    for (int I = 0; I != 50; ++I)
      ASSERT_TRUE(Numbers.next(Now));
  }
  // Those that were taken, those that waited, and one that came too late.
  EXPECT_GE(Made, 50);
  EXPECT_LE(Made, 50 + 3 + 1);
}

TEST(ReadAhead, UsesItemsAgain) {
  ReadAhead<std::vector<int>> Lists(2, [&](std::vector<int> &To) {
    To.push_back(1);
    return true;
  });
  std::vector<int> Now;
  size_t Longest = 0;
  for (int I = 0; I != 100; ++I) {
    ASSERT_TRUE(Lists.next(Now));
    Longest = std::max(Longest, Now.size());
  }
  // The reader's own, two that wait and one that is being made.
  EXPECT_GE(Longest, 100u / 4);
}

TEST(ReadAhead, EndsWithoutBeingAsked) {
  ReadAhead<int> Numbers(2, [](int &) { return true; });
}
