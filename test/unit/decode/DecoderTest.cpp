//===- DecoderTest.cpp - records become accesses --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/ReferenceExpander.h"
#include "test/unit/decode/Decoding.h"

namespace {

class DecoderTest : public testing::Test, protected Decoding {};

TEST_F(DecoderTest, ExpandsSlotsReferencesAndOffsets) {
  uint64_t B = Tables.block(
      {.Instructions = 6,
       .Slots = 2,
       .Sites = {{.Size = 8, .Offset = 16, .Base = 0},
                 {.Size = 4, .Base = 1, .Kind = AccessKind::Store},
                 {.Size = 2,
                  .Offset = -2,
                  .Base = 0,
                  .AddressBase = BaseKind::Reference},
                 {.Size = 1, .Base = 0, .Kind = AccessKind::ReadModifyWrite}},
       .References = {0x601000}});
  runAll(start().block(B, {0x1000, 0x2000}), 3);
  EXPECT_EQ(Keeper.Accesses, (KeptAccesses{{3, 0, 0x1010, 8, 0},
                                           {3, 0, 0x2000, 4, 1, true},
                                           {3, 0, 0x600ffe, 2, 2},
                                           {3, 0, 0x1000, 1, 3, true}}));
  EXPECT_EQ(Decode.instructions(ThreadId(3)), 6u);
  EXPECT_EQ(Decode.instructions(ThreadId(0)), 0u);
}

TEST_F(DecoderTest, ASlotOfZeroWasNotExecuted) {
  uint64_t B = Tables.block(
      {.Slots = 3, .Sites = {{.Base = 0}, {.Base = 1}, {.Base = 2}}});
  records(B, {{0x10, 0, 0x30}, {0, 0, 0}, {0, 0x20, 0}});
  EXPECT_EQ(Keeper.Accesses,
            (KeptAccesses{
                {0, 0, 0x10, 8, 0}, {0, 0, 0x30, 8, 2}, {0, 0, 0x20, 8, 1}}));
}

TEST_F(DecoderTest, ARangeIsOneAccessUpToOneGigabyte) {
  uint64_t B = Tables.block(
      {.Slots = 2,
       .Sites = {{.Size = 0, .Extra = 1, .Shape = SiteShape::Range}}});
  records(B, {{0x1000, 100},
              {0x1000, 0},
              {0, 100},
              {0x1000, 0x4000'0001},
              {0x1000, (uint64_t(1) << 40) + 1},
              {0x1000, ~uint64_t(0)}});
  EXPECT_EQ(Keeper.Accesses,
            (KeptAccesses{{0, 0, 0x1000, 100, 0},
                          {0, 0, 0x1000, 0x3fffffff, 0},
                          {0, 0, 0x1000 + uint64_t(0x3fffffff), 2, 0}}));
  EXPECT_EQ(Decode.loss().UnknownWords, 2u);
}

TEST_F(DecoderTest, ABlindSiteIsNoAccessAndItsExecutionsCount) {
  uint64_t B = Tables.block({.Slots = 1,
                             .Sites = {{.Base = 0},
                                       {.Size = 0, .Shape = SiteShape::Blind},
                                       {.Offset = 8, .Base = 0}}});
  uint64_t Single =
      Tables.block({.Sites = {{.Size = 0, .Shape = SiteShape::Blind}}});
  runAll(start()
             .block(B, {0x1000})
             .block(Single, {})
             .block(Single, {})
             .block(B, {0x2000})
             .block(B, {0}));
  EXPECT_EQ(Keeper.Accesses, (KeptAccesses{{0, 0, 0x1000, 8, 0},
                                           {0, 0, 0x1008, 8, 2},
                                           {0, 0, 0x2000, 8, 0},
                                           {0, 0, 0x2008, 8, 2}}));
  EXPECT_EQ(Keeper.Executions,
            (std::map<uint32_t, uint64_t>{{0, 2}, {1, 3}, {2, 2}, {3, 2}}));
  EXPECT_TRUE(Modules.site(SiteId(1)).Blind);
  EXPECT_FALSE(Modules.site(SiteId(2)).Blind);
  EXPECT_EQ(Decode.loss().UnknownWords, 0u);
}

TEST_F(DecoderTest, AMaskIsOneAccessPerRunOfLanes) {
  uint64_t B = Tables.block(
      {.Slots = 2,
       .Sites = {{.Size = 4, .Extra = 1, .Shape = SiteShape::Masked}}});
  records(B, {{0x1000, 0b1101'0110},
              {0x1000, 0},
              {0x2000, ~uint64_t(0)},
              {0x3000, uint64_t(1) << 63}});
  EXPECT_EQ(Keeper.Accesses, (KeptAccesses{{0, 0, 0x1004, 8, 0},
                                           {0, 0, 0x1010, 4, 0},
                                           {0, 0, 0x1018, 8, 0},
                                           {0, 0, 0x2000, 256, 0},
                                           {0, 0, 0x30fc, 4, 0}}));
}

TEST_F(DecoderTest, ARecordBelongsToTheIntervalInWhichItBegins) {
  Decoding D({.Intervals = {100}});
  uint64_t B =
      D.Tables.block({.Instructions = 40, .Slots = 1, .Sites = {{.Base = 0}}});
  StreamBuilder S;
  S.module(0, D.Tables);
  for (uint64_t I = 1; I != 8; ++I)
    S.block(B, {I});
  D.runAll(S);
  std::vector<uint32_t> Intervals =
      each(D.Keeper.Accesses, &KeptAccess::Interval);
  // They begin at 0, 40, 80, 120, 160, 200 and 240 instructions.
  EXPECT_EQ(Intervals, (std::vector<uint32_t>{0, 0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(D.Keeper.Instructions,
            (Counts{{{0, 0}, 120}, {{0, 1}, 80}, {{0, 2}, 80}}));
}

/// What batches have, one after the other.
class BatchLengths final : public BatchSink {
public:
  void batch(const AccessBatch &B) override {
    Lengths.push_back({B.Interval.Value, B.Instructions});
  }
  void event(const Event &) override {}
  std::vector<std::pair<uint32_t, uint64_t>> Lengths;
};

TEST_F(DecoderTest, BatchesEndWithSlicesOfIntervals) {
  TableBuilder Tables;
  uint64_t B = Tables.block({.Instructions = 10});
  ModuleSet Modules;
  ModuleBuilder Builder(Modules);
  BatchLengths Sink;
  // Slices are of 33 instructions, the last of 34.
  Decoder D(Builder, Sink, {.Intervals = {100}, .SlicesPerInterval = 3});
  StreamBuilder S;
  S.module(0, Tables);
  for (int I = 0; I != 15; ++I)
    S.block(B);
  ASSERT_TRUE(D.segment({ThreadId(0), S.words()}));
  D.finish();
  // A record is in the slice in which it begins: at 30, 60, 90, 130.
  EXPECT_EQ(Sink.Lengths, (std::vector<std::pair<uint32_t, uint64_t>>{
                              {0, 40}, {0, 30}, {0, 30}, {1, 40}, {1, 10}}));
}

TEST_F(DecoderTest, ALongBlockSkipsIntervals) {
  Decoding D({.Intervals = {100}});
  uint64_t B = D.Tables.block({.Instructions = 250});
  D.runAll(D.start().block(B).block(B));
  EXPECT_EQ(D.Keeper.Instructions, (Counts{{{0, 0}, 250}, {{0, 2}, 250}}));
}

TEST_F(DecoderTest, TheProcessHasAClockOfAllThreads) {
  Decoding D({.Intervals = {100}});
  uint64_t B = D.Tables.block({.Instructions = 60});
  D.run(D.start().block(B), 0);
  D.run(StreamBuilder().block(B).block(B), 1);
  D.run(StreamBuilder().block(B), 0);
  D.runAll(StreamBuilder().block(B), 1);
  // They begin at 0, 60, 120, 180 and 240 instructions of the process.
  EXPECT_EQ(D.Keeper.ByProcess, (Counts{{{0, 0}, 60},
                                        {{1, 0}, 60},
                                        {{1, 1}, 60},
                                        {{0, 1}, 60},
                                        {{1, 2}, 60}}));
  EXPECT_EQ(D.Keeper.Instructions,
            (Counts{{{0, 0}, 120}, {{1, 0}, 120}, {{1, 1}, 60}}));
}

TEST_F(DecoderTest, ThreadsKeepTheirOwnClocks) {
  Decoding D({.Intervals = {100}});
  uint64_t B =
      D.Tables.block({.Instructions = 60, .Slots = 1, .Sites = {{.Base = 0}}});
  D.run(D.start().block(B, {1}), 0);
  D.run(StreamBuilder().block(B, {2}), 1);
  D.run(StreamBuilder().block(B, {3}).block(B, {4}), 0);
  D.runAll(StreamBuilder().block(B, {5}), 1);
  EXPECT_EQ(D.Keeper.Accesses, (KeptAccesses{{0, 0, 1, 8, 0},
                                             {1, 0, 2, 8, 0},
                                             {0, 0, 3, 8, 0},
                                             {0, 1, 4, 8, 0},
                                             {1, 0, 5, 8, 0}}));
}

TEST_F(DecoderTest, EventsComeBetweenTheAccessesAroundThem) {
  uint64_t B = Tables.block({.Slots = 1, .Sites = {{.Base = 0}}});
  StreamBuilder S;
  S.module(0, Tables).block(B, {1}).alloc(5, 0x2000, 64, 7, {8, 10}, 9);
  S.block(B, {2}).tick(99).block(B, {3}).free(6, 0x2000, true).block(B, {4});
  size_t Announcements = 1 + 2; // the module, its blocks and sites
  run(S);
  ASSERT_EQ(Keeper.Events.size(), Announcements + 2);
  EXPECT_EQ(Keeper.Events[Announcements],
            (KeptEvent{EventKind::Alloc,
                       0,
                       uint32_t(AllocationKind::Malloc),
                       5,
                       {0x2000, 64, 7, 9, 8, 10},
                       1}));
  EXPECT_EQ(Keeper.Events[Announcements + 1],
            (KeptEvent{EventKind::Free, 0, 1, 6, {0x2000}, 3}));
  EXPECT_EQ(Keeper.Batches, 2u);
  Decode.finish();
  EXPECT_EQ(Keeper.Accesses.size(), 4u);
  EXPECT_EQ(Keeper.Batches, 3u);
}

TEST_F(DecoderTest, UnknownWordsAreLeftOutAndCounted) {
  uint64_t B = Tables.block({.Slots = 1, .Sites = {{.Base = 0}}});
  runAll(start()
             .raw({0xdead, 0xbeef, 0x1234})
             .block(B, {1})
             .raw({0, 0})
             .block(B, {2})
             .raw({eventHeader(EventKind(77), 2), 5})
             .raw({eventHeader(EventKind::Alloc, 2), 5})
             .block(B, {3})
             .raw({B}));
  EXPECT_EQ(Keeper.Accesses,
            (KeptAccesses{{0, 0, 1, 8, 0}, {0, 0, 2, 8, 0}, {0, 0, 3, 8, 0}}));
  EXPECT_EQ(Decode.loss().UnknownWords, 3u + 4u + 1u);
}

TEST_F(DecoderTest, SegmentsOfThreadsThatNoProgramHasAreLeftOut) {
  uint64_t B = Tables.block({.Slots = 1, .Sites = {{.Base = 0}}});
  runAll(start(), 0);
  StreamBuilder Words;
  Words.block(B, {64});
  for (uint32_t Thread : {MaxThreads, ~uint32_t(0)})
    EXPECT_TRUE(Decode.segment({ThreadId(Thread), Words.words()}));
  Decode.finish();
  EXPECT_TRUE(Keeper.Accesses.empty());
  EXPECT_EQ(Decode.loss().UnknownWords, 2u * 2);
}

TEST_F(DecoderTest, BlocksOfMoreSitesThanABatchHoldsAreExpanded) {
  BlockSpec Spec = {.Slots = 1, .Sites = std::vector<SiteSpec>(10'000)};
  uint64_t B = Tables.block(Spec);
  runAll(start().block(B, {0x1000}));
  ASSERT_EQ(Keeper.Accesses.size(), 10'000u);
  EXPECT_EQ(Keeper.Accesses.back().Site, 9'999u);
  EXPECT_EQ(Keeper.Batches,
            (10'000 + AccessBatch::Capacity - 1) / AccessBatch::Capacity);
  EXPECT_EQ((Keeper.Instructions[{0, 0}]), 1u);
}

TEST_F(DecoderTest, VerifierFindsTheFirstWrongAddress) {
  TableBuilder Tables;
  uint64_t B =
      Tables.block({.Slots = 2 + 3,
                    .Sites = {{.Offset = 8, .Base = 0},
                              {.Base = 1},
                              {.Base = 0, .AddressBase = BaseKind::Reference}},
                    .References = {0x601000},
                    .Flags = BlockCarriesAddresses});
  Verifier Verify;
  Decoding D({.Verify = &Verify});
  D.run(StreamBuilder()
            .module(0, Tables)
            .block(B, {0x1000, 0, 0x1008, 0, 0x601000})
            .block(B, {0x1000, 0x2000, 0x1008, 0x2000, 0x601000}));
  EXPECT_EQ(Verify.compared(), 6u);
  EXPECT_EQ(Verify.mismatches(), 0u);
  D.run(StreamBuilder()
            .block(B, {0x1000, 0x2000, 0x1008, 0x2001, 0x601000})
            .block(B, {0x1000, 0x2000, 0x1000, 0x2000, 0x601008}));
  EXPECT_EQ(Verify.compared(), 12u);
  EXPECT_EQ(Verify.mismatches(), 3u);
  ASSERT_TRUE(Verify.first());
  EXPECT_EQ(Verify.first()->BlockAddress, B);
  EXPECT_EQ(Verify.first()->Site, 1u);
  EXPECT_EQ(Verify.first()->Recorded, 0x2001u);
  EXPECT_EQ(Verify.first()->Expanded, 0x2000u);
  D.Decode.finish();
  EXPECT_EQ(D.Keeper.Accesses.size(), 2u + 3 + 3 + 3);
}

/// \p Slots are before it.
BlockSpec randomBlock(std::mt19937 &Random, uint16_t Slots) {
  BlockSpec Spec;
  Spec.Instructions = Random() % 50;
  Spec.Slots = uint16_t(Slots + Random() % 8);
  Spec.References.resize(Random() % 4);
  for (uint64_t &R : Spec.References)
    R = 0x600000 + Random() % 0x10000;
  for (size_t I = Random() % 10; I != 0; --I) {
    SiteSpec S;
    S.Size = 1 + Random() % 64;
    S.Offset = int32_t(Random() % 512) - 256;
    S.Kind = AccessKind(Random() % 3);
    bool Static = !Spec.References.empty() && Random() % 3 == 0;
    if (!Static && Spec.Slots == 0)
      continue;
    S.AddressBase = Static ? BaseKind::Reference : BaseKind::Slot;
    S.Base =
        uint16_t(Random() % (Static ? Spec.References.size() : Spec.Slots));
    if (Spec.Slots != 0 && Random() % 5 == 0) {
      S.Shape = Random() % 2 ? SiteShape::Range : SiteShape::Masked;
      S.Extra = uint16_t(Random() % Spec.Slots);
    }
    Spec.Sites.push_back(S);
  }
  return Spec;
}

/// Some random blocks, about half of which go on where another one ends.
class RandomBlocks {
public:
  explicit RandomBlocks(std::mt19937 &Random) : Random(Random) {
    uint32_t Sites = 0;
    for (int I = 0; I != 30; ++I) {
      int Previous = I == 0 || Random() % 2 ? -1 : int(Random() % I);
      BlockSpec Spec =
          randomBlock(Random, Previous < 0 ? 0 : All[Previous].Spec.Slots);
      if (Previous >= 0) {
        Spec.Prefix = All[Previous].Address;
        Spec.Instructions += All[Previous].Spec.Instructions;
      }
      All.push_back({Spec, Tables.block(Spec), Sites, Previous});
      Sites += uint32_t(Spec.Sites.size());
    }
  }

  /// Adds a record of one of them to \p S, and to \p Reference.
  void record(uint32_t Thread, StreamBuilder &S, ReferenceExpander &Reference) {
    const Known &K = All[Random() % All.size()];
    std::vector<uint64_t> Slots(K.Spec.Slots);
    for (uint64_t &Slot : Slots)
      Slot = Random() % 4 == 0 ? 0 : 0x10000 + Random() % 0x100000;
    S.block(K.Address, Slots);
    std::vector<const Known *> Path = {&K};
    while (Path.back()->Previous >= 0)
      Path.push_back(&All[Path.back()->Previous]);
    for (; !Path.empty(); Path.pop_back()) {
      BlockSpec Run = Path.back()->Spec;
      Run.Instructions = Path.size() == 1 ? K.Spec.Instructions : 0;
      Reference.record(Thread, Run, Path.back()->FirstSite, Slots);
    }
  }

  TableBuilder Tables;

private:
  struct Known {
    BlockSpec Spec;
    uint64_t Address;
    uint32_t FirstSite;
    int Previous; ///< -1: none
  };

  std::mt19937 &Random;
  std::vector<Known> All;
};

/// Compares what \p D decoded with \p Reference.
void expectSame(Decoding &D, ReferenceExpander &Reference) {
  ASSERT_EQ(D.Keeper.Accesses, Reference.Accesses);
  for (auto *Table : {&Reference.Instructions, &D.Keeper.Instructions,
                      &Reference.ByProcess, &D.Keeper.ByProcess})
    std::erase_if(*Table, [](const auto &I) { return I.second == 0; });
  ASSERT_EQ(D.Keeper.Instructions, Reference.Instructions);
  ASSERT_EQ(D.Keeper.ByProcess, Reference.ByProcess);
  ASSERT_EQ(D.Decode.loss().UnknownWords, 0u);
}

TEST_F(DecoderTest, AgreesWithTheSlowReferenceOnRandomStreams) {
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    std::mt19937 Random(Seed);
    RandomBlocks Blocks(Random);
    uint64_t Interval = 1 + Random() % 3000;
    ReferenceExpander Reference(Interval);
    DecoderOptions Options{.Intervals = {Interval}};
    Options.SlicesPerInterval = 1 + Random() % 4;
    Decoding D(Options);
    D.run(StreamBuilder().module(0, Blocks.Tables));
    for (int Segments = 0; Segments != 50; ++Segments) {
      uint32_t Thread = Random() % 3;
      StreamBuilder S;
      for (size_t I = Random() % 200; I != 0; --I) {
        Blocks.record(Thread, S, Reference);
        if (Random() % 16 == 0)
          S.tick(Random());
      }
      D.run(S, Thread);
    }
    D.Decode.finish();
    SCOPED_TRACE(Seed);
    ASSERT_NO_FATAL_FAILURE(expectSame(D, Reference));
  }
}

} // namespace
