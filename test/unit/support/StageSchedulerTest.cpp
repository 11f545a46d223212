//===- StageSchedulerTest.cpp - stages and who works on them --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/StageScheduler.h"
#include "test/support/Test.h"
#include <atomic>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// Two stages: the first passes each item on twice.
class Line {
public:
  explicit Line(size_t Threads, size_t Most = 3)
      : Scheduler(Threads),
        Second(Scheduler, Most, [this](int &I) { second(I); }),
        First(Scheduler, Most, [this](int &I) { first(I); }) {}

  void pass(int I) { First.exchange(I); }
  bool split(const std::function<bool()> &Fork) {
    return Scheduler.split(Fork);
  }
  void settle() {
    First.settle();
    Second.settle();
  }

  std::vector<int> Order;
  std::atomic<int> AtOnce = 0; ///< in the second stage
  std::atomic<bool> Overlapped = false;

private:
  void first(int &I) {
    Second.exchange(2 * I);
    Second.exchange(2 * I + 1);
  }
  void second(int &I) {
    if (AtOnce++ != 0)
      Overlapped = true;
    Order.push_back(I);
    --AtOnce;
  }

  StageScheduler Scheduler;
  WorkStage<int> Second, First;
};

class StageSchedulerOf : public testing::TestWithParam<size_t> {};

TEST_P(StageSchedulerOf, EachStageTakesAllItemsInOrderOneAtATime) {
  Line L(GetParam());
  for (int I = 0; I != 5000; ++I)
    L.pass(I);
  L.settle();
  std::vector<int> Expected(10000);
  std::iota(Expected.begin(), Expected.end(), 0);
  EXPECT_EQ(L.Order, Expected);
  EXPECT_FALSE(L.Overlapped);
}

TEST_P(StageSchedulerOf, GoesOnAfterItHasSettled) {
  Line L(GetParam(), 1);
  for (int I = 0; I != 50; ++I) {
    L.pass(I);
    L.settle();
    ASSERT_EQ(L.Order.size(), size_t(2 * I + 2));
  }
}

TEST_P(StageSchedulerOf, ACopyOfTheProcessGoesOnAlone) {
  Line L(GetParam());
  for (int I = 0; I != 300; ++I)
    L.pass(I);
  pid_t Copy = -1;
  bool IsCopy = L.split([&] { return (Copy = fork()) == 0; });
  if (IsCopy) {
    // More than fit, so that somebody must work and others would be woken.
    for (int I = 300; I != 600; ++I)
      L.pass(I);
    L.settle();
    _exit(L.Order.size() == 1200 && L.Order.back() == 1199 ? 42 : 1);
  }
  ASSERT_GT(Copy, 0);
  EXPECT_EQ(L.Order.size(), 600u);
  L.pass(300);
  L.settle();
  EXPECT_EQ(L.Order.size(), 602u);
  int State = 0;
  ASSERT_EQ(waitpid(Copy, &State, 0), Copy);
  ASSERT_TRUE(WIFEXITED(State));
  EXPECT_EQ(WEXITSTATUS(State), 42);
}

INSTANTIATE_TEST_SUITE_P(Threads, StageSchedulerOf,
                         testing::Values(0, 1, 2, 5));

TEST(StageScheduler, WithoutThreadsWhoPassesOnDoesTheWork) {
  StageScheduler Scheduler(0);
  std::vector<int> Order;
  WorkStage<int> Stage(Scheduler, 2, [&](int &I) { Order.push_back(I); });
  Stage.exchange(1);
  Stage.exchange(2);
  EXPECT_TRUE(Order.empty());
  Stage.exchange(3); // there is no room
  EXPECT_EQ(Order, (std::vector<int>{1, 2}));
  Stage.settle();
  EXPECT_EQ(Order, (std::vector<int>{1, 2, 3}));
}

/// A stage is never looked at before it is whole, nor while it is destroyed.
TEST(StageScheduler, StagesComeAndGoWhileOthersWork) {
  StageScheduler Scheduler(3);
  std::atomic<int> Count = 0;
  WorkStage<int> Busy(Scheduler, 1, [&](int &) { ++Count; });
  for (int I = 0; I != 3000; ++I) {
    Busy.exchange(I);
    WorkStage<int> Short(Scheduler, 1, [&](int &) { ++Count; });
    Short.exchange(I);
  }
  Busy.settle();
  EXPECT_EQ(Count, 6000);
}

TEST(StageScheduler, GivesUsedItemsBack) {
  StageScheduler Scheduler(0);
  WorkStage<std::vector<int>> Stage(Scheduler, 1,
                                    [](std::vector<int> &V) { V.clear(); });
  std::vector<int> Large;
  Large.reserve(1000);
  EXPECT_EQ(Stage.exchange(std::move(Large)).capacity(), 0u);
  EXPECT_GE(Stage.exchange({1}).capacity(), 1000u);
}

} // namespace
