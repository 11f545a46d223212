//===- StreamMergeTest.cpp - many threads become one ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/StreamMerge.h"
#include "analysis/decode/Decoder.h"
#include "test/support/FixedLengths.h"
#include "test/support/Sinks.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"
#include "test/support/random/RandomChunks.h"
#include <deque>

namespace {

StreamChunk chunkOf(const StreamBuilder &S, uint64_t Stamp = 0,
                    uint64_t Sequence = 0) {
  StreamChunk C;
  C.Sequence = Sequence;
  C.StartStamp = Stamp;
  C.Words = S.words();
  C.Limit = uint32_t(S.size());
  return C;
}

/// A merge of chunks that are built from words.
struct Merging {
  FixedLengths Lengths;
  SegmentKeeper Keeper;
  std::vector<uint32_t> Consumed;
  StreamMerge Merge{Lengths, Keeper,
                    [this](uint32_t Token) { Consumed.push_back(Token); }};
  std::deque<std::vector<uint64_t>> Memory;
  uint32_t Tokens = 0;

  Merging() { Merge.setSeveralThreads(); }

  void add(uint32_t Thread, uint64_t Sequence, const StreamBuilder &S,
           uint64_t Stamp = 0, ChunkEnd End = ChunkEnd::Closed,
           size_t Capacity = 0) {
    Memory.push_back(S.words());
    Memory.back().resize(std::max(Capacity, S.size()));
    StreamChunk C = chunkOf(S, Stamp, Sequence);
    C.Token = Tokens++;
    C.Words = Memory.back();
    if (End == ChunkEnd::Torn) // nothing but zeros follows
      while (C.Limit != 0 && C.Words[C.Limit - 1] == 0)
        --C.Limit;
    C.End = End;
    Merge.add(ThreadId(Thread), C);
  }
  void mergeAll() { ASSERT_TRUE(Merge.merge(StreamMerge::Forever)); }
  /// Threads of the merged segments, in order, neighbours joined.
  auto threads() { return each(Keeper.joined(), &KeptSegment::Thread); }
};

using Threads = std::vector<uint32_t>;

class StreamMerges : public testing::Test, protected Merging {};

TEST_F(StreamMerges, EarlierStampsComeFirst) {
  add(0, 0, StreamBuilder().block(0x100, {1}).tick(30).block(0x100, {2}), 10);
  add(1, 0, StreamBuilder().block(0x100, {3}).tick(40).block(0x100, {4}), 20);
  mergeAll();
  std::vector<KeptSegment> Want = {
      {0, StreamBuilder().block(0x100, {1}).tick(30).words()},
      {1, StreamBuilder().block(0x100, {3}).tick(40).words()},
      {0, {0x100, 2}},
      {1, {0x100, 4}}};
  EXPECT_EQ(Keeper.joined(), Want);
  EXPECT_TRUE(Merge.empty());
  EXPECT_EQ(Consumed, (std::vector<uint32_t>{0, 1}));
}

TEST_F(StreamMerges, SelectedRecordsComeUpToTheNextStamp) {
  auto Single = StreamBuilder().selected(SelectedKind::Access, 1, 2, 3);
  auto Two = StreamBuilder(Single).raw(Single.words());
  add(0, 0, StreamBuilder(Two).tick(30).raw(Two.words()), 10);
  add(1, 0, Two, 20);
  mergeAll();
  EXPECT_EQ(threads(), (Threads{0, 1, 0}));
}
TEST_F(StreamMerges, NumbersDecideAgainstStamps) {
  add(0, 0, StreamBuilder().block(0x100, {1}).free(2, 0x10), 10);
  add(1, 0, StreamBuilder().block(0x100, {2}).free(1, 0x20), 99);
  mergeAll();
  EXPECT_EQ(threads(), (Threads{0, 1, 0}));
  EXPECT_EQ(Merge.loss().LostOrderNumbers, 0u);
}

TEST_F(StreamMerges, AThreadThatWaitsForANumberIsResumedAtOnce) {
  add(0, 0, StreamBuilder().free(2, 0x10), 10);
  add(1, 0, StreamBuilder().free(1, 0x20).block(0x200, {1, 2}), 20);
  mergeAll();
  EXPECT_EQ(threads(), (Threads{1, 0, 1}));
}

/// Three threads take turns with a lock, each its own number of records a turn.
/// Whatever the stamps say, and however rare they are, turns come in order and
/// whole.
TEST_F(StreamMerges, TurnsUnderALockComeInOrderWhateverTheStampsAre) {
  std::mt19937 Random(11);
  for (uint64_t Quantum : {1, 10, 1000}) {
    Merging M;
    StreamBuilder Streams[3];
    std::vector<uint64_t> Expected;
    uint64_t Order = 0, Records = 0;
    for (uint64_t Turn = 0; Turn != 60; ++Turn) {
      StreamBuilder &S = Streams[Turn % 3];
      S.acquire(++Order, SyncKind::Mutex, 0x40);
      for (uint64_t I = 0; I != 1 + Turn % 7; ++I) {
        S.block(0x100, {++Records});
        Expected.push_back(Records);
        if (Records % Quantum == 0)
          S.tick(Random() % 1000);
      }
      S.release(++Order, SyncKind::Mutex, 0x40);
    }
    for (uint32_t Thread = 0; Thread != 3; ++Thread)
      M.add(Thread, 0, Streams[Thread], Random() % 1000);
    M.mergeAll();
    std::vector<uint64_t> Merged;
    for (const KeptSegment &S : M.Keeper.Segments)
      for (size_t I = 0; I < S.Words.size();) {
        bool IsEvent = isEvent(S.Words[I]);
        if (!IsEvent)
          Merged.push_back(S.Words[I + 1]);
        I += IsEvent ? eventWords(S.Words[I]) : 2;
      }
    EXPECT_EQ(Merged, Expected) << "a stamp every " << Quantum;
  }
}

TEST_F(StreamMerges, StopsAtTheWatermark) {
  add(0, 0, StreamBuilder().block(0x100, {1}).tick(50).block(0x100, {2}), 10);
  add(1, 0, StreamBuilder().block(0x100, {3}), 45);
  ASSERT_TRUE(Merge.merge(40));
  EXPECT_EQ(threads(), (Threads{0}));
  EXPECT_TRUE(Merge.holdsCompleteChunks());
  ASSERT_TRUE(Merge.merge(60));
  EXPECT_EQ(threads(), (Threads{0, 1, 0}));
  EXPECT_TRUE(Merge.empty());
}

TEST_F(StreamMerges, WaitsForANumberThatHasNotArrived) {
  add(0, 0, StreamBuilder().free(2, 0x10), 10);
  add(1, 0, StreamBuilder().block(0x100, {1}), 20);
  mergeAll();
  EXPECT_EQ(threads(), (Threads{1}));
  add(1, 1, StreamBuilder().free(1, 0x10), 30);
  mergeAll();
  EXPECT_EQ(threads(), (Threads{1, 0}));
}

TEST_F(StreamMerges, NumbersThatNeverArriveAreSkippedAndCounted) {
  add(0, 0, StreamBuilder().free(1, 0x10).free(5, 0x20), 10);
  add(1, 0, StreamBuilder().free(9, 0x30), 20);
  ASSERT_TRUE(Merge.drain());
  EXPECT_TRUE(Merge.empty());
  EXPECT_EQ(Merge.loss().LostOrderNumbers, 3u + 3u);
  // One of them comes after all.
  add(2, 0, StreamBuilder().free(3, 0x40), 30);
  ASSERT_TRUE(Merge.drain());
  EXPECT_EQ(Merge.loss().LostOrderNumbers, 5u);
  EXPECT_EQ(threads(), (Threads{0, 1, 2}));
}

TEST_F(StreamMerges, OneThreadIsPassedOnUnread) {
  StreamMerge Single(Lengths, Keeper, [](uint32_t) {});
  StreamBuilder S;
  S.raw({0xbad, 0xbad}).free(77, 0x10).block(0x100, {1});
  Single.add(ThreadId(0), chunkOf(S));
  ASSERT_TRUE(Single.merge(StreamMerge::Forever));
  EXPECT_EQ(Keeper.Segments, (std::vector<KeptSegment>{{0, S.words()}}));
  // The number to go on with is found in that thread.
  StreamBuilder Creator, Created;
  Creator.block(0x100, {2}).threadCreate(78, 1).block(0x100, {3});
  Created.threadStart(79).block(0x100, {4});
  Single.setSeveralThreads();
  Single.add(ThreadId(1), chunkOf(Created));
  ASSERT_TRUE(Single.merge(StreamMerge::Forever));
  EXPECT_EQ(Keeper.Segments.size(), 1u);
  Single.add(ThreadId(0), chunkOf(Creator, 5, 1));
  ASSERT_TRUE(Single.merge(StreamMerge::Forever));
  EXPECT_EQ(threads(), (Threads{0, 1, 0}));
  EXPECT_TRUE(Single.empty());
}

TEST_F(StreamMerges, ATornChunkEndsAtTheFirstZeroHeader) {
  add(0, 0, StreamBuilder().block(0x200, {1, 2}).block(0x100, {3}), 0,
      ChunkEnd::Torn, 100);
  ASSERT_TRUE(Merge.drain());
  EXPECT_EQ(Keeper.wordsOf(0), (std::vector<uint64_t>{0x200, 1, 2, 0x100, 3}));
  EXPECT_EQ(Merge.loss().CutRecords, 0u);
  EXPECT_TRUE(Merge.empty());
}

TEST_F(StreamMerges, ACutRecordIsKeptAndCounted) {
  add(0, 0, StreamBuilder().block(0x100, {9}).block(0x300, {1}), 0,
      ChunkEnd::Torn, 100);
  ASSERT_TRUE(Merge.drain());
  EXPECT_EQ(Keeper.wordsOf(0),
            (std::vector<uint64_t>{0x100, 9, 0x300, 1, 0, 0}));
  EXPECT_EQ(Merge.loss().CutRecords, 1u);
  EXPECT_EQ(Merge.loss().UnknownWords, 0u);
}

TEST_F(StreamMerges, AnEventThatEndsWithZerosIsWhole) {
  add(0, 0, StreamBuilder().threadStart(1), 0, ChunkEnd::Torn, 100);
  add(1, 0, StreamBuilder().threadStart(2), 1, ChunkEnd::Closed);
  ASSERT_TRUE(Merge.drain());
  EXPECT_EQ(Keeper.wordsOf(0), StreamBuilder().threadStart(1).words());
  EXPECT_EQ(Keeper.wordsOf(1), StreamBuilder().threadStart(2).words());
  EXPECT_EQ(Merge.loss().CutRecords, 0u);
}

TEST_F(StreamMerges, SlotsOfZeroInsideATornChunkAreNoEnd) {
  add(0, 0, StreamBuilder().block(0x300, {0, 0, 0}).block(0x100, {3}), 0,
      ChunkEnd::Torn, 100);
  ASSERT_TRUE(Merge.drain());
  EXPECT_EQ(Keeper.wordsOf(0),
            (std::vector<uint64_t>{0x300, 0, 0, 0, 0x100, 3}));
}

TEST_F(StreamMerges, ASelectedRecordOfAnUnknownKindMayBeCutOff) {
  uint64_t Header = selectedRecord(SelectedKind(63), 0x1000, 0, 1).Words[0];
  add(0, 0, StreamBuilder().block(0x100, {1}).raw({Header}));
  add(0, 1, StreamBuilder().block(0x100, {2}));
  mergeAll();
  std::vector<KeptSegment> Want = {
      {0, StreamBuilder().block(0x100, {1}).block(0x100, {2}).words()}};
  EXPECT_EQ(Keeper.joined(), Want);
  EXPECT_EQ(Merge.loss().UnknownWords, 1u);
}

TEST_F(StreamMerges, UnknownWordsAreLeftOutAndCounted) {
  add(0, 0,
      StreamBuilder().block(0x100, {9}).raw({0xbad, 0x55, 0x66}).free(1, 2));
  mergeAll();
  EXPECT_EQ(Keeper.wordsOf(0), (std::vector<uint64_t>{0x100, 9}));
  ASSERT_TRUE(Merge.drain());
  EXPECT_EQ(Merge.loss().UnknownWords, 3u);
  std::vector<uint64_t> Rest = StreamBuilder().free(1, 2).words();
  Rest.insert(Rest.begin(), {0x100, 9});
  EXPECT_EQ(Keeper.wordsOf(0), Rest);
}

TEST_F(StreamMerges, AThreadWaitsForTheTablesOfItsBlocks) {
  TableBuilder Tables;
  uint64_t B = Tables.block({.Slots = 1});
  ModuleSet Modules;
  ModuleBuilder Builder(Modules);
  BatchKeeper Ignored;
  Decoder Decode(Builder, Ignored, {});
  StreamMerge Merge(Builder, Decode, [](uint32_t) {});
  Merge.setSeveralThreads();
  StreamBuilder User, Loader;
  User.block(B, {0x1000});
  Loader.module(0, Tables);
  Merge.add(ThreadId(0), chunkOf(User, 1));
  ASSERT_TRUE(Merge.merge(StreamMerge::Forever));
  EXPECT_EQ(Merge.mergedWords(), 0u);
  Merge.add(ThreadId(1), chunkOf(Loader, 2));
  ASSERT_TRUE(Merge.merge(StreamMerge::Forever));
  EXPECT_EQ(Merge.mergedWords(), User.size() + Loader.size());
  EXPECT_EQ(Decode.loss().UnknownWords, 0u);
  EXPECT_EQ(Merge.loss().UnknownWords, 0u);
}

TEST_F(StreamMerges, AThreadWaitsForTheTablesOfSelectedSites) {
  TableBuilder Tables;
  uint64_t Site = Tables.begin(TableKind::Sites);
  Tables.block({.Slots = 1, .Sites = {{}}});
  ModuleSet Modules;
  ModuleBuilder Builder(Modules);
  BatchKeeper Keeper;
  Decoder Decode(Builder, Keeper, {});
  StreamMerge Merge(Builder, Decode, [](uint32_t) {});
  Merge.setSeveralThreads();
  StreamBuilder User, Loader;
  User.lines(1)
      .selected(SelectedKind::Access, 0x1000, Site, 8)
      .selected(SelectedKind::Access, 0x2000, 0xbad000, 8);
  Loader.module(0, Tables);
  Merge.add(ThreadId(0), chunkOf(User, 1));
  ASSERT_TRUE(Merge.merge(StreamMerge::Forever));
  EXPECT_EQ(Merge.mergedWords(), 2u);
  Merge.add(ThreadId(1), chunkOf(Loader, 2));
  ASSERT_TRUE(Merge.merge(StreamMerge::Forever));
  EXPECT_EQ(Merge.mergedWords(), 4 + Loader.size());
  // The last site will never be known.
  ASSERT_TRUE(Merge.drain());
  EXPECT_EQ(Merge.mergedWords(), User.size() + Loader.size());
  EXPECT_EQ(Merge.loss().UnknownWords, 0u);
  EXPECT_EQ(Decode.loss().UnknownWords, 2u);
  Decode.finish();
  EXPECT_EQ(Keeper.Accesses.size(), 1u);
}

// Site 0, which only damage names, is not waited for.
TEST_F(StreamMerges, ASelectedRecordWithoutASiteEnds) {
  ModuleSet Modules;
  ModuleBuilder Builder(Modules);
  BatchKeeper Keeper;
  Decoder Decode(Builder, Keeper, {});
  StreamMerge Merge(Builder, Decode, [](uint32_t) {});
  StreamBuilder User;
  User.lines(1).selected(SelectedKind::Access, 0x1000, 0, 8);
  Merge.add(ThreadId(0), chunkOf(User, 1));
  ASSERT_TRUE(Merge.drain());
  EXPECT_EQ(Merge.mergedWords(), User.size());
  EXPECT_EQ(Decode.loss().UnknownWords, 2u);
}

TEST_F(StreamMerges, PassesTheSinksErrorOn) {
  FixedLengths Lengths;
  FailingSink Sink;
  StreamMerge Merge(Lengths, Sink, [](uint32_t) {});
  StreamBuilder S;
  S.block(0x100, {1});
  Merge.add(ThreadId(0), chunkOf(S));
  EXPECT_EQ(errorOf(Merge.merge(StreamMerge::Forever)), "no more");
}

//===----------------------------------------------------------------------===//
// Random programs: what must hold for every interleaving.
//===----------------------------------------------------------------------===//

std::vector<uint64_t> numbersIn(const SegmentKeeper &Keeper) {
  FixedLengths Lengths;
  std::vector<uint64_t> Result;
  for (const KeptSegment &S : Keeper.Segments)
    for (size_t I = 0; I < S.Words.size();
         I += recordWords(S.Words[I], Lengths))
      if (isEvent(S.Words[I]) && isOrdered(eventKind(S.Words[I])))
        Result.push_back(S.Words[I + 1]);
  return Result;
}

TEST_F(StreamMerges, EveryRandomProgramKeepsItsOrders) {
  for (unsigned Seed = 0; Seed != 50; ++Seed) {
    RandomChunks P(Seed);
    Merging M;
    for (const RandomChunks::Chunk &C : P.Chunks)
      M.add(C.Thread, C.Sequence, C.Content, C.Stamp);
    M.mergeAll();
    ASSERT_TRUE(M.Merge.empty()) << "seed " << Seed;
    for (const auto &[Thread, Words] : P.Words)
      ASSERT_EQ(M.Keeper.wordsOf(Thread), Words) << "seed " << Seed;
    std::vector<uint64_t> Numbers = numbersIn(M.Keeper);
    ASSERT_EQ(Numbers.size(), P.Numbers);
    for (size_t I = 0; I != Numbers.size(); ++I)
      ASSERT_EQ(Numbers[I], I + 1) << "seed " << Seed;
    ASSERT_EQ(M.Consumed.size(), P.Chunks.size());
  }
}

/// Reading while the program runs gives what reading afterwards gives: every
/// look shows all that was written before the watermark.
TEST_F(StreamMerges, TheResultDoesNotDependOnTheMomentsOfReading) {
  for (unsigned Seed = 0; Seed != 50; ++Seed) {
    RandomChunks P(Seed);
    Merging AtOnce, Piecewise;
    for (const RandomChunks::Chunk &C : P.Chunks)
      AtOnce.add(C.Thread, C.Sequence, C.Content, C.Stamp);
    AtOnce.mergeAll();
    std::mt19937 Random(Seed);
    size_t Next = 0;
    while (Next != P.Chunks.size()) {
      for (size_t I = 1 + Random() % 5; I != 0 && Next != P.Chunks.size();
           --I, ++Next) {
        const RandomChunks::Chunk &C = P.Chunks[Next];
        Piecewise.add(C.Thread, C.Sequence, C.Content, C.Stamp);
      }
      uint64_t Missing = StreamMerge::Forever;
      for (size_t I = Next; I != P.Chunks.size(); ++I)
        Missing = std::min(Missing, P.Chunks[I].Stamp);
      ASSERT_TRUE(Piecewise.Merge.merge(Missing - 1));
    }
    Piecewise.mergeAll();
    ASSERT_EQ(Piecewise.Keeper.joined(), AtOnce.Keeper.joined())
        << "seed " << Seed;
  }
}

} // namespace
