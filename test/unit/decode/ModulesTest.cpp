//===- ModulesTest.cpp - tables become plain data -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/TableFollower.h"
#include "test/support/StreamBuilder.h"
#include "test/unit/decode/Decoding.h"

namespace {

class ModulesTest : public testing::Test, protected Decoding {};

/// A program with rows in every table.
class ModulesOfAllTables : public ModulesTest {
protected:
  ModulesOfAllTables() { run(StreamBuilder().module(7, Tables, "/bin/prog")); }

  const uint64_t Outer = Tables.location("main.c", "main", 10, 3);
  const uint64_t Inner = Tables.location("list.h", "push", 77, 5, Outer);
  const uint64_t B = Tables.block(
      {.Instructions = 4,
       .Slots = 1,
       .Sites = {{.Size = 4, .Offset = 8, .Location = Inner, .Type = "int"},
                 {.Size = 16,
                  .Offset = -4,
                  .Base = 1,
                  .Kind = AccessKind::ReadModifyWrite,
                  .AddressBase = BaseKind::Reference,
                  .Flags = SiteAtomic}},
       .References = {0x1000, 0x2000}});
  const uint64_t First = Tables.global({.Name = "before"});
  const uint64_t G = Tables.global({.Name = "counter",
                                    .Address = 0x601000,
                                    .Size = 64,
                                    .Type = "long[8]",
                                    .File = "main.c",
                                    .Line = 3,
                                    .Flags = GlobalConstant});
  const uint64_t A = Tables.allocation({.Name = "nodes",
                                        .Type = "node",
                                        .Location = Inner,
                                        .Function = "push",
                                        .ElementSize = 24});
};

TEST_F(ModulesOfAllTables, HaveSitesWithTheirPlaces) {
  EXPECT_EQ(Builder.blockWords(B), 2u);
  ASSERT_EQ(Modules.siteCount(), 2u);
  const SiteInfo &S = Modules.site(SiteId(0));
  EXPECT_EQ(S.Type, "int");
  EXPECT_EQ(S.StaticAddress, 0u);
  std::vector<Place> Places = Modules.places(S.LocationAddress);
  ASSERT_EQ(Places.size(), 2u);
  EXPECT_EQ(Places[0].Function, "push");
  EXPECT_EQ(Places[0].File, "list.h");
  EXPECT_EQ(Places[0].Line, 77u);
  EXPECT_EQ(Places[0].Column, 5u);
  EXPECT_EQ(Places[1].Function, "main");
  EXPECT_EQ(Modules.site(SiteId(1)).StaticAddress, 0x2000u - 4);
  EXPECT_EQ(Modules.site(SiteId(1)).Flags, SiteAtomic);
}

TEST_F(ModulesOfAllTables, HaveGlobals) {
  ASSERT_EQ(Modules.globals(7).size(), 2u);
  EXPECT_EQ(Modules.globals(7)[0].EntryAddress, First);
  const GlobalInfo *Global = Modules.globalAt(G);
  ASSERT_EQ(Global, &Modules.globals(7)[1]);
  EXPECT_EQ(Global->EntryAddress, G);
  EXPECT_EQ(Global->Name, "counter");
  EXPECT_EQ(Global->Type, "long[8]");
  EXPECT_EQ(Global->File, "main.c");
  EXPECT_EQ(Global->Address, 0x601000u);
  EXPECT_EQ(Global->Size, 64u);
  EXPECT_EQ(Global->Line, 3u);
  EXPECT_EQ(Global->Flags, GlobalConstant);
}

TEST_F(ModulesOfAllTables, HaveAllocationsAndAPath) {
  const AllocationInfo *Allocated = Modules.allocation(A);
  ASSERT_NE(Allocated, nullptr);
  EXPECT_EQ(Allocated->Name, "nodes");
  EXPECT_EQ(Allocated->Type, "node");
  EXPECT_EQ(Allocated->Function, "push");
  EXPECT_EQ(Allocated->Location.Line, 77u);
  EXPECT_EQ(Allocated->ElementSize, 24u);
  EXPECT_EQ(Allocated->Kind, AllocationKind::Malloc);
  EXPECT_EQ(Modules.path(7), "/bin/prog");
}

TEST_F(ModulesTest, GiveNothingForAddressesBetweenRows) {
  uint64_t B = Tables.block({.Sites = {{}}, .Flags = 0});
  uint64_t G = Tables.global({.Name = "g"});
  uint64_t A = Tables.allocation({.Name = "a"});
  run(StreamBuilder().module(0, Tables));
  for (uint64_t Off : {uint64_t(1), uint64_t(4), uint64_t(-1)}) {
    EXPECT_EQ(Builder.blockWords(B + Off), 0u);
    EXPECT_EQ(Modules.globalAt(G + Off), nullptr);
    EXPECT_EQ(Modules.allocation(A + Off), nullptr);
  }
  EXPECT_EQ(Modules.globalAt(G + sizeof(Global)), nullptr);
  EXPECT_EQ(Modules.allocation(A + sizeof(Allocation)), nullptr);
  EXPECT_EQ(Builder.blockWords(B + sizeof(Block)), 0u);
  EXPECT_TRUE(Modules.places(0).empty());
  EXPECT_TRUE(Modules.globals(1).empty());
  EXPECT_EQ(Modules.path(1), "");
  EXPECT_EQ(Modules.site(SiteId(99)).LocationAddress, 0u);
}

TEST_F(ModulesTest, AreKnownOnceTheLastPieceHasCome) {
  uint64_t B = Tables.block({.Slots = 3});
  Tables.global({.Name = "a-rather-long-name"});
  StreamBuilder S;
  S.module(0, Tables, "/bin/x", 7);
  size_t Last = S.size() - 4; // header, address, count, one word of bytes
  ASSERT_TRUE(Decode.segment({ThreadId(0), std::span(S.words()).first(Last)}));
  EXPECT_EQ(Builder.blockWords(B), 0u);
  ASSERT_TRUE(
      Decode.segment({ThreadId(0), std::span(S.words()).subspan(Last)}));
  EXPECT_EQ(Builder.blockWords(B), 4u);
  EXPECT_EQ(Modules.globals(0).at(0).Name, "a-rather-long-name");
}

TEST_F(ModulesTest, ANewObjectTakesTheAddressesOfAnUnloadedOne) {
  TableBuilder Old, New;
  uint64_t B = Old.block({.Slots = 1});
  uint64_t G = Old.global({.Name = "old"});
  ASSERT_EQ(New.block({.Slots = 2}), B);
  ASSERT_EQ(New.global({.Name = "new"}), G);
  run(StreamBuilder().module(0, Old).event(EventKind::ModuleUnload, {1}));
  EXPECT_EQ(Builder.blockWords(B), 2u);
  run(StreamBuilder().module(1, New));
  EXPECT_EQ(Builder.blockWords(B), 3u);
  EXPECT_EQ(Modules.globalAt(G)->Name, "new");
  EXPECT_EQ(Modules.globals(0).at(0).Name, "old");
  EXPECT_EQ(Modules.globals(1).at(0).Name, "new");
}

TEST_F(ModulesTest, CircularInliningEnds) {
  uint64_t Row = Tables.location("f.c", "f", 1);
  RelPtr Self = -RelPtr(offsetof(SourceLocation, InlinedAt));
  std::memcpy(Tables.bytes(TableKind::Locations).data() +
                  offsetof(SourceLocation, InlinedAt),
              &Self, sizeof(Self));
  run(StreamBuilder().module(0, Tables));
  EXPECT_EQ(Modules.places(Row).size(), 256u);
}

TEST_F(ModulesTest, ABlockThatPointsOutsideItsTablesIsUnknown) {
  auto WordsOf = [](const BlockSpec &Spec, auto Damage) {
    TableBuilder Tables;
    uint64_t B = Tables.block(Spec);
    Damage(Tables);
    Decoding L;
    L.run(StreamBuilder().module(0, Tables));
    return L.Builder.blockWords(B);
  };
  auto Empty = [](TableBuilder &) {};
  BlockSpec Two = {.Slots = 2, .Sites = {{.Base = 0}, {.Base = 1}}};
  EXPECT_EQ(WordsOf(Two, Empty), 3u);
  EXPECT_EQ(WordsOf(Two,
                    [](TableBuilder &T) {
                      T.bytes(TableKind::Sites).resize(sizeof(Site));
                    }),
            0u);
  EXPECT_EQ(WordsOf({.Slots = 1, .Sites = {{.Base = 1}}}, Empty), 0u);
  EXPECT_EQ(
      WordsOf({.Slots = 1, .Sites = {{.Extra = 1, .Shape = SiteShape::Range}}},
              Empty),
      0u);
  EXPECT_EQ(WordsOf({.Slots = 512}, Empty), 0u);
  EXPECT_EQ(WordsOf({.Slots = 511}, Empty), 512u);
}

/// Whatever the tables say, nothing outside them is read (run with a sanitizer)
/// and no lookup fails otherwise than with "unknown".
TEST_F(ModulesTest, DamagedTablesAreHarmless) {
  TableBuilder Tables;
  uint64_t W = Tables.location("main.c", "main", 10, 3);
  uint64_t B = Tables.block({.Slots = 2,
                             .Sites = {{.Location = W},
                                       {.Base = 1},
                                       {.AddressBase = BaseKind::Reference}},
                             .References = {0x1000}});
  uint64_t G = Tables.global({.Name = "g", .Type = "int"});
  uint64_t A = Tables.allocation({.Name = "a", .Location = W});
  std::mt19937 Random(1);
  for (int Round = 0; Round != 3000; ++Round) {
    TableBuilder Damaged = Tables;
    for (int I = 0; I != 3; ++I) {
      std::string &Bytes = Damaged.bytes(TableKind(Random() % TableCount));
      if (!Bytes.empty())
        Bytes[Random() % Bytes.size()] = char(Random());
    }
    Decoding L;
    L.run(StreamBuilder().module(0, Damaged).block(B, {0x10, 0x20}));
    for (uint32_t I = 0; I != L.Modules.siteCount(); ++I)
      L.Modules.places(L.Modules.site(SiteId(I)).LocationAddress);
    EXPECT_NE(L.Modules.globalAt(G), nullptr);
    EXPECT_NE(L.Modules.allocation(A), nullptr);
  }
}

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
  StreamBuilder Early, Late;
  Early.program(1, "x").block(Block, {1, 2});
  Late.tick(5).module(0, Tables).block(Block, {1, 2});
  Follower.follow({ThreadId(0), Early.words()});
  EXPECT_EQ(Builder.blockWords(Block), 0u);
  Follower.follow({ThreadId(0), Late.words()});
  EXPECT_EQ(Builder.blockWords(Block), 3u);
}

TEST_F(FollowedTables, AreKnownInSpiteOfWordsThatLookLikeEvents) {
  StreamBuilder Stream;
  Stream.module(0, Tables);
  // In a slot, and after a word that is no header.
  Stream.block(Block, {eventHeader(EventKind::Module, 60, 1), 7});
  Stream.raw({5, 6, 7});
  Follower.follow({ThreadId(0), Stream.words()});
  EXPECT_EQ(Builder.blockWords(Block), 3u);
}

} // namespace
