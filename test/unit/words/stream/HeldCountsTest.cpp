//===- HeldCountsTest.cpp - what a dead program had not written -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/HeldCounts.h"
#include "memfacet/Events.h"
#include "memfacet/Select.h"
#include "test/support/Sinks.h"
#include "test/support/Test.h"
#include <map>

namespace {

/// A region in which a program holds something.
class Holding {
public:
  HeldTable &table() {
    return *reinterpret_cast<HeldTable *>(
        const_cast<char *>(R.heldMemory().data()));
  }
  /// Memory of one page or more.
  char *hold(HeldKind Kind, uint32_t Thread, uint64_t Bytes) {
    HeldTable &T = table();
    HeldRow &Row = T.Row[T.Rows.load()];
    Row.Thread = Thread;
    Row.Offset = End;
    Row.Bytes = (Bytes + HeldPage - 1) / HeldPage * HeldPage;
    Row.Kind = Kind;
    T.Rows.fetch_add(1);
    End += Row.Bytes;
    return const_cast<char *>(R.heldMemory().data()) + Row.Offset;
  }
  int64_t *counters(uint32_t Thread, uint32_t Module, uint32_t Count) {
    char *Memory = hold(HeldKind::Counters, Thread, Count * sizeof(int64_t));
    HeldRow &Row = table().Row[table().Rows.load() - 1];
    Row.Module = Module;
    Row.Count = Count;
    return reinterpret_cast<int64_t *>(Memory);
  }
  /// A thread writes words to its chunk. Where, for Telling.
  uint64_t write(const std::vector<uint64_t> &Words) {
    constexpr uint32_t Chunk = 2, Offset = 100;
    R.chunk(Chunk).State = ChunkState::Filling;
    std::ranges::copy(Words, R.words(Chunk).begin() + Offset);
    return chunkOffset(Chunk) + sizeof(ChunkHeader) + Offset * sizeof(uint64_t);
  }
  /// Words by thread.
  std::map<uint32_t, std::vector<uint64_t>> told() {
    struct : SegmentSink {
      Status segment(const Segment &S) override {
        auto &Target = Words[S.Thread.Value];
        Target.insert(Target.end(), S.Words.begin(), S.Words.end());
        return {};
      }
      std::map<uint32_t, std::vector<uint64_t>> Words;
    } Sink;
    EXPECT_TRUE(passOnHeldCounts(R, lastEvents(R), Sink));
    return Sink.Words;
  }

  Region R = good(Region::create());

private:
  uint64_t End = HeldTableBytes;
};

using Words = std::vector<uint64_t>;

/// \p Counts, which are written, and that this is all.
Words withEnd(Words Counts) {
  SelectedRecord End = selectedRecord(SelectedKind::Ended, 0, 0, EndedByReader);
  Counts.insert(Counts.end(), std::begin(End.Words), std::end(End.Words));
  return Counts;
}

/// The event of counters of \p Module in \p Thread.
Words grown(uint32_t Thread, uint32_t Module, const Words &Counters) {
  Words Result{
      eventHeader(EventKind::Counts, 2 + uint32_t(Counters.size()), Module),
      countsOf(Thread, false)};
  Result.insert(Result.end(), Counters.begin(), Counters.end());
  return Result;
}

TEST(HeldCounts, WhoHoldsNothingTellsNothing) {
  EXPECT_TRUE(Holding().told().empty());
}

TEST(HeldCounts, WhatAnEventHasToldOfCountersIsNotToldAgain) {
  Holding H;
  int64_t *Counters = H.counters(2, 9, 20);
  Counters[0] = 5, Counters[1] = 6; // Of[2] is taken out already
  Counters[3] = 2 * MostInWord;
  uint64_t &Telling = *reinterpret_cast<uint64_t *>(
      reinterpret_cast<char *>(Counters) + heldCounterBytes(20));
  Telling = H.write({eventHeader(EventKind::Counts, 2 + 4, 9),
                     countsOf(2, false), counterWord(0, 5), counterWord(2, 8),
                     counterWord(3, MostInWord), counterWord(3, MostInWord)});
  EXPECT_EQ(H.told()[2], withEnd(grown(2, 9, {counterWord(1, 6)})));
  // Nothing has been written there yet.
  Telling += 6 * sizeof(uint64_t);
  EXPECT_EQ(H.told()[2].size(), 2u + 4 + SelectedWords);
}

TEST(HeldCounts, WhereNothingIsWrittenNothingWasTold) {
  Holding H;
  int64_t *Counters = H.counters(0, 9, 20);
  Counters[0] = 7;
  Words Counts = grown(0, 9, {counterWord(0, 7)});
  uint64_t &Telling = *reinterpret_cast<uint64_t *>(
      reinterpret_cast<char *>(Counters) + heldCounterBytes(20));
  uint64_t Offset = H.write(Counts);
  uint64_t End = chunkOffset(H.R.chunks());
  for (uint64_t Other : {Offset - 8 * 16, Offset + 1, Offset + End,
                         chunkOffset(2), chunkOffset(1), uint64_t(8), End,
                         End - 8, ~uint64_t(7), ~uint64_t(0)}) {
    Telling = Other;
    EXPECT_EQ(H.told()[0], withEnd(Counts)) << Other;
  }
  Telling = Offset;
  EXPECT_EQ(H.told()[0], withEnd({}));
  H.R.chunk(2).State = ChunkState::Free; // another thread may have it soon
  EXPECT_EQ(H.told()[0], withEnd(Counts));
}

TEST(HeldCounts, CountersBecomeEventsOf256Words) {
  Holding H;
  int64_t *Counters = H.counters(2, 9, 300);
  for (int I = 0; I != 257; ++I)
    Counters[I] = I + 1;
  Counters[299] = 2 * MostInWord;
  Words Counts = H.told()[2];
  ASSERT_EQ(Counts.size(), 2u + 256 + 2 + 3 + SelectedWords);
  EXPECT_EQ(Counts[0], eventHeader(EventKind::Counts, 2 + 256, 9));
  EXPECT_EQ(Counts[1], countsOf(2, false));
  EXPECT_EQ(Counts[2], counterWord(0, 1));
  EXPECT_EQ(Counts[258], eventHeader(EventKind::Counts, 2 + 3, 9));
  EXPECT_EQ(Counts[260], counterWord(256, 257));
  EXPECT_EQ(Counts[261], counterWord(299, MostInWord));
  EXPECT_EQ(Counts[262], counterWord(299, MostInWord));
}

TEST(HeldCounts, WhereSomethingIsElsewhereNotAllIsTold) {
  Holding Disabled, Unknown;
  Disabled.counters(0, 9, 1)[0] = 1;
  Disabled.table().IsPartial = 1;
  EXPECT_EQ(Disabled.told()[0], grown(0, 9, {counterWord(0, 1)}));
  Unknown.counters(0, NoHeldModule, 1)[0] = 1;
  EXPECT_TRUE(Unknown.told()[0].empty());
}

TEST(HeldCounts, DamagedRowsAreNotRead) {
  Holding H;
  H.counters(0, 1, 5);
  H.counters(0, 1, 5)[0] = 1;
  H.table().Row[1].Offset = HeldBytes;
  H.table().Rows = ~0u;
  EXPECT_EQ(H.told()[0], withEnd({}));
}

TEST(HeldCounts, CountersThatWereOverwrittenAreNotBelieved) {
  Holding H;
  int64_t *Counters = H.counters(1, 9, 2);
  Counters[0] = std::numeric_limits<int64_t>::max();
  Counters[1] = std::numeric_limits<int64_t>::min();
  EXPECT_TRUE(H.told()[1].empty()); // not all is written
}

TEST(HeldCounts, MuchIsTold) {
  // More than goes on at once: 257 words for each counter.
  Holding H;
  int64_t *Counters = H.counters(1, 9, 400);
  for (int I = 0; I != 400; ++I)
    Counters[I] = int64_t(1) << 47;
  uint64_t Sum = 0;
  Words Events = H.told()[1];
  for (size_t Position = 0; isEvent(Events[Position]);
       Position += eventWords(Events[Position]))
    for (size_t I = Position + 2; I != Position + eventWords(Events[Position]);
         ++I)
      Sum += Events[I] & ((uint64_t(1) << CounterBits) - 1);
  EXPECT_EQ(Sum, 400 * (uint64_t(1) << 47));
}

TEST(HeldCounts, RowsOfOneMemoryAreNotReadManyTimes) {
  Holding H;
  H.counters(1, 9, 1)[0] = 7;
  HeldTable &T = H.table();
  for (uint32_t I = 1; I != MostHeldRows; ++I) {
    T.Row[I].Kind = HeldKind::Counters;
    T.Row[I].Thread = 1, T.Row[I].Module = 9, T.Row[I].Count = 4;
    T.Row[I].Offset = HeldTableBytes;
    T.Row[I].Bytes = HeldBytes - HeldTableBytes;
  }
  T.Rows = MostHeldRows;
  // The first row, and one of those that say all of the memory is theirs.
  EXPECT_LE(H.told()[1].size(), 2u * 3 + SelectedWords);
}

} // namespace
