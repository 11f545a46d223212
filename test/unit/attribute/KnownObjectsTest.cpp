//===- unit/attribute/KnownObjectsTest.cpp - what sites access again ------===//

#include "analysis/attribute/KnownObjects.h"
#include <gtest/gtest.h>
#include <random>

using namespace memfacet;

namespace {

class KnownObjectsTest : public testing::Test {
protected:
  bool knows(uint32_t Site, uint64_t Address) {
    return Under.ranges().contains(Site, Address);
  }
  void change(uint64_t Low, uint64_t High) {
    Changes.add(Low, High);
    Under.follow(Changes);
  }
  void learn(uint32_t Site, uint64_t Low, uint64_t High) {
    Under.learn(Site, {Low, High});
  }

  KnownObjects Under;
  OwnerChanges Changes;
};

TEST_F(KnownObjectsTest, NothingIsKnownAtFirst) {
  Under.ranges().makeRoom(1);
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
  EXPECT_EQ(Under.learn(7, {}), 4);
  EXPECT_EQ(Under.learn(7, {}), 8);
  EXPECT_EQ(Under.learn(2, {}), 4);
}

TEST_F(KnownObjectsTest, NeverWaitsForMoreThanALimit) {
  uint16_t Wait = 0;
  for (int I = 0; I != 40; ++I)
    Wait = Under.learn(7, {});
  EXPECT_EQ(Wait, 1 << 14);
  EXPECT_EQ(Under.learn(7, {}), 1 << 14);
}

TEST_F(KnownObjectsTest, TooManyChangesForgetAll) {
  learn(1, 0x1000, 0x2000);
  for (int I = 0; I != 5000; ++I)
    Changes.add(0x100000, 0x100040);
  Under.follow(Changes);
  EXPECT_FALSE(knows(1, 0x1800));
}

TEST_F(KnownObjectsTest, IsWhatASlowListSays) {
  struct Known {
    uint64_t Low = 0, High = 0;
  };
  std::mt19937_64 Random(11);
  std::vector<Known> Slow(16);
  Under.ranges().makeRoom(Slow.size());
  for (int I = 0; I != 5000; ++I) {
    auto Site = uint32_t(Random() % Slow.size());
    // Objects of one size each do not overlap.
    uint64_t Low = Random() % 64 * 0x100;
    if (Random() % 3) {
      Slow[Site] = {Low, Low + 0x100};
      learn(Site, Low, Low + 0x100);
    } else {
      uint64_t High = Low + Random() % 0x300;
      for (Known &K : Slow)
        if (K.Low < High && Low < K.High)
          K = {};
      change(Low, High);
    }
    uint64_t Address = Random() % 0x4000;
    for (uint32_t S = 0; S != Slow.size(); ++S)
      ASSERT_EQ(knows(S, Address),
                Slow[S].Low <= Address && Address < Slow[S].High);
  }
}

} // namespace
