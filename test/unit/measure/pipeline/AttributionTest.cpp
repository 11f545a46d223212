//===- AttributionTest.cpp - words in, named counts out -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/AnalysisRun.h"
#include "test/support/CountingObserver.h"
#include "test/support/NamedStructure.h"

namespace {

struct Program : LoadingProgram {
  /// Analyses the words of thread 0, \p Piece words at a time.
  Profile run(size_t Piece = 1 << 20) {
    AnalysisRun Run("L1=32K,8", {.Observers = {CountingObserver::make()}});
    std::span<const uint64_t> Rest = Stream.words();
    while (!Rest.empty()) {
      size_t Size = std::min(Piece, Rest.size());
      Run.segment(Rest.first(Size));
      Rest = Rest.subspan(Size);
    }
    return Run.finish();
  }
};

class Attribution : public testing::Test, protected Program {};

TEST_F(Attribution, GlobalsHaveNamesTypesAndPlaces) {
  Tables.global({"table", 0x800000, 4000, "int[1000]", "src/a.c", 12});
  Tables.global({"count", 0x800fa0, 4, "int", "src/a.c", 13});
  Tables.global({"flag", 0x800fa4, 4, "int", "src/a.c", 14});
  Tables.global({".str", 0x801000, 6, "", "src/a.c", 0, GlobalStringLiteral});
  Stream.module(0, Tables);
  load(0x800000).load(0x800f98).load(0x800fa0).load(0x800fa4).load(0x801000);
  Profile Result = run();
  const Structure &Table = named(Result, "table");
  EXPECT_EQ(Table.Kind, StructureKind::Global);
  EXPECT_EQ(Table.Type, "int[1000]");
  EXPECT_EQ(Table.File, "src/a.c");
  EXPECT_EQ(Table.Line, 12u);
  EXPECT_EQ(Table.Bytes, 4000u);
  EXPECT_EQ(Table.Objects, 1u);
  EXPECT_EQ(Table.Total.Loads, 2u);
  expectLoads(Result, {{"count", 1},
                       {"flag", 1},
                       {"[literals a.c]", 1},
                       {"[unattributed]", 0}});
  EXPECT_EQ(Result.Instructions, 25u);
}

TEST_F(Attribution, HeapBlocksAreNamedBySiteOrContext) {
  uint64_t Nodes =
      Tables.allocation({.Name = "nodes", .Type = "node", .Function = "build"});
  uint64_t Inner = Tables.allocation({.Name = "",
                                      .Kind = AllocationKind::New,
                                      .Flags = AllocationInLibraryCode});
  uint64_t Index = Tables.allocation({.Name = "index",
                                      .Type = "std::map<int, int>",
                                      .Kind = AllocationKind::Context});
  Stream.module(0, Tables)
      .alloc(1, 0x900000, 64, Nodes)
      .alloc(2, 0x900040, 64, Inner, {Index})
      .alloc(3, 0x900080, 64, 0, {Index})
      .alloc(4, 0x9000c0, 64);
  load(0x900000).load(0x900040).load(0x900080).load(0x9000c0).load(0x900100);
  Profile Result = run();
  EXPECT_EQ(loads(Result, "nodes"), 1u);
  EXPECT_EQ(named(Result, "nodes").Type, "node");
  EXPECT_EQ(loads(Result, "index"), 2u);
  EXPECT_EQ(named(Result, "index").Objects, 2u);
  expectLoads(Result, {{"[library]", 1}, {"[unattributed]", 1}});
}

TEST_F(Attribution, ReallocIsCreditedToTheSiteThatGrewIt) {
  uint64_t Make = Tables.allocation({.Name = "first"});
  uint64_t Grow =
      Tables.allocation({.Name = "grown", .Kind = AllocationKind::Realloc});
  Stream.module(0, Tables)
      .alloc(1, 0x900000, 64, Make)
      .free(2, 0x900000, true)
      .alloc(3, 0x900000, 32, Grow, {}, 0x900000); // shrinks: stays
  load(0x900000);
  Stream.free(4, 0x900000, true)
      .alloc(5, 0xa00000, 256, Grow, {}, 0x900000); // grows: moves
  load(0xa00000);
  Stream.free(6, 0xa00000, true)
      .alloc(7, 0xa00000, 256, 0, {}, 0xa00000); // failed: is what it was
  load(0xa00000);
  Stream.free(8, 0xa00000, true).alloc(9, 0xa00000, 512, Grow, {}, 0xa00000);
  Profile Result = run();
  EXPECT_EQ(loads(Result, "first"), 1u);
  EXPECT_EQ(named(Result, "first").Objects, 1u);
  EXPECT_EQ(named(Result, "first").Bytes, 64u);
  EXPECT_EQ(loads(Result, "grown"), 2u);
  EXPECT_EQ(named(Result, "grown").Objects, 1u);
  EXPECT_EQ(named(Result, "grown").Bytes, 512u);
  EXPECT_EQ(named(Result, "grown").PeakBytes, 512u);
  EXPECT_EQ(loads(Result, "[library]"), 0u);
}

TEST_F(Attribution, ThreadsShareAThreadLocalAndEndWithTheirStacks) {
  uint64_t Entry = Tables.global(
      {"cursor", 0x1234, 16, "char *", "a.c", 3, GlobalThreadLocal});
  Stream.module(0, Tables)
      .event(EventKind::ThreadLocal, {Entry, 0xb00000})
      .event(EventKind::ThreadLocal, {Entry, 0xc00000});
  load(0xb00000).load(0xc00008);
  // A new stack where the second instance was: its thread is over.
  Stream.threadStart(1, 0xbff000, 0xc01000);
  load(0xc00008);
  Profile Result = run();
  EXPECT_EQ(named(Result, "cursor").Kind, StructureKind::ThreadLocal);
  EXPECT_EQ(named(Result, "cursor").Objects, 2u);
  EXPECT_EQ(named(Result, "cursor").Bytes, 32u);
  expectLoads(Result, {{"cursor", 2}, {"[stack]", 1}});
}

TEST_F(Attribution, AThreadLocalMayComeBeforeItsTables) {
  uint64_t Entry = Tables.global(
      {"cursor", 0x1234, 16, "char *", "a.c", 3, GlobalThreadLocal});
  // The second instance's place is another thread's stack before it is known.
  Stream.event(EventKind::ThreadLocal, {Entry, 0xb00000})
      .event(EventKind::ThreadLocal, {Entry, 0xc00000})
      .threadStart(1, 0xbff000, 0xc01000)
      .module(0, Tables);
  load(0xb00000).load(0xc00008);
  expectLoads(run(), {{"cursor", 1}, {"[stack]", 1}});
}

TEST_F(Attribution, GlobalsOfAnUnloadedObjectAreGone) {
  Stream.module(0, Tables);
  TableBuilder Plugin(0x40000000);
  Plugin.global({"state", 0x50000000, 64, "int", "plugin.c", 1});
  Stream.module(1, Plugin);
  load(0x50000000);
  Stream.event(EventKind::ModuleUnload, {1}, 1);
  load(0x50000000);
  Profile Result = run();
  expectLoads(Result, {{"state", 1}, {"[unattributed]", 1}});
}

TEST_F(Attribution, MappedFilesHaveTheSameNameInEveryProcess) {
  Stream.module(0, Tables).program(1234, std::string_view("a\0", 2));
  Stream.mapping(1, 0x900000, 0x901000, MappingKind::File, "/shm/l_1234_0");
  Stream.mapping(2, 0xa00000, 0xa01000, MappingKind::File, "/shm/l_12345");
  load(0x900000).load(0xa00000);
  Profile Result = run();
  EXPECT_EQ(loads(Result, "[mapping l_PID_0]"), 1u);
  EXPECT_EQ(named(Result, "[mapping l_PID_0]").File, "/shm/l_PID_0");
  EXPECT_EQ(loads(Result, "[mapping l_12345]"), 1u);
}

TEST_F(Attribution, TablesInPiecesAndSegmentsOfAnySizeGiveTheSame) {
  for (uint32_t I = 0; I != 40; ++I)
    Tables.global({fmt::format("g{}", I), 0x800000 + I * 24, 24});
  Stream.module(0, Tables, "/bin/x", 64);
  for (uint32_t I = 0; I != 40; ++I)
    load(0x800000 + I * 24);
  Profile Whole = run();
  for (uint32_t I = 0; I != 40; ++I)
    EXPECT_EQ(loads(Whole, fmt::format("g{}", I)), 1u);
  EXPECT_EQ(Whole.total().Levels[0].Misses, 40u * 24 / 64);
}

} // namespace
