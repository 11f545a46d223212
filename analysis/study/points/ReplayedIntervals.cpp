//===- ReplayedIntervals.cpp - intervals of a part of a run ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/ReplayedIntervals.h"
#include "analysis/result/store/StreamReader.h"
#include <algorithm>
#include <tuple>

namespace memfacet::study {

/// The place of an interval, or where it would be.
static size_t placeOf(const IntervalTable &Table, uint32_t Thread,
                      uint32_t Interval) {
  auto It = std::ranges::lower_bound(
      Table.Intervals, std::tuple(Thread, Interval), {},
      [](const IntervalFacts &I) { return std::tuple(I.Thread, I.Interval); });
  return size_t(It - Table.Intervals.begin());
}

static bool has(const IntervalTable &Table, size_t Place, uint32_t Thread,
                uint32_t Interval) {
  return Place != Table.Intervals.size() &&
         Table.Intervals[Place].Thread == Thread &&
         Table.Intervals[Place].Interval == Interval;
}

namespace {

/// Reads streams into the rows of a table.
class TableReader {
public:
  TableReader(const result::Profile &P, IntervalTable &To)
      : Reader(P.Streams), To(To) {}

  /// The intervals of \p Thread.
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
                           To.Intervals.push_back(F);
                         }
                       });
  }

  /// Calls \p Take with each row that has some of the measure, and how much.
  template <typename Taker>
  Status each(uint32_t Thread, StructureId Structure, result::Measure Of,
              Taker Take) {
    return Reader.read(Thread, Structure, Of,
                       [&](std::span<const uint32_t> Intervals,
                           std::span<const uint64_t> Values) {
                         for (size_t I = 0; I != Values.size(); ++I)
                           if (size_t At = placeOf(To, Thread, Intervals[I]);
                               Values[I] != 0 &&
                               has(To, At, Thread, Intervals[I]))
                             Take(At, Values[I]);
                       });
  }

  Status fill(uint32_t Thread);

private:
  result::StreamReader Reader;
  IntervalTable &To;
};

Status TableReader::fill(uint32_t Thread) {
  Status S;
  for (size_t L = 0; L != To.Levels && S; ++L) {
    S = each(Thread, {},
             result::levelMeasure(L, result::LevelMeasure::Accesses),
             [&](size_t At, uint64_t Count) {
               To.Intervals[At].Levels[L].Accesses = Count;
             });
    if (S)
      S = each(Thread, {},
               result::levelMeasure(L, result::LevelMeasure::Misses),
               [&](size_t At, uint64_t Count) {
                 To.Intervals[At].Levels[L].Misses = Count;
               });
  }
  if (S && To.HasCycles)
    S = each(
        Thread, {}, result::Measure::Cycles,
        [&](size_t At, uint64_t Count) { To.Intervals[At].Cycles = Count; });
  return S;
}

std::vector<uint32_t> threadsOf(const result::Profile &P,
                                std::optional<uint32_t> Only) {
  std::vector<uint32_t> Threads;
  for (const result::ThreadRow &T : P.Threads)
    if (!Only || T.Thread == *Only)
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
    size_t At = placeOf(Table, P.Thread, P.Interval);
    if (!has(Table, At, P.Thread, P.Interval))
      return makeError(
          "thread {} has no interval {} of {} instructions; are the points of "
          "this program and input, and --interval as it was?",
          P.Thread, P.Interval, Length);
    Sample.push_back({At, P.Weight});
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
    if (S.Of != Misses || !S.Structure.valid() ||
        S.Thread == result::Stream::Process)
      continue;
    Status Read = Reader.each(
        S.Thread, S.Structure, Misses, [&](size_t At, uint64_t Count) {
          ByInterval[At].emplace_back(S.Structure.Value, Count);
        });
    if (!Read)
      return Read.error();
  }
  return ByInterval;
}

} // namespace memfacet::study
