//===- SiteAccessesTest.cpp - accesses by site, structure -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/UsedBytes.h"
#include "test/support/AnalysisRun.h"
#include "test/support/CountingObserver.h"
#include "test/support/NamedStructure.h"

namespace {

Profile profile(const StreamBuilder &Stream, const char *Caches = "L1=1K,2") {
  return analyse(Stream, Caches, {.Observers = {CountingObserver::make()}});
}

/// Accesses by site and structure.
using SiteMap = std::map<std::pair<uint32_t, std::string>, uint64_t>;

/// Sites with one load each; globals of 32 bytes, so that lines hold several.
class RandomSites : public testing::TestWithParam<const char *> {
protected:
  static constexpr uint32_t Sites = 6, Globals = 8;
  static constexpr uint64_t Memory = 0x800000, Bytes = 32;

  RandomSites() {
    for (uint32_t I = 0; I != Sites; ++I)
      Blocks.push_back(Tables.block({.Slots = 1, .Sites = {{.Size = 4}}}));
    for (uint32_t I = 0; I != Globals; ++I)
      Tables.global(
          {fmt::format("g{}", I), Memory + I * Bytes, Bytes, "int[8]"});
    Stream.module(0, Tables);
  }

  /// Site 0 is faithful, the others less and less so.
  void load(uint64_t R) {
    uint32_t Site = R % Sites;
    uint32_t Global = Site + (R >> 8) % (Site + 1);
    Global %= Globals;
    Stream.block(Blocks[Site],
                 {Memory + Global * Bytes + (R >> 16) % Bytes / 4 * 4});
    if (Active)
      ++Expected[{Site, fmt::format("g{}", Global)}];
  }

  TableBuilder Tables;
  StreamBuilder Stream;
  std::vector<uint64_t> Blocks;
  SiteMap Expected;
  bool Active = true;
};

void expectSame(const Profile &P, const SiteMap &Expected) {
  SiteMap Sums;
  std::map<uint32_t, uint64_t> BySite, ByStructure;
  for (const SiteCounts &C : P.BySite) {
    Sums[{C.Site, P.Structures[C.Structure.Value].Name}] += C.Accesses;
    BySite[C.Site] += C.Accesses;
    ByStructure[C.Structure.Value] += C.Accesses;
  }
  EXPECT_EQ(Sums, Expected);
  for (uint32_t S = 0; S != P.Sites.size(); ++S)
    EXPECT_EQ(BySite[S], P.Sites[S].Accesses);
  for (uint32_t S = 0; S != P.Structures.size(); ++S)
    EXPECT_EQ(ByStructure[S], P.Structures[S].Total.Accesses);
}

TEST_P(RandomSites, AreCountedByStructure) {
  std::mt19937_64 Random(5);
  for (int I = 0; I != 20000; ++I)
    load(Random());
  expectSame(profile(Stream, GetParam()), Expected);
}

TEST_P(RandomSites, AreCountedInTheRegionOfInterestOnly) {
  std::mt19937_64 Random(6);
  Active = false;
  uint64_t Order = 1;
  for (int Part = 0; Part != 5; ++Part) {
    for (int I = 0; I != 3000; ++I)
      load(Random());
    Active = !Active;
    Stream.interest(++Order, Active);
  }
  expectSame(profile(Stream, GetParam()), Expected);
}

/// What is flushed must not depend on what comes later.
TEST_P(RandomSites, AreCountedByStructureAroundAllEvents) {
  std::mt19937_64 Random(7);
  uint64_t Order = 1;
  for (int Part = 0; Part != 300; ++Part) {
    for (uint64_t I = Random() % 40; I != 0; --I)
      load(Random());
    switch (Random() % 5) {
    case 0:
      Stream.threadEnd(++Order);
      break;
    case 1:
      Stream.alloc(++Order, 0x900000, 64);
      break;
    case 2:
      Stream.free(++Order, 0x900000);
      break;
    case 3:
      Stream.tick(++Order);
      break;
    default:
      Stream.phase("next");
    }
  }
  expectSame(profile(Stream, GetParam()), Expected);
}

INSTANTIATE_TEST_SUITE_P(Caches, RandomSites,
                         testing::Values("L1=1K,2", "L1=256,2;line=128",
                                         "L1=8K,128;L2=16K,8"));

/// Memory changes hands between two accesses of one site.
TEST(SiteAccesses, FollowTheOwnersOfTheMoment) {
  LoadingProgram Program;
  uint64_t A = Program.Tables.allocation({.Name = "a"});
  uint64_t B = Program.Tables.allocation({.Name = "b"});
  Program.Stream.module(0, Program.Tables).alloc(1, 0x900000, 64, A);
  Program.load(0x900000).load(0x900008);
  Program.Stream.free(2, 0x900000).alloc(3, 0x900000, 64, B);
  Program.load(0x900000);
  Profile P = profile(Program.Stream);
  ASSERT_EQ(P.BySite.size(), 2u);
  EXPECT_EQ(P.BySite[0].Accesses, 2u);
  EXPECT_EQ(P.BySite[1].Accesses, 1u);
  EXPECT_EQ(P.Structures[P.BySite[1].Structure.Value].Name, "b");
}

TEST(SiteAccesses, KnowTheirFunctionWithoutDebugInformation) {
  TableBuilder Tables;
  StreamBuilder Stream;
  uint64_t Place = Tables.location("list.h", "push", 7);
  uint64_t Block =
      Tables.block({.Slots = 1,
                    .Sites = {{.Size = 8}, {.Size = 8, .Location = Place}},
                    .Function = "walk"});
  Stream.module(0, Tables).block(Block, {0x800000});
  Profile P = profile(Stream);
  ASSERT_EQ(P.Sites.size(), 2u);
  EXPECT_EQ(P.Sites[0].Function, "walk");
  EXPECT_EQ(P.Sites[0].File, "");
  EXPECT_EQ(P.Sites[0].Line, 0u);
  EXPECT_EQ(P.Sites[1].Function, "push");
}

TEST(SiteAccesses, SayTheMemberThatTheTablesName) {
  TableBuilder Tables;
  StreamBuilder Stream;
  std::string Item = "item";
  Item += '\0';
  Item += "\1item\t16\nm\t0\t64\ta\tlong\t1\t0\nm\t64\t64\tb\tlong\t1\t0\n";
  uint64_t Block = Tables.block(
      {.Slots = 1,
       .Sites = {
           {.Size = 8, .Type = Item},
           {.Size = 8, .Offset = 8, .Type = Item, .TypeOffset = 8},
           {.Size = 8, .Type = "undefined"},
           {.Size = 32, .Extra = UsedBytes(3, 2, 0b10).code(), .Type = Item}}});
  Tables.global({"items", 0x800000, 160, "item"});
  Stream.module(0, Tables).block(Block, {0x800000});
  Profile P = profile(Stream);
  ASSERT_EQ(P.Records.size(), 1u);
  EXPECT_EQ(P.Records[0].Name, "item");
  EXPECT_EQ(P.Records[0].Members.size(), 2u);
  EXPECT_EQ(named(P, "items").Record, 0u);
  ASSERT_EQ(P.Sites.size(), 4u);
  EXPECT_EQ(P.Sites[0].Field, (FieldAccess{0, 0, 8, P.Sites[0].Field.Block}));
  EXPECT_EQ(P.Sites[1].Field, (FieldAccess{0, 8, 8, P.Sites[0].Field.Block}));
  EXPECT_EQ(P.Sites[2].Field.Record, NoRecord);
  // The second member of two elements.
  EXPECT_EQ(P.Sites[3].Field, (FieldAccess{0, 8, 8, P.Sites[0].Field.Block,
                                           UsedBytes::ofElements().code()}));
}

} // namespace
