//===- TableFollowerTest.cpp - tables, and nothing else -------------------===//

#include "analysis/decode/TableFollower.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace {

class FollowedTables : public testing::Test {
protected:
  void SetUp() override {
    Block = Tables.block({.Instructions = 3, .Slots = 2, .Sites = {{}, {}}});
  }

  TableBuilder Tables;
  uint64_t Block = 0;
  ModuleSet Modules;
  ModuleBuilder Builder{Modules};
  TableFollower Follower{Builder};
};

TEST_F(FollowedTables, AreKnownBehindTheirSegment) {
  StreamBuilder Before, With;
  Before.program(1, "x").block(Block, {1, 2});
  With.tick(5).module(0, Tables).block(Block, {1, 2});
  Follower.follow({ThreadId(0), Before.words()});
  EXPECT_EQ(Builder.blockWords(Block), 0u);
  Follower.follow({ThreadId(0), With.words()});
  EXPECT_EQ(Builder.blockWords(Block), 3u);
}

TEST_F(FollowedTables, AreKnownInSpiteOfWordsThatLookLikeEvents) {
  StreamBuilder Stream;
  Stream.module(0, Tables);
  // In a slot, and behind a word that is no header.
  Stream.block(Block, {eventHeader(EventKind::Module, 60, 1), 7});
  Stream.raw({5, 6, 7});
  Follower.follow({ThreadId(0), Stream.words()});
  EXPECT_EQ(Builder.blockWords(Block), 3u);
}

} // namespace
