//===- HeldCountsTest.cpp - what a dead program had not told --------------===//

#include "analysis/stream/HeldCounts.h"
#include "memfacet/Events.h"
#include "memfacet/Filter.h"
#include "test/support/Sinks.h"
#include "test/support/Test.h"
#include <map>

namespace {

/// A region in which a program holds something.
class Holding {
public:
  HeldTable &table() {
    return *reinterpret_cast<HeldTable *>(const_cast<char *>(R.held().data()));
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
    return const_cast<char *>(R.held().data()) + Row.Offset;
  }
  FilterCache &cache(uint32_t Thread, uint32_t Sets, uint32_t Ways) {
    auto &C = *reinterpret_cast<FilterCache *>(
        hold(HeldKind::Filter, Thread, sizeof(FilterCache)));
    C.Sets = Sets;
    C.Ways = Ways;
    return C;
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
    constexpr uint32_t Chunk = 2, At = 100;
    R.chunk(Chunk).State = ChunkState::Filling;
    std::ranges::copy(Words, R.words(Chunk).begin() + At);
    return chunkOffset(Chunk) + sizeof(ChunkHeader) + At * sizeof(uint64_t);
  }
  /// Words by thread.
  std::map<uint32_t, std::vector<uint64_t>> told() {
    struct : SegmentSink {
      Status segment(const Segment &S) override {
        auto &To = Words[S.Thread.Value];
        To.insert(To.end(), S.Words.begin(), S.Words.end());
        return {};
      }
      std::map<uint32_t, std::vector<uint64_t>> Words;
    } Sink;
    EXPECT_TRUE(tellHeldCounts(R, lastTold(R), Sink));
    return Sink.Words;
  }

  Region R = good(Region::create());

private:
  uint64_t End = HeldTableBytes;
};

using Words = std::vector<uint64_t>;

Words joined(std::initializer_list<FilteredRecord> Records) {
  Words Result;
  for (const FilteredRecord &R : Records)
    Result.insert(Result.end(), std::begin(R.Words), std::end(R.Words));
  return Result;
}

FilteredRecord told() {
  return filteredRecord(FilteredKind::Told, 0, 0, 0, ToldByReader);
}

TEST(HeldCounts, WhoHoldsNothingTellsNothing) {
  EXPECT_TRUE(Holding().told().empty());
}

TEST(HeldCounts, WaysBecomeTheRecordsThatTheProgramWouldHaveWritten) {
  Holding H;
  FilterCache &C = H.cache(3, 64, 2);
  FilterWay &W = C.Lines[5 * 2 + 1];
  W = {0x10140, 64, 0, 7 * FilteredLoad + 2 * FilteredStore, 77, 3, 0};
  C.Lines[6 * 2] = {0x10180, 64, 99, 0, 0, 0, 0};
  C.Lines[7 * 2] = {0, 0, 0, FilteredLoad, 0, 0, 0}; // no line
  auto Told = H.told();
  ASSERT_EQ(Told.size(), 1u);
  EXPECT_EQ(
      Told[3],
      joined({filteredRecord(FilteredKind::Counts, 0x10140, 1, 0, 7 | 2 << 16),
              filteredRecord(FilteredKind::Straddled, 0x10140, 1, 77, 3),
              filteredRecord(FilteredKind::Written, 0x10180, 0, 0, 99),
              told()}));
}

/// What is told of a way with counts, who straddled and who wrote, after its
/// thread has written \p Record, and has left \p Rest.
Words toldAfter(FilteredRecord Record, uint64_t Rest = 0) {
  Holding H;
  FilterCache &C = H.cache(0, 64, 2);
  C.Lines[5 * 2 + 1] = {0x10140, 64, 99, 7 * FilteredLoad, 77, 3, 0};
  C.Telling = H.write({Record.Words[0], Record.Words[1]});
  C.Rest = Rest;
  return H.told()[0];
}

TEST(HeldCounts, WhatARecordHasToldOfAWayIsNotToldAgain) {
  auto Of = [](FilteredKind Kind, uint32_t Site, uint32_t Value) {
    return filteredRecord(Kind, 0x10140, 1, Site, Value);
  };
  FilteredRecord Counts = Of(FilteredKind::Counts, 0, 7),
                 Straddled = Of(FilteredKind::Straddled, 77, 3),
                 Written = Of(FilteredKind::Written, 0, 99);
  EXPECT_EQ(toldAfter(filteredRecord(FilteredKind::Counts, 0, 0, 0, 1)),
            joined({Counts, Straddled, Written, told()}));
  EXPECT_EQ(toldAfter(Counts), joined({Straddled, Written, told()}));
  EXPECT_EQ(
      toldAfter(Of(FilteredKind::Counts, 0, 5), 2),
      joined({Of(FilteredKind::Counts, 0, 2), Straddled, Written, told()}));
  EXPECT_EQ(toldAfter(Straddled), joined({Counts, Written, told()}));
  EXPECT_EQ(toldAfter(Written), joined({Counts, Straddled, told()}));
  EXPECT_EQ(toldAfter(Of(FilteredKind::Piece, 5, 7)),
            joined({Straddled, Written, told()}));
  // Another line of the set.
  for (auto Kind : {FilteredKind::Change, FilteredKind::ChangeWritten})
    EXPECT_EQ(toldAfter(filteredRecord(Kind, 0x11140, 1, 5, 7)),
              joined({told()}));
}

TEST(HeldCounts, WhatAnEventHasToldOfCountersIsNotToldAgain) {
  Holding H;
  int64_t *Of = H.counters(2, 9, 20);
  Of[0] = 5, Of[1] = 6; // Of[2] is taken out already
  Of[3] = 2 * MostInWord;
  uint64_t &Telling = *reinterpret_cast<uint64_t *>(
      reinterpret_cast<char *>(Of) + heldCounterBytes(20));
  Telling = H.write({eventHeader(EventKind::Counts, 2 + 4, 9),
                     countsOf(2, false), counterWord(0, 5), counterWord(2, 8),
                     counterWord(3, MostInWord), counterWord(3, MostInWord)});
  EXPECT_EQ(H.told()[2], (Words{eventHeader(EventKind::Counts, 2 + 1, 9),
                                countsOf(2, false), counterWord(1, 6)}));
  // Nobody has written there yet.
  Telling += 6 * sizeof(uint64_t);
  EXPECT_EQ(H.told()[2].size(), 2u + 4);
}

TEST(HeldCounts, WhereNothingIsWrittenNothingWasTold) {
  Holding H;
  FilterCache &C = H.cache(0, 64, 1);
  C.Lines[5] = {0x10140, 64, 0, 7 * FilteredLoad, 0, 0, 0};
  FilteredRecord Counts =
      filteredRecord(FilteredKind::Counts, 0x10140, 0, 0, 7);
  uint64_t At = H.write({Counts.Words[0], Counts.Words[1]});
  uint64_t End = chunkOffset(H.R.chunks());
  for (uint64_t Other :
       {At - 8 * 16, At + 1, At + End, chunkOffset(2), chunkOffset(1),
        uint64_t(8), End, End - 8, ~uint64_t(7), ~uint64_t(0)}) {
    C.Telling = Other;
    EXPECT_EQ(H.told()[0], joined({Counts, told()})) << Other;
  }
  C.Telling = At;
  EXPECT_EQ(H.told()[0], joined({told()}));
  H.R.chunk(2).State = ChunkState::Free; // another thread may have it soon
  EXPECT_EQ(H.told()[0], joined({Counts, told()}));
}

TEST(HeldCounts, CountersBecomeEventsOf256Words) {
  Holding H;
  int64_t *Of = H.counters(2, 9, 300);
  for (int I = 0; I != 257; ++I)
    Of[I] = I + 1;
  Of[299] = 2 * MostInWord;
  Words Told = H.told()[2];
  ASSERT_EQ(Told.size(), 2u + 256 + 2 + 3);
  EXPECT_EQ(Told[0], eventHeader(EventKind::Counts, 2 + 256, 9));
  EXPECT_EQ(Told[1], countsOf(2, false));
  EXPECT_EQ(Told[2], counterWord(0, 1));
  EXPECT_EQ(Told[258], eventHeader(EventKind::Counts, 2 + 3, 9));
  EXPECT_EQ(Told[260], counterWord(256, 257));
  EXPECT_EQ(Told[261], counterWord(299, MostInWord));
  EXPECT_EQ(Told[262], counterWord(299, MostInWord));
}

TEST(HeldCounts, WhereSomethingIsElsewhereNotAllIsTold) {
  Holding Without, Unknown;
  Without.cache(0, 64, 1).Lines[1] = {0x10040, 64, 0, FilteredLoad, 0, 0, 0};
  Without.table().Elsewhere = 1;
  EXPECT_EQ(Without.told()[0],
            joined({filteredRecord(FilteredKind::Counts, 0x10040, 0, 0, 1)}));
  Unknown.cache(0, 64, 1);
  Unknown.counters(0, NoHeldModule, 1)[0] = 1;
  EXPECT_TRUE(Unknown.told().empty());
}

TEST(HeldCounts, DamagedRowsAreNotRead) {
  Holding H;
  H.cache(0, 1024, 16).Lines[1].Counts = 1; // too many ways
  H.counters(0, 1, 5)[0] = 1;
  H.table().Row[1].Offset = HeldBytes;
  H.table().Rows = ~0u;
  EXPECT_EQ(H.told()[0], joined({told()}));
}

TEST(HeldCounts, CountersThatWereOverwrittenAreNotBelieved) {
  Holding H;
  H.cache(0, 64, 1);
  int64_t *Of = H.counters(1, 9, 2);
  Of[0] = std::numeric_limits<int64_t>::max();
  Of[1] = std::numeric_limits<int64_t>::min();
  auto Told = H.told();
  EXPECT_TRUE(Told[0].empty()); // not all is told
  EXPECT_TRUE(Told[1].empty());
}

TEST(HeldCounts, WaysThatWereOverwrittenAreNotBelieved) {
  // Each would be 65,537 records.
  Holding H;
  FilterCache &C = H.cache(0, 64, 1);
  C.Lines[3] = {0x10040, 64, 0, 5 * FilteredStore, 0, 0, 0};
  for (uint64_t Counts : {uint64_t(UINT32_MAX), uint64_t(UINT32_MAX) << 32}) {
    C.Lines[1] = {0x10040, 64, 0, Counts, 0, 0, 0};
    // The others are, but not all is told.
    EXPECT_EQ(H.told()[0], joined({filteredRecord(FilteredKind::Counts, 0x10040,
                                                  0, 0, 5 << 16)}));
  }
}

TEST(HeldCounts, MuchIsTold) {
  // More than goes on at once: 257 words for each counter.
  Holding H;
  int64_t *Of = H.counters(1, 9, 400);
  for (int I = 0; I != 400; ++I)
    Of[I] = int64_t(1) << 47;
  uint64_t Sum = 0;
  Words Told = H.told()[1];
  for (size_t At = 0; At < Told.size(); At += eventWords(Told[At]))
    for (size_t I = At + 2; I != At + eventWords(Told[At]); ++I)
      Sum += Told[I] & ((uint64_t(1) << CounterBits) - 1);
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
  EXPECT_LE(H.told()[1].size(), 2u * 3);
}

} // namespace
