//===- OrderedMarksTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/OrderedMarks.h"
#include "test/support/Test.h"

namespace {

using Numbers = std::vector<size_t>;

Numbers listed(const OrderedMarks &Marks) {
  Numbers Result;
  Marks.forEach([&](size_t N) { Result.push_back(N); });
  return Result;
}

} // namespace

TEST(OrderedMarks, AreVisitedInOrderOnceEach) {
  std::mt19937 Random(1);
  OrderedMarks Marks;
  for (unsigned Round = 0; Round != 300; ++Round) {
    size_t Bound = 1 + Random() % 30'000;
    Marks.grow(Bound);
    std::set<size_t> Expected;
    for (unsigned K = Random() % 200; K != 0; --K)
      Expected.insert(Random() % Bound);
    for (size_t N : Expected)
      Marks.add(N), Marks.add(N);
    EXPECT_EQ(Marks.empty(), Expected.empty());
    Numbers Wanted(Expected.begin(), Expected.end());
    EXPECT_EQ(listed(Marks), Wanted);
    Numbers Removed;
    Marks.take([&](size_t N) { Removed.push_back(N); });
    EXPECT_EQ(Removed, Wanted);
    EXPECT_TRUE(Marks.empty());
    EXPECT_EQ(listed(Marks), Numbers());
  }
}

TEST(OrderedMarks, WhatIsAddedOnTheWayHasItsTurn) {
  OrderedMarks Marks;
  Marks.grow(10'000);
  Marks.add(1);
  Numbers Removed;
  Marks.take([&](size_t N) {
    Removed.push_back(N);
    if (3 * N < 10'000)
      Marks.add(3 * N), Marks.add(N + 1);
    else if (N == 9000)
      Marks.add(9999);
  });
  std::set<size_t> Expected = {1};
  for (size_t N : Expected) // a set's loop sees what is added after
    if (3 * N < 10'000)
      Expected.insert({3 * N, N + 1});
    else if (N == 9000)
      Expected.insert(9999);
  EXPECT_EQ(Removed, Numbers(Expected.begin(), Expected.end()));
}

TEST(OrderedMarks, StayWhenThereIsRoomForMore) {
  OrderedMarks Marks;
  Marks.grow(3);
  Marks.add(2);
  Marks.grow(100'000);
  Marks.add(99'999);
  EXPECT_EQ(listed(Marks), (Numbers{2, 99'999}));
  Marks.clear();
  EXPECT_TRUE(Marks.empty());
}
