//===- ThreadMapTest.cpp - which threads share a cache --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ThreadMap.h"
#include "test/support/Test.h"

static std::vector<uint32_t> cachesOf(const char *Text, uint32_t Threads) {
  auto Map = good(ThreadMap::parse(Text));
  std::vector<uint32_t> Result;
  for (uint32_t T = 0; T != Threads; ++T)
    Result.push_back(Map.cacheOf(T));
  return Result;
}

using Caches = std::vector<uint32_t>;

TEST(ThreadMapTest, EachThreadHasACacheByDefault) {
  EXPECT_EQ(cachesOf("threads", 4), (Caches{0, 1, 2, 3}));
  EXPECT_TRUE(ThreadMap().isPlain());
  EXPECT_EQ(*ThreadMap::parse("threads"), ThreadMap());
}

TEST(ThreadMapTest, PairsAndGroupsAreConsecutive) {
  EXPECT_EQ(cachesOf("pairs", 5), (Caches{0, 0, 1, 1, 2}));
  EXPECT_EQ(cachesOf("groups=3", 7), (Caches{0, 0, 0, 1, 1, 1, 2}));
}

TEST(ThreadMapTest, SocketsAreDealtInTurn) {
  EXPECT_EQ(cachesOf("sockets=2", 5), (Caches{0, 1, 0, 1, 0}));
}

TEST(ThreadMapTest, WhoIsNotListedHasACacheOfItsOwn) {
  EXPECT_EQ(cachesOf("0,3|1-2", 4), (Caches{0, 1, 1, 0}));
  Caches C = cachesOf("0,1|3", 6);
  EXPECT_EQ(C[0], C[1]);
  EXPECT_NE(C[2], C[0]);
  EXPECT_NE(C[2], C[3]);
  EXPECT_NE(C[4], C[5]);
  EXPECT_NE(C[2], C[4]);
}

TEST(ThreadMapTest, TextIsReadAgain) {
  for (const char *Text : {"threads", "pairs", "groups=8", "sockets=2",
                           "0,1|2,3", "3|1,4,5", "0-3|4-7"}) {
    auto Map = good(ThreadMap::parse(Text));
    EXPECT_EQ(*ThreadMap::parse(Map.text()), Map) << Text;
  }
  EXPECT_EQ(ThreadMap::parse("0-2|4")->text(), "0,1,2|4");
}

TEST(ThreadMapTest, RefusesWhatIsNoMap) {
  for (const char *Text : {"", "|", "0|", "|0", "0,", ",0", "0,,1", "0,1|1",
                           "2-1", "a", "0-", "-1", "pairs=2", "groups=",
                           "groups=0", "sockets=x", "0||1", "99999", "0 ,1"}) {
    EXPECT_TRUE(has(errorOf(ThreadMap::parse(Text)), Text));
  }
}

TEST(ThreadMapTest, NumbersMayBeTheMost) {
  EXPECT_EQ(ThreadMap::parse("0|65535")->cacheOf(65535), 1u);
  EXPECT_FALSE(ThreadMap::parse("0|65536"));
  EXPECT_EQ(ThreadMap::parse("groups=65535")->Group, 65535u);
  EXPECT_FALSE(ThreadMap::parse("groups=65536"));
  EXPECT_EQ(ThreadMap::parse("5-5")->text(), "5");
}
