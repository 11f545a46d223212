//===- KnownObjectsTest.cpp - what sites access again ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/KnownObjects.h"
#include "test/support/Test.h"

namespace {

class KnownObjectsTest : public testing::Test {
protected:
  bool knows(uint32_t Site, uint64_t Address, uint32_t Thread = 0) {
    Objects.ranges().enter(ThreadId(Thread));
    return Objects.ranges().contains(Site, Address);
  }
  void change(uint64_t Low, uint64_t High) {
    Changes.add(Low, High);
    Objects.follow(Changes);
  }
  void learn(uint32_t Site, uint64_t Low, uint64_t High, uint32_t Thread = 0) {
    Objects.learn({Site, SiteRanges::viewOf(ThreadId(Thread))}, {Low, High});
  }
  uint16_t waitOf(uint32_t Site, uint32_t View = 0) {
    return Objects.learn({Site, View}, {});
  }

  KnownObjects Objects;
  OwnerChanges Changes;
};

TEST_F(KnownObjectsTest, NothingIsKnownAtFirst) {
  Objects.ranges().makeRoom(1);
  EXPECT_FALSE(knows(0, 0));
  EXPECT_FALSE(knows(0, 0x1000));
}

TEST_F(KnownObjectsTest, KnowsAnObjectUntilItEnds) {
  learn(3, 0x1000, 0x1100);
  EXPECT_TRUE(knows(3, 0x1000));
  EXPECT_TRUE(knows(3, 0x10ff));
  EXPECT_FALSE(knows(3, 0xfff));
  EXPECT_FALSE(knows(3, 0x1100));
  EXPECT_FALSE(knows(2, 0x1000));
  change(0x1100, 0x2000);
  change(0xf00, 0x1000);
  EXPECT_TRUE(knows(3, 0x1000));
  change(0x10c0, 0x1100);
  EXPECT_FALSE(knows(3, 0x1000));
}

TEST_F(KnownObjectsTest, AnObjectOfSeveralSitesIsForgottenForAll) {
  learn(1, 0x1000, 0x2000);
  learn(2, 0x1000, 0x2000);
  learn(4, 0x3000, 0x4000);
  change(0x1000, 0x1040);
  EXPECT_FALSE(knows(1, 0x1800));
  EXPECT_FALSE(knows(2, 0x1800));
  EXPECT_TRUE(knows(4, 0x3800));
}

TEST_F(KnownObjectsTest, ASiteThatLeavesDoesNotTakeTheOthersAlong) {
  learn(1, 0x1000, 0x2000);
  learn(2, 0x1000, 0x2000);
  learn(1, 0x3000, 0x4000);
  EXPECT_FALSE(knows(1, 0x1800));
  EXPECT_TRUE(knows(1, 0x3800));
  EXPECT_TRUE(knows(2, 0x1800));
  learn(2, 0, 0);
  EXPECT_FALSE(knows(2, 0x1800));
  EXPECT_TRUE(knows(1, 0x3800));
}

TEST_F(KnownObjectsTest, WaitsLongerEachTime) {
  EXPECT_EQ(KnownObjects::FirstWait, 2);
  EXPECT_EQ(waitOf(7), 4);
  EXPECT_EQ(waitOf(7), 8);
  EXPECT_EQ(waitOf(2), 4);
}

TEST_F(KnownObjectsTest, NeverWaitsForMoreThanALimit) {
  uint16_t Wait = 0;
  for (int I = 0; I != 40; ++I)
    Wait = waitOf(7);
  EXPECT_EQ(Wait, 1 << 14);
  EXPECT_EQ(waitOf(7), 1 << 14);
}

TEST_F(KnownObjectsTest, ThreadsWaitTogether) {
  EXPECT_EQ(waitOf(7, 0), 4);
  EXPECT_EQ(waitOf(7, 1), 8);
}

TEST_F(KnownObjectsTest, EachThreadKnowsItsOwnObject) {
  learn(1, 0x1000, 0x2000, 0);
  learn(1, 0x3000, 0x4000, 5);
  EXPECT_TRUE(knows(1, 0x1800, 0));
  EXPECT_FALSE(knows(1, 0x3800, 0));
  EXPECT_TRUE(knows(1, 0x3800, 5));
  EXPECT_FALSE(knows(1, 0x1800, 5));
  EXPECT_FALSE(knows(1, 0x1800, 6));
  learn(1, 0x5000, 0x6000, 5);
  EXPECT_TRUE(knows(1, 0x1800, 0));
  EXPECT_FALSE(knows(1, 0x3800, 5));
}

TEST_F(KnownObjectsTest, AnObjectIsForgottenInAllThreads) {
  learn(1, 0x1000, 0x2000, 0);
  learn(1, 0x1000, 0x2000, 1);
  learn(1, 0x3000, 0x4000, 2);
  change(0x1000, 0x1040);
  EXPECT_FALSE(knows(1, 0x1800, 0));
  EXPECT_FALSE(knows(1, 0x1800, 1));
  EXPECT_TRUE(knows(1, 0x3800, 2));
}

TEST_F(KnownObjectsTest, FurtherThreadsShare) {
  learn(1, 0x1000, 0x2000, 3);
  EXPECT_TRUE(knows(1, 0x1800, 3 + SiteRanges::MaxViews));
}

TEST_F(KnownObjectsTest, FurtherLanesOfASiteFollowInEachThread) {
  Objects.ranges().follow(std::vector<uint32_t>{0, 1, 2});
  learn(1, 0x1000, 0x2000, 0);
  learn(1, 0x3000, 0x4000, 1);
  Objects.ranges().follow(std::vector<uint32_t>{0, 1, 2, 1});
  EXPECT_TRUE(knows(3, 0x1800, 0));
  EXPECT_TRUE(knows(3, 0x3800, 1));
  EXPECT_FALSE(knows(3, 0x1800, 2));
  learn(1, 0x1000, 0x2000, 2);
  EXPECT_TRUE(knows(3, 0x1800, 2));
}

TEST_F(KnownObjectsTest, TooManyChangesForgetAll) {
  learn(1, 0x1000, 0x2000);
  for (int I = 0; I != 5000; ++I)
    Changes.add(0x100000, 0x100040);
  Objects.follow(Changes);
  EXPECT_FALSE(knows(1, 0x1800));
}

TEST_F(KnownObjectsTest, IsWhatASlowListSays) {
  struct Known {
    uint64_t Low = 0, High = 0;
  };
  std::mt19937_64 Random(11);
  constexpr uint32_t Sites = 8, Threads = 3;
  std::vector<Known> Slow(Sites * Threads);
  Objects.ranges().makeRoom(Sites);
  for (int I = 0; I != 5000; ++I) {
    auto Place = uint32_t(Random() % Slow.size());
    // Objects of one size each do not overlap.
    uint64_t Low = Random() % 64 * 0x100;
    if (Random() % 3) {
      Slow[Place] = {Low, Low + 0x100};
      learn(Place % Sites, Low, Low + 0x100, Place / Sites);
    } else {
      uint64_t High = Low + Random() % 0x300;
      for (Known &K : Slow)
        if (K.Low < High && Low < K.High)
          K = {};
      change(Low, High);
    }
    uint64_t Address = Random() % 0x4000;
    for (uint32_t P = 0; P != Slow.size(); ++P)
      ASSERT_EQ(knows(P % Sites, Address, P / Sites),
                Slow[P].Low <= Address && Address < Slow[P].High);
  }
}

} // namespace
