//===- BatchQueueTest.cpp - stages change nothing -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/PackedBatches.h"
#include "test/support/AnalysisRun.h"
#include "test/support/Sinks.h"

namespace {

using Staging = std::optional<size_t>;

/// Sites that access the same object again and again, until it is freed and its
/// memory is another structure's.
class Program {
public:
  static constexpr uint32_t Names = 5, Slabs = 6, Sites = 8;
  static constexpr uint64_t Memory = 0x900000, Bytes = 256;

  explicit Program(uint64_t Seed) : Random(Seed) {
    for (uint32_t I = 0; I != Names; ++I)
      Chunks.push_back(Tables.allocation({.Name = fmt::format("n{}", I)}));
    for (uint32_t I = 0; I != Sites; ++I)
      Blocks.push_back(Tables.block(
          {.Instructions = 3,
           .Slots = 1,
           .Sites = {{.Size = 4,
                      .Kind = I % 2 ? AccessKind::Load : AccessKind::Store}}}));
    Stream.module(0, Tables);
    for (uint32_t Slab = 0; Slab != Slabs; ++Slab)
      begin(Slab);
  }

  /// One access a step; an object ends and another begins in one step of \p
  /// Seldom.
  void run(int Steps, uint64_t Seldom = 400) {
    for (int I = 0; I != Steps; ++I) {
      if (below(Seldom) == 0) {
        auto Slab = uint32_t(below(Slabs));
        Stream.free(++Order, Memory + Slab * Bytes);
        begin(Slab);
      }
      uint64_t Site = below(Sites);
      // The last one goes anywhere.
      uint64_t Slab = Site + 1 == Sites ? below(Slabs) : Site % Slabs;
      Stream.block(Blocks[Site],
                   {Memory + Slab * Bytes + below(Bytes / 4) * 4});
    }
  }

  Profile profile(Staging Stages) const {
    return analyse(Stream, "L1=1K,2;L2=4K,4",
                   {.Decoding = {.Intervals = {10'000}}}, Stages);
  }

  TableBuilder Tables;
  StreamBuilder Stream;

private:
  uint64_t below(uint64_t Limit) { return Random() % Limit; }
  void begin(uint32_t Slab) {
    Stream.alloc(++Order, Memory + Slab * Bytes, Bytes, Chunks[below(Names)]);
  }

  std::mt19937_64 Random;
  std::vector<uint64_t> Chunks, Blocks;
  uint64_t Order = 0;
};

void expectSame(const Profile &A, const Profile &Other) {
  expectSameRows(A.Structures, Other.Structures, &Structure::Name,
                 &Structure::Total);
  EXPECT_EQ(A.Instructions, Other.Instructions);
  expectSameRows(A.BySite, Other.BySite, &SiteCounts::Accesses,
                 &SiteCounts::Misses);
}

TEST(BatchQueue, ObjectsThatSitesWereKnownToAccessEndInTime) {
  for (uint64_t Seed : {1, 2, 3}) {
    Program P(Seed);
    P.run(60'000);
    Profile Whole = P.profile({});
    EXPECT_EQ(Whole.total().Accesses, 60'000u);
    // None: the decoder is ahead as far as it may.
    for (size_t Threads : {0, 1, 2})
      expectSame(Whole, P.profile(Threads));
  }
}

/// Batches of a few accesses are packed, and wait with the events between them.
TEST(BatchQueue, ObjectsMayEndAllTheTime) {
  Program P(5);
  P.run(20'000, 2);
  P.run(20'000, 40);
  P.run(20'000);
  Profile Whole = P.profile({});
  EXPECT_EQ(Whole.total().Accesses, 60'000u);
  for (size_t Threads : {0, 1, 2})
    expectSame(Whole, P.profile(Threads));
}

/// Everything that a decoder says, and when.
void expectTheSameTold(const Program &P) {
  auto Keep = [&](Staging S, BatchKeeper &Keeper) {
    ModuleSet Modules;
    ModuleBuilder Builder(Modules);
    Staged Stages(S);
    Decoder Records(Builder, Stages.sinkFor(Keeper), {.Intervals = {5'000}});
    EXPECT_TRUE(Records.segment({ThreadId(3), P.Stream.words()}));
    Records.finish();
    Stages.settle();
  };
  BatchKeeper Direct;
  Keep({}, Direct);
  for (size_t Threads : {0, 1, 2}) {
    BatchKeeper Queued;
    Keep(Threads, Queued);
    EXPECT_EQ(Queued.Accesses, Direct.Accesses);
    EXPECT_EQ(Queued.Events, Direct.Events);
    EXPECT_EQ(Queued.Executions, Direct.Executions);
    EXPECT_EQ(Queued.Instructions, Direct.Instructions);
    EXPECT_EQ(Queued.Starts, Direct.Starts);
    EXPECT_EQ(Queued.ByProcess, Direct.ByProcess);
    EXPECT_EQ(Queued.Batches, Direct.Batches);
  }
}

TEST(BatchQueue, TellsWhatItWasTold) {
  Program P(4);
  P.run(30'000);
  expectTheSameTold(P);
  Program Busy(6);
  Busy.run(30'000, 3);
  expectTheSameTold(Busy);
}

TEST(PackedBatches, GiveBackWhatTheyTook) {
  PackedBatches Packed;
  AccessBatch B, Result;
  for (int Round = 0; Round != 2; ++Round) {
    for (uint64_t I = 0; I != 3; ++I) {
      static_cast<BatchPlace &>(B) = {ThreadId(7 + uint32_t(I)), IntervalId(3),
                                      2000, IntervalId(5)};
      B.Instructions = 11 + I;
      B.add(0x1000 + I, {4, 8, true});
      if (I == 1) {
        B.addInside(0x2000, {5, 4, false});
        B.add(0x3000, {6, 2, false});
        B.Runs = {{2, 0x400}};
      }
      B.Marks = {{1, 9, SiteShape::LocalBegin, 0x7000 + I, 0}};
      ASSERT_TRUE(PackedBatches::fits(B));
      Packed.add(B);
      EXPECT_EQ(B.Count + B.OutsideCount + B.Instructions, 0u);
      EXPECT_TRUE(B.Marks.empty() && B.Runs.empty());
    }
    for (uint64_t I = 0; I != 3; ++I) {
      Packed.next(Result);
      EXPECT_EQ(Result.Thread, ThreadId(7 + uint32_t(I)));
      EXPECT_EQ(Result.Interval, IntervalId(3));
      EXPECT_EQ(Result.IntervalStart, 2000u);
      EXPECT_EQ(Result.Process, IntervalId(5));
      EXPECT_EQ(Result.Instructions, 11 + I);
      ASSERT_EQ(Result.Count, I == 1 ? 3u : 1u);
      EXPECT_EQ(Result.Address[0], 0x1000 + I);
      EXPECT_EQ(Result.Info[0].site(), 4u);
      EXPECT_TRUE(Result.Info[0].write());
      ASSERT_EQ(Result.OutsideCount, I == 1 ? 2u : 1u);
      EXPECT_EQ(Result.OutsideAccesses[0], 0u);
      ASSERT_EQ(Result.Marks.size(), 1u);
      EXPECT_EQ(Result.Marks[0].Address, 0x7000 + I);
      ASSERT_EQ(Result.Runs.size(), I == 1 ? 1u : 0u);
      if (I == 1) {
        EXPECT_EQ(Result.Address[1], 0x2000u);
        EXPECT_EQ(Result.Info[2].size(), 2u);
        EXPECT_EQ(Result.OutsideAccesses[1], 2u);
        EXPECT_EQ(Result.Runs[0].Row, 0x400u);
      }
      Result.clear();
    }
    Packed.clear();
  }
}

TEST(PackedBatches, LargeOnesAreNotPacked) {
  AccessBatch B;
  for (size_t I = 0; I != PackedBatches::MaxAccesses; ++I)
    B.add(0x1000 + 8 * I, {1, 8, false});
  EXPECT_TRUE(PackedBatches::fits(B));
  B.add(0x9000, {1, 8, false});
  EXPECT_FALSE(PackedBatches::fits(B));
}

} // namespace
