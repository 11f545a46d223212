//===- PathsTest.cpp - records of several runs ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/decode/Decoding.h"

namespace {

class Paths : public testing::Test, protected Decoding {};

TEST_F(Paths, VerifiesEachRunOfAPath) {
  TableBuilder Tables;
  BlockSpec Spec = {
      .Slots = 2, .Sites = {{.Base = 0}}, .Flags = BlockCarriesAddresses};
  uint64_t First = Tables.block(Spec);
  Spec = {.Instructions = 2,
          .Slots = 2 + 3,
          .Sites = {{.Offset = 8, .Base = 0}, {.Base = 2}},
          .Flags = BlockCarriesAddresses,
          .Prefix = First};
  uint64_t Second = Tables.block(Spec);
  Verifier Verify;
  Decoding D({.Verify = &Verify});
  D.run(StreamBuilder()
            .module(0, Tables)
            .block(First, {0x1000, 0x1000})
            .block(Second, {0x1000, 0x1000, 0x2000, 0x1008, 0x2000}));
  EXPECT_EQ(Verify.compared(), 1u + 3u);
  EXPECT_EQ(Verify.mismatches(), 0u);
  D.run(
      StreamBuilder().block(Second, {0x1000, 0x1001, 0x2000, 0x1009, 0x2001}));
  EXPECT_EQ(Verify.mismatches(), 3u);
}

TEST_F(Paths, RowsWithoutRoomForTheirAddressesAreNotVerified) {
  // Three sites, and no slots for their addresses.
  TableBuilder Tables;
  std::vector<SiteSpec> Three = {{.Base = 0}, {.Base = 0}, {.Base = 0}};
  uint64_t Plain = Tables.block({.Slots = 1, .Sites = Three});
  uint64_t Damaged = Tables.block(
      {.Slots = 1, .Sites = Three, .Flags = BlockCarriesAddresses});
  uint64_t Path = Tables.block({.Slots = 2,
                                .Sites = {{.Base = 0}},
                                .Flags = BlockCarriesAddresses,
                                .Prefix = Plain});
  Verifier Verify;
  Decoding D({.Verify = &Verify});
  D.run(StreamBuilder()
            .module(0, Tables)
            .block(Path, {0x1000, 0x1000})
            .block(Damaged, {0x1000}));
  D.Decode.finish();
  EXPECT_EQ(Verify.compared(), 1u);
  EXPECT_EQ(Verify.mismatches(), 0u);
  EXPECT_EQ(D.Decode.loss().UnknownWords, 2u);
}

TEST_F(Paths, APathIsItsRunsInOrder) {
  uint64_t Root = Tables.block(
      {.Instructions = 3, .Slots = 1, .Sites = {{.Size = 4, .Base = 0}}});
  uint64_t Left = Tables.block(
      {.Instructions = 5,
       .Slots = 2,
       .Sites = {{.Size = 2, .Offset = 8, .Base = 0}, {.Size = 1, .Base = 1}},
       .Prefix = Root});
  // The site of this run is no neighbour of the root's.
  uint64_t Right = Tables.block({.Instructions = 4,
                                 .Slots = 1,
                                 .Sites = {{.Size = 16, .Base = 0}},
                                 .Prefix = Root});
  uint64_t Empty =
      Tables.block({.Instructions = 9, .Slots = 1, .Prefix = Right});
  runAll(start()
             .block(Left, {0x1000, 0x2000})
             .block(Right, {0x3000})
             .block(Empty, {0x4000})
             .block(Root, {0x5000}));
  EXPECT_EQ(Keeper.Accesses, (KeptAccesses{{0, 0, 0x1000, 4, 0},
                                           {0, 0, 0x1008, 2, 1},
                                           {0, 0, 0x2000, 1, 2},
                                           {0, 0, 0x3000, 4, 0},
                                           {0, 0, 0x3000, 16, 3},
                                           {0, 0, 0x4000, 4, 0},
                                           {0, 0, 0x4000, 16, 3},
                                           {0, 0, 0x5000, 4, 0}}));
  EXPECT_EQ(Decode.instructions(ThreadId(0)), 5u + 4 + 9 + 3);
  EXPECT_EQ(executions(),
            (std::map<uint32_t, uint64_t>{{0, 4}, {1, 1}, {2, 1}, {3, 2}}));
}

TEST_F(Paths, IterationsHaveTheSitesOfTheFirst) {
  uint64_t First =
      Tables.block({.Instructions = 3,
                    .Slots = 2,
                    .Sites = {{.Size = 4, .Base = 0}, {.Size = 8, .Base = 1}}});
  uint64_t Second = Tables.block(
      {.Instructions = 6,
       .Slots = 3,
       .Sites = {{.Size = 4, .Offset = 4, .Base = 0}, {.Size = 8, .Base = 2}},
       .Flags = BlockRepeats,
       .Prefix = First});
  uint64_t Third = Tables.block(
      {.Instructions = 9,
       .Slots = 4,
       .Sites = {{.Size = 4, .Offset = 8, .Base = 0}, {.Size = 8, .Base = 3}},
       .Flags = BlockRepeats,
       .Prefix = Second});
  runAll(start()
             .block(First, {0x1000, 0x2000})
             .block(Third, {0x3000, 0x4000, 0x4100, 0x4200}));
  EXPECT_EQ(Keeper.Accesses, (KeptAccesses{{0, 0, 0x1000, 4, 0},
                                           {0, 0, 0x2000, 8, 1},
                                           {0, 0, 0x3000, 4, 0},
                                           {0, 0, 0x4000, 8, 1},
                                           {0, 0, 0x3004, 4, 0},
                                           {0, 0, 0x4100, 8, 1},
                                           {0, 0, 0x3008, 4, 0},
                                           {0, 0, 0x4200, 8, 1}}));
  EXPECT_EQ(Decode.instructions(ThreadId(0)), 3u + 9u);
  EXPECT_EQ(executions(), (std::map<uint32_t, uint64_t>{{0, 4}, {1, 4}}));
  EXPECT_FALSE(Modules.site(SiteId(1)).Copy);
  EXPECT_TRUE(Modules.site(SiteId(2)).Copy);
}

TEST_F(Paths, OnlyARunWithAsManySitesIsRepeated) {
  uint64_t First =
      Tables.block({.Slots = 1, .Sites = {{.Base = 0}, {.Base = 0}}});
  uint64_t Fewer = Tables.block({.Slots = 1,
                                 .Sites = {{.Base = 0}},
                                 .Flags = BlockRepeats,
                                 .Prefix = First});
  uint64_t OfNone =
      Tables.block({.Slots = 1, .Sites = {{.Base = 0}}, .Flags = BlockRepeats});
  run(start());
  for (uint64_t Row : {Fewer, OfNone})
    EXPECT_EQ(Builder.blockWords(Row), 0u) << Row;
  EXPECT_EQ(Builder.blockWords(First), 2u);
}

TEST_F(Paths, RowsThatCannotBePathsAreNoBlocks) {
  uint64_t Good = Tables.block({.Instructions = 3, .Slots = 2});
  uint64_t Next = Good + sizeof(Block);
  uint64_t Self = Tables.block({.Slots = 2, .Prefix = Next});
  uint64_t Later =
      Tables.block({.Slots = 2, .Prefix = Next + 2 * sizeof(Block)});
  uint64_t Shorter =
      Tables.block({.Instructions = 3, .Slots = 1, .Prefix = Good});
  uint64_t Earlier =
      Tables.block({.Instructions = 2, .Slots = 2, .Prefix = Good});
  uint64_t Middle =
      Tables.block({.Instructions = 3, .Slots = 2, .Prefix = Good + 4});
  uint64_t OfNone =
      Tables.block({.Instructions = 3, .Slots = 2, .Prefix = Self});
  run(start());
  for (uint64_t Row : {Self, Later, Shorter, Earlier, Middle, OfNone})
    EXPECT_EQ(Builder.blockWords(Row), 0u) << Row;
  EXPECT_EQ(Builder.blockWords(Good), 3u);
}

TEST_F(Paths, PathsAreNotEndless) {
  std::vector<uint64_t> Rows = {Tables.block({})};
  for (int I = 0; I != 100; ++I)
    Rows.push_back(Tables.block({.Prefix = Rows.back()}));
  run(start());
  EXPECT_EQ(Builder.blockWords(Rows[DecodedBlock::MaxRuns - 1]), 1u);
  EXPECT_EQ(Builder.blockWords(Rows[DecodedBlock::MaxRuns]), 0u);
}

} // namespace
