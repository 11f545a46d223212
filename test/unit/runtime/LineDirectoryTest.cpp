//===- LineDirectoryTest.cpp - lines that are followed --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/LineDirectory.h"
#include <gtest/gtest.h>
#include <unordered_set>

using namespace memfacet;
using namespace memfacet::sharing;

namespace {

class Directory : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(Lines.begin()); }
  void TearDown() override { Lines.forget(); }
  TouchResult store(uint64_t Line, uint32_t Thread) {
    TouchResult Result;
    Found = Lines.touch(Line, {Thread, 1, 1, false, true, 0}, 0,
                        [&](const TouchResult &T) { Result = T; });
    return Result;
  }
  LineDirectory Lines = {};
  bool Found = false;
};

TEST_F(Directory, GivesOneThreadAllRights) {
  EXPECT_EQ(store(7, 1).Rights, LineRights::all());
  EXPECT_TRUE(Found);
}

TEST_F(Directory, EndsRightsWhereAnotherThreadComes) {
  store(7, 1);
  TouchResult Second = store(7, 2);
  EXPECT_TRUE(Second.EndsRights);
  ASSERT_EQ(Second.Moves.Count, 1u);
  EXPECT_EQ(Second.Moves.Moves[0].Value.Kind, MoveKind::Cold);
  EXPECT_TRUE(store(7, 1).EndsRights);
}

// Otherwise its thread would go on without the directory, and what another one
// takes would not be seen.
TEST_F(Directory, NamesEachLineThatGivesWay) {
  constexpr uint64_t Touched = 700'000, Kept = 655'360;
  std::unordered_set<uint64_t> Forgotten;
  for (uint64_t Line = 0; Line != Touched; ++Line)
    if (uint64_t Name = store(Line, 1).ForgottenName)
      EXPECT_TRUE(Forgotten.insert(Name - 1).second && Name - 1 < Line);
  EXPECT_GE(Forgotten.size(), Touched - Kept);
  EXPECT_EQ(store(*Forgotten.begin(), 2).Moves.Count, 0u);
}

TEST_F(Directory, KeepsLinesOfSeveralThreads) {
  constexpr uint64_t Shared = 1000;
  for (uint64_t Line = 0; Line != Shared; ++Line)
    store(Line, 1), store(Line, 2);
  for (uint64_t Line = Shared; Line != 700'000; ++Line)
    if (uint64_t Name = store(Line, 1).ForgottenName)
      EXPECT_GT(Name, Shared);
  // The first thread has lost each of them.
  for (uint64_t Line = 0; Line != Shared; ++Line)
    EXPECT_TRUE(store(Line, 1).EndsRights);
}

TEST_F(Directory, ForgetsLinesOfANewObject) {
  store(7, 1), store(7, 2), store(8, 1);
  unsigned Ended = 0;
  LineMoveList Moves;
  for (uint64_t Line : {7, 8, 9})
    EXPECT_TRUE(Lines.forget(Line, ~uint64_t(0), Moves, [&] { ++Ended; }));
  EXPECT_EQ(Ended, 2u);
  EXPECT_EQ(store(7, 1).Moves.Count, 0u);
  EXPECT_EQ(store(8, 2).Moves.Count, 0u);
}

TEST_F(Directory, FindsTheLinesOfALongRange) {
  store(7, 1), store(1'000'000, 1), store(2'000'000, 1);
  std::unordered_set<uint64_t> Found;
  Lines.forLines(8, 1'500'000, [&](uint64_t Line) { Found.insert(Line); });
  EXPECT_EQ(Found, std::unordered_set<uint64_t>{1'000'000});
  unsigned Count = 0;
  Lines.forLines(8, 12, [&](uint64_t) { ++Count; });
  EXPECT_EQ(Count, 4u);
}

TEST_F(Directory, AStackBeginsWithItsThread) {
  auto StoreToStack = [&](uint64_t Line, uint32_t Thread) {
    LineAccess A = {Thread, 1, 1, false, true, 0};
    A.IsOwnStack = true;
    TouchResult Result;
    Lines.touch(Line, A, 0, [&](const TouchResult &T) { Result = T; });
    return Result;
  };
  StoreToStack(7, 1);
  TouchResult Next = StoreToStack(7, 2);
  EXPECT_EQ(Next.Moves.Count, 0u);
  EXPECT_EQ(Next.ForgottenName, 8u) << "the first thread has no rights";
  store(7, 3);
  EXPECT_EQ(StoreToStack(7, 2).Moves.Moves[0].Value.Kind, MoveKind::True);
  TouchResult Later = StoreToStack(7, 4);
  EXPECT_EQ(Later.Moves.Count, 0u);
  EXPECT_TRUE(Later.EndsRights);
}

} // namespace
