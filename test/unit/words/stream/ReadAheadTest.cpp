//===- ReadAheadTest.cpp - items made in advance --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/ReadAhead.h"
#include "test/support/Test.h"
#include <atomic>

TEST(ReadAhead, GivesAllItemsInTheirOrder) {
  for (size_t Most : {1, 2, 7}) {
    int Number = 0;
    ReadAhead<int> Numbers(Most, [&](int &Result) {
      Result = ++Number;
      return Number != 1000;
    });
    int Value = 0;
    for (int Expected = 1; Expected <= 1000; ++Expected) {
      ASSERT_TRUE(Numbers.next(Value));
      ASSERT_EQ(Value, Expected);
    }
    EXPECT_FALSE(Numbers.next(Value));
    EXPECT_FALSE(Numbers.next(Value));
  }
}

TEST(ReadAhead, MakesNoMoreThanItMay) {
  std::atomic<int> Number = 0;
  {
    ReadAhead<int> Numbers(3, [&](int &Result) {
      Result = ++Number;
      return true;
    });
    int Value = 0;
    for (int I = 0; I != 50; ++I)
      ASSERT_TRUE(Numbers.next(Value));
  }
  // Those that were taken, those that waited, and one that came too late.
  EXPECT_GE(Number, 50);
  EXPECT_LE(Number, 50 + 3 + 1);
}

TEST(ReadAhead, UsesItemsAgain) {
  ReadAhead<std::vector<int>> Lists(2, [&](std::vector<int> &Result) {
    Result.push_back(1);
    return true;
  });
  std::vector<int> Value;
  size_t Longest = 0;
  for (int I = 0; I != 100; ++I) {
    ASSERT_TRUE(Lists.next(Value));
    Longest = std::max(Longest, Value.size());
  }
  // The reader's own, two that wait and one that is being made.
  EXPECT_GE(Longest, 100u / 4);
}

TEST(ReadAhead, EndsWithoutBeingAsked) {
  ReadAhead<int> Numbers(2, [](int &) { return true; });
}
