//===- MoveTallyTest.cpp - lines that went from thread to thread ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/MoveTally.h"
#include "test/support/Wings.h"
#include <gtest/gtest.h>
#include <random>

using namespace memfacet;
using namespace memfacet::test;

namespace {

constexpr StructureId Counts(2), Other(3);

LineMovement move(uint64_t Address, MoveKind Kind, uint8_t Bits,
                  uint32_t Thread = 1, uint32_t Writer = 2) {
  return {.Address = Address,
          .Site = Thread,
          .Move = {Thread, Kind, Bits},
          .WriteAddress = (Address & ~uint64_t(63)) + 8,
          .Writer = Writer,
          .Origin = {Writer, false}};
}

SharingTable tableOf(const MoveTally &T) {
  SharingTable Result;
  T.fill(Result, [](SiteId Site) {
    PairSite S;
    S.Line = Site.Value;
    return S;
  });
  return Result;
}

TEST(MoveTally, CountsWhatEachMoveStandsFor) {
  MoveTally T;
  T.add(move(0x1000, MoveKind::Cold, 6), Counts, Counts);
  T.add(move(0x1000, MoveKind::True, 6), Counts, Counts);
  T.add(move(0x1000, MoveKind::False, 0), Counts, Counts);
  SharingTable S = tableOf(T);
  ASSERT_EQ(S.Vertices.size(), 2u);
  const SharingVertex &V = S.Vertices[0];
  EXPECT_EQ(V.Thread, 1u);
  EXPECT_EQ(V.Cold, 64u);
  EXPECT_EQ(V.True, 64u);
  EXPECT_EQ(V.False, 1u);
  EXPECT_EQ(V.Certain, 2u);
  ASSERT_EQ(S.Edges.size(), 1u);
  EXPECT_EQ(S.Edges[0],
            (SharingEdge{
                .Source = 1, .Target = 0, .Cold = 64, .True = 64, .False = 1}));
  ASSERT_EQ(S.Fights.size(), 1u);
  EXPECT_EQ(S.Fights[0].WriterByte, 8u);
  EXPECT_EQ(S.Fights[0].VictimByte, 0u);
  EXPECT_EQ(S.Fights[0].Misses, 1u);
  ASSERT_EQ(S.Classes.size(), 1u);
  EXPECT_EQ(S.Classes[0].Class, SharingClass::ProducerConsumer);
}

TEST(MoveTally, FollowedLinesAreCertain) {
  MoveTally T;
  for (int I = 0; I != 100; ++I)
    T.add(move(0x1000, MoveKind::False, 0), Counts, Counts);
  EXPECT_EQ(tableOf(T).Estimates,
            (std::vector<SharingEstimate>{{Counts, 100, 100}}));
}

TEST(MoveTally, OneLineOfManyIsHardlyKnown) {
  MoveTally T;
  for (int I = 0; I != 100; ++I)
    T.add(move(0x1000, MoveKind::False, 6), Counts, Counts);
  const SharingEstimate E = tableOf(T).Estimates.at(0);
  EXPECT_EQ(E.Low, 100u) << "so many were seen";
  EXPECT_GT(E.High, 6400u);
}

TEST(MoveTally, CountsNothingWhileItDoesNotCount) {
  MoveTally T;
  T.count(false);
  T.add(move(0x1000, MoveKind::True, 0), Counts, Counts);
  EXPECT_TRUE(tableOf(T).Vertices.empty());
  T.count(true);
  T.add(move(0x1000, MoveKind::True, 0), Counts, Other);
  T.forgetCounts();
  EXPECT_TRUE(tableOf(T).Vertices.empty());
  EXPECT_TRUE(tableOf(T).Estimates.empty());
}

TEST(MoveTally, TellsHowLinesAreUsed) {
  auto ClassOf = [](auto Add) {
    MoveTally T;
    Add(T);
    return tableOf(T).Classes.at(0).Class;
  };
  EXPECT_EQ(ClassOf([](MoveTally &T) {
              T.add(move(0, MoveKind::False, 0), Counts, Counts);
            }),
            SharingClass::FalselyShared);
  auto TakeTurns = [](bool Updates) {
    return [=](MoveTally &T) {
      for (uint32_t I = 0; I != 4; ++I) {
        LineMovement M = move(0, MoveKind::True, 0, I % 2, 1 - I % 2);
        M.Origin.Updates = Updates;
        T.add(M, Counts, Counts);
      }
    };
  };
  EXPECT_EQ(ClassOf(TakeTurns(true)), SharingClass::Migratory);
  EXPECT_EQ(ClassOf(TakeTurns(false)), SharingClass::Mixed);
}

TEST(MoveTally, KnowsWhoOwnedALine) {
  MoveTally T;
  T.add(move(0, MoveKind::False, 0), Counts, Counts);
  T.add(move(8, MoveKind::False, 0), Counts, Counts);
  T.add(move(64, MoveKind::Cold, 0), Counts, Counts);
  T.add(move(64, MoveKind::False, 0), Other, Counts);
  EXPECT_EQ(T.ownerSoFar(40), Counts);
  EXPECT_EQ(T.ownerSoFar(64), std::nullopt);
  EXPECT_EQ(T.ownerSoFar(128), std::nullopt);
}

// Programs of 4000 lines with different numbers of misses each; one line in 64
// is followed, by chance.
TEST(MoveTally, IntervalsContainTheTruth) {
  std::mt19937 Random(1);
  unsigned Contained = 0;
  constexpr unsigned Programs = 300;
  for (unsigned P = 0; P != Programs; ++P) {
    MoveTally T;
    uint64_t Truth = 0;
    for (uint64_t Line = 0; Line != 4000; ++Line) {
      uint64_t Misses = Random() % 20;
      Truth += Misses;
      bool Followed = Random() % 64 == 0;
      for (uint64_t I = 0; Followed && I != Misses; ++I)
        T.add(move(Line << 6, MoveKind::True, 6), Counts, Counts);
    }
    const SharingEstimate E = tableOf(T).Estimates.at(0);
    Contained += E.Low <= Truth && Truth <= E.High;
  }
  EXPECT_GE(Contained, Programs * 93 / 100);
}

// Counters of threads that meet at a barrier: what happens between two meetings
// depends on chance, that each thread comes to the line does not.
TEST(MoveTally, CountsOneMissInATurnIfThreadsTakeLongTurns) {
  MoveTally T;
  for (uint64_t I = 0; I != 100; ++I) {
    LineMovement M = move(0x1000, MoveKind::False, 0);
    M.Meetings = I / 10;
    T.add(M, Counts, Counts);
  }
  SharingVertex V = tableOf(T).Vertices.at(0);
  EXPECT_EQ(V.False, 100u);
  EXPECT_EQ(V.Coarse, 9u) << "it came to the line in the first turn";
  EXPECT_EQ(V.Fine, 100u);
}

// Nothing says that threads wait for each other. In another run, one may have
// done all before the other began.
TEST(MoveTally, WhatSeveralThreadsWriteMayStayWithOne) {
  constexpr uint64_t Lines = 40;
  for (MoveKind Kind : {MoveKind::True, MoveKind::False}) {
    MoveTally T;
    for (uint64_t I = 0; I != 10 * Lines; ++I) {
      T.add(move(I % Lines * 64, Kind, 0, 1, 2), Counts, Counts);
      T.add(move(I % Lines * 64, Kind, 0, 2, 1), Counts, Counts);
    }
    uint64_t Coarse = 0;
    for (const SharingVertex &V : tableOf(T).Vertices)
      Coarse += V.Coarse;
    EXPECT_LE(Coarse, Lines) << "before it is known who writes";
  }
}

TEST(MoveTally, MissesOfOtherLinesEndATurn) {
  auto CoarseOf = [](uint64_t Lines, uint8_t Bits) {
    MoveTally T;
    for (uint64_t I = 0; I != 10 * Lines; ++I)
      T.add(move(I % Lines * 64, MoveKind::True, Bits), Counts, Counts);
    return tableOf(T).Vertices.at(0).Coarse;
  };
  uint64_t Most = MoveTally::MostOfTurn;
  EXPECT_EQ(CoarseOf(Most, 0), Most);
  EXPECT_EQ(CoarseOf(Most + 1, 0), 10 * (Most + 1)) << "each time, all lines";
  EXPECT_EQ(CoarseOf(Most / 4, 2), Most / 4 * 4);
  EXPECT_EQ(CoarseOf(Most / 4 + 1, 2), 10 * (Most / 4 + 1) * 4)
      << "one of four lines is followed";
}

} // namespace
