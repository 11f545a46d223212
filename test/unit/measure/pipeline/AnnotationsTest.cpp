//===- AnnotationsTest.cpp - what a program says of itself ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/AnalysisRun.h"
#include "test/support/CountingObserver.h"
#include "test/support/NamedStructure.h"

namespace {

struct Program : LoadingProgram {
  uint64_t Chunk = Tables.allocation({.Name = "chunk"});
  uint64_t Node = Tables.allocation({.Name = "node", .Type = "struct node"});

  Program() { Stream.module(0, Tables); }

  Profile run(std::optional<size_t> Threads = {}) {
    return analyse(Stream, "L1=32K,8;L2=64K,8",
                   {.Observers = {CountingObserver::make()}}, Threads);
  }
};

} // namespace

class Annotations : public testing::Test, protected Program {};

TEST_F(Annotations, ObjectsInsideABlockAreNamedBySiteOrByName) {
  Stream.alloc(1, 0x900000, 4096, Chunk)
      .mark(2, 0x900100, 64, "", MarkKind::Object, Node)
      .mark(3, 0x900200, 64, "given")
      .mark(4, 0x900300, 64, "", MarkKind::Object, 0, {Node});
  load(0x900000).load(0x900100).load(0x900200).load(0x900300).load(0x900340);
  Stream.unmark(5, 0x900100);
  load(0x900100);
  Stream.free(6, 0x900000);
  load(0x900200);
  Profile Result = run();
  expectLoads(Result, {{"chunk", 3}, {"node", 2}});
  EXPECT_EQ(named(Result, "node").Objects, 2u);
  EXPECT_EQ(named(Result, "node").PeakBytes, 128u);
  EXPECT_EQ(named(Result, "node").Type, "struct node");
  expectLoads(Result, {{"given", 1}, {"[unattributed]", 1}});
  EXPECT_TRUE(Result.Notes.empty());
}

TEST_F(Annotations, AWholeBlockIsNoFurtherObject) {
  Stream.alloc(1, 0x900000, 64, Chunk)
      .mark(2, 0x900000, 64, "", MarkKind::Object, Node);
  load(0x900000);
  Stream.unmark(3, 0x900000).mark(4, 0x900000, 48, "", MarkKind::Object, Node);
  load(0x900000);
  Stream.mark(5, 0x900000, 64, "given");
  load(0x900000);
  Profile Result = run();
  expectLoads(Result, {{"node", 2}, {"given", 1}});
  EXPECT_EQ(named(Result, "node").Objects, 2u);
  EXPECT_TRUE(Result.Notes.empty());
}

TEST_F(Annotations, ARenamedObjectIsAStructureOfItsOwn) {
  Stream.alloc(1, 0x900000, 64, Chunk).alloc(2, 0x900040, 64, Chunk);
  load(0x900000);
  Stream.rename(3, 0x900020, "mine");
  load(0x900000).load(0x900040);
  Stream.free(4, 0x900000);
  Profile Result = run();
  EXPECT_EQ(loads(Result, "chunk"), 2u);
  EXPECT_EQ(named(Result, "chunk").Objects, 1u);
  EXPECT_EQ(loads(Result, "mine"), 1u);
  EXPECT_EQ(named(Result, "mine").Objects, 1u);
  EXPECT_EQ(named(Result, "mine").Bytes, 64u);
  EXPECT_EQ(named(Result, "mine").Kind, StructureKind::Heap);
}

TEST_F(Annotations, RegionsAreOfTheKindAroundThem) {
  Stream.threadStart(1, 0x700000, 0x710000)
      .mapping(2, 0xa00000, 0xa10000, MappingKind::Anonymous, "")
      .mark(3, 0x704000, 64, "frame", MarkKind::Region)
      .mark(4, 0xa01000, 64, "page", MarkKind::Region)
      .mark(5, 0xb00000, 64, "nowhere", MarkKind::Region);
  load(0x704000).load(0xa01000).load(0xb00000).load(0x704040);
  Profile Result = run();
  EXPECT_EQ(named(Result, "frame").Kind, StructureKind::Stack);
  EXPECT_EQ(named(Result, "page").Kind, StructureKind::Mapping);
  EXPECT_EQ(named(Result, "nowhere").Kind, StructureKind::Mapping);
  for (const char *Name : {"frame", "page", "nowhere", "[stack]"})
    EXPECT_EQ(loads(Result, Name), 1u) << Name;
}

TEST_F(Annotations, OnlyTheRegionOfInterestCountsAndItsCachesAreWarm) {
  for (std::optional<size_t> Scheduler : {std::optional<size_t>(), {0}, {2}}) {
    Program P;
    P.Stream.alloc(1, 0x900000, 4096, P.Chunk);
    P.load(0x900000).load(0x900040);
    P.Stream.phase("work").interest(2, true);
    P.load(0x900000).load(0x900080);
    P.Stream.interest(3, false);
    P.load(0x9000c0).load(0x900100);
    P.Stream.interest(4, true);
    P.load(0x9000c0);
    Profile Result = P.run(Scheduler);
    Structure Chunk = named(Result, "chunk");
    EXPECT_EQ(Chunk.Total.Loads, 3u);
    EXPECT_EQ(Chunk.Total.Levels[0].Misses, 1u);
    EXPECT_EQ(Chunk.Total.Levels[1].Accesses, 1u);
    EXPECT_EQ(Chunk.Objects, 1u);
    EXPECT_EQ(Result.Instructions, 15u);
    ASSERT_EQ(Result.Threads.size(), 1u);
    EXPECT_EQ(Result.Threads[0].Instructions, 15u);
    EXPECT_TRUE(Result.hasInterest());
    EXPECT_EQ(Result.Markers,
              (std::vector<Marker>{{MarkerKind::Phase, 0, 10, "work"},
                                   {MarkerKind::InterestBegin, 0, 10, ""},
                                   {MarkerKind::InterestEnd, 0, 20, ""},
                                   {MarkerKind::InterestBegin, 0, 30, ""}}));
  }
}

TEST_F(Annotations, AnInterestThatOnlyEndsBeganWithTheProgram) {
  Stream.alloc(1, 0x900000, 4096, Chunk);
  load(0x900000);
  Stream.interest(2, false).interest(3, false);
  load(0x900040);
  Profile Result = run();
  EXPECT_EQ(loads(Result, "chunk"), 1u);
  EXPECT_EQ(Result.Instructions, 5u);
  EXPECT_EQ(Result.Markers.size(), 1u);
}

TEST_F(Annotations, WhatCannotBeFollowedIsIgnoredAndSaid) {
  Stream.alloc(1, 0x900000, 64, Chunk)
      .unmark(2, 0x900010)
      .rename(3, 0xf00000, "nothing")
      .mark(4, ~uint64_t(0) - 8, 64, "far")
      .mark(5, 0x900000, ~uint64_t(0), "endless")
      .mark(6, 0x900000, 8, "", MarkKind::Region)
      .rename(7, 0x900000, "");
  // A name that claims to be longer than its event, and one of nothing.
  Stream.event(EventKind::MarkBegin, {8, 0x900000, 8, 0, 1 << 20})
      .event(EventKind::Phase, {~uint64_t(0)})
      .event(EventKind::MarkEnd, {9, 5, ~uint64_t(0)});
  load(0x900000);
  Profile Result = run();
  EXPECT_EQ(loads(Result, "chunk"), 1u);
  ASSERT_EQ(Result.Notes.size(), 1u);
  EXPECT_EQ(Result.Notes[0], "5 of the program's own marks (memfacet.h) did "
                             "not fit and were ignored");
}

TEST_F(Annotations, DamagedEventsDoNoHarm) {
  std::mt19937_64 Random(7);
  constexpr EventKind Kinds[] = {EventKind::MarkBegin, EventKind::MarkEnd,
                                 EventKind::Rename, EventKind::Phase,
                                 EventKind::Interest};
  for (int Round = 0; Round != 20; ++Round) {
    Program P;
    P.Stream.alloc(1, 0x900000, 4096, P.Chunk);
    for (int I = 0; I != 50; ++I) {
      std::vector<uint64_t> Payload;
      for (size_t Words = Random() % 9; Words != 0; --Words)
        Payload.push_back(Random() % 3 == 0   ? Random()
                          : Random() % 2 == 0 ? 0x900000 + Random() % 4096
                                              : Random() % 64);
      P.Stream.event(Kinds[Random() % 5], Payload, uint32_t(Random() % 3));
      P.load(0x900000 + Random() % 4096);
    }
    P.Stream.free(1000, 0x900000);
    Profile Result = P.run();
    EXPECT_LE(Result.total().Loads, 50u);
  }
}
