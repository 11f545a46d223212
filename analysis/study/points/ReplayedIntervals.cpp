//===- ReplayedIntervals.cpp - intervals of a part of a run ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/ReplayedIntervals.h"
#include "analysis/result/store/StreamReader.h"
#include <algorithm>
#include <tuple>

namespace memfacet::study {

/// Returns the index of an interval in the table, or where it would be.
static size_t placeOf(const IntervalTable &Table, uint32_t Thread,
                      uint32_t Interval) {
  auto Entry = std::ranges::lower_bound(
      Table.Intervals, std::tuple(Thread, Interval), {},
      [](const IntervalFacts &I) { return std::tuple(I.Thread, I.Interval); });
  return size_t(Entry - Table.Intervals.begin());
}

static bool hasInterval(const IntervalTable &Table, size_t Place,
                        uint32_t Thread, uint32_t Interval) {
  return Place != Table.Intervals.size() &&
         Table.Intervals[Place].Thread == Thread &&
         Table.Intervals[Place].Interval == Interval;
}

namespace {

/// Reads streams into the rows of a table.
class TableReader {
public:
  TableReader(const result::Profile &P, IntervalTable &Table)
      : Reader(P.Streams), Table(Table) {}

  /// Adds the intervals of \p Thread.
  Status open(uint32_t Thread) {
    uint64_t Start = 0;
    return Reader.read(Thread, {}, result::Measure::Instructions,
                       [&](std::span<const uint32_t> Intervals,
                           std::span<const uint64_t> Values) {
                         for (size_t I = 0; I != Values.size(); ++I) {
                           if (Values[I] == 0)
                             continue;
                           IntervalFacts F;
                           F.Thread = Thread;
                           F.Interval = Intervals[I];
                           F.Start = Start;
                           F.Instructions = Values[I];
                           Start += Values[I];
                           Table.Intervals.push_back(F);
                         }
                       });
  }

  /// Calls \p Take with each row whose value of the measure is not 0, and with
  /// the value.
  template <typename Taker>
  Status each(uint32_t Thread, StructureId Structure, result::Measure M,
              Taker Take) {
    return Reader.read(
        Thread, Structure, M,
        [&](std::span<const uint32_t> Intervals,
            std::span<const uint64_t> Values) {
          for (size_t I = 0; I != Values.size(); ++I)
            if (size_t Row = placeOf(Table, Thread, Intervals[I]);
                Values[I] != 0 && hasInterval(Table, Row, Thread, Intervals[I]))
              Take(Row, Values[I]);
        });
  }

  Status fill(uint32_t Thread);

private:
  result::StreamReader Reader;
  IntervalTable &Table;
};

Status TableReader::fill(uint32_t Thread) {
  Status S;
  for (size_t L = 0; L != Table.Levels && S; ++L) {
    S = each(Thread, {},
             result::levelMeasure(L, result::LevelMeasure::Accesses),
             [&](size_t Row, uint64_t Count) {
               Table.Intervals[Row].Levels[L].Accesses = Count;
             });
    if (S)
      S = each(Thread, {},
               result::levelMeasure(L, result::LevelMeasure::Misses),
               [&](size_t Row, uint64_t Count) {
                 Table.Intervals[Row].Levels[L].Misses = Count;
               });
  }
  if (S && Table.HasCycles)
    S = each(Thread, {}, result::Measure::Cycles,
             [&](size_t Row, uint64_t Count) {
               Table.Intervals[Row].Cycles = Count;
             });
  return S;
}

std::vector<uint32_t> threadsOf(const result::Profile &P,
                                std::optional<uint32_t> Wanted) {
  std::vector<uint32_t> Threads;
  for (const result::ThreadRow &T : P.Threads)
    if (!Wanted || T.Thread == *Wanted)
      Threads.push_back(T.Thread);
  std::ranges::sort(Threads);
  return Threads;
}

} // namespace

Expected<IntervalTable> replayedIntervals(const result::Profile &P,
                                          std::optional<uint32_t> Thread) {
  IntervalTable Table;
  Table.Runs = 1;
  Table.Levels = P.Caches.Levels.size();
  Table.HasCycles = !P.Core.empty();
  TableReader Reader(P, Table);
  for (uint32_t T : threadsOf(P, Thread)) {
    Status S = Reader.open(T);
    if (S)
      S = Reader.fill(T);
    if (!S)
      return S.error();
  }
  return Table;
}

Expected<std::vector<WeightedInterval>>
placesOf(const std::vector<ChosenInterval> &Points, const IntervalTable &Table,
         uint64_t Length) {
  std::vector<WeightedInterval> Sample;
  for (const ChosenInterval &P : Points) {
    size_t Row = placeOf(Table, P.Thread, P.Interval);
    if (!hasInterval(Table, Row, P.Thread, P.Interval))
      return makeError(
          "thread {} has no interval {} of {} instructions; are the points of "
          "this program and input, and --interval as it was?",
          P.Thread, P.Interval, Length);
    Sample.push_back({Row, P.Weight});
  }
  return Sample;
}

Expected<std::vector<KeyedCounts>> missesByStructure(const result::Profile &P,
                                                     const IntervalTable &Table,
                                                     size_t Level) {
  std::vector<KeyedCounts> ByInterval(Table.Intervals.size());
  IntervalTable Rows = Table;
  TableReader Reader(P, Rows);
  result::Measure Misses =
      result::levelMeasure(Level, result::LevelMeasure::Misses);
  for (const result::Stream &S : P.Streams.All) {
    if (S.Kind != Misses || !S.Structure.valid() ||
        S.Thread == result::Stream::Process)
      continue;
    Status Read = Reader.each(
        S.Thread, S.Structure, Misses, [&](size_t Row, uint64_t Count) {
          ByInterval[Row].emplace_back(S.Structure.Value, Count);
        });
    if (!Read)
      return Read.error();
  }
  return ByInterval;
}

} // namespace memfacet::study
