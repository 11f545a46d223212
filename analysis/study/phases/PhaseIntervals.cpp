//===- PhaseIntervals.cpp - the intervals of recorded runs ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/PhaseIntervals.h"
#include "analysis/result/store/StreamReader.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <map>

namespace memfacet::study {

std::vector<IntervalSpan> intervalSpans(const result::Profile &P, uint32_t Run,
                                        uint64_t Period) {
  const std::vector<result::IntervalPlace> &Places = P.Signatures.Places;
  std::vector<IntervalSpan> Spans;
  uint64_t Length = 0;
  bool Open = false;
  for (size_t I = 0; I != Places.size(); ++I) {
    bool IsContinued = Open && Spans.back().Thread == Places[I].Thread;
    if (!IsContinued) {
      Spans.push_back({Run, Places[I].Thread, I, I});
      Length = 0;
    }
    Spans.back().End = I + 1;
    Length += Places[I].Instructions;
    // A record belongs to the interval in which it begins, so whole intervals
    // may be a little short, too.
    bool Cut = 10 * Places[I].Instructions < 9 * P.IntervalInstructions;
    Open = !Cut && Length + P.IntervalInstructions / 2 < Period;
  }
  return Spans;
}

Status addStream(const result::Profile &P, uint32_t Run,
                 std::span<const IntervalSpan> Spans, StructureId Structure,
                 result::Measure M, SpanValues &Sums) {
  const std::vector<result::IntervalPlace> &Places = P.Signatures.Places;
  result::StreamReader Reader(P.Streams);
  Sums.resize(Spans.size());
  for (size_t I = 0; I != Spans.size();) {
    if (Spans[I].Run != Run) {
      ++I;
      continue;
    }
    size_t End = I;
    uint32_t Thread = Spans[I].Thread;
    while (End != Spans.size() && Spans[End].Run == Run &&
           Spans[End].Thread == Thread)
      ++End;
    size_t Span = I;
    Status S = Reader.read(
        Thread, Structure, M,
        [&](std::span<const uint32_t> Intervals,
            std::span<const uint64_t> Values) {
          for (size_t V = 0; V != Values.size(); ++V) {
            while (Span != End &&
                   Places[Spans[Span].End - 1].Interval < Intervals[V])
              ++Span;
            if (Span != End &&
                Places[Spans[Span].First].Interval <= Intervals[V])
              Sums[Span] += Values[V];
          }
        });
    if (!S)
      return S;
    I = End;
  }
  return {};
}

namespace {

IntervalFacts placed(const result::Profile &P, const IntervalSpan &S) {
  const std::vector<result::IntervalPlace> &Places = P.Signatures.Places;
  MEMFACET_CHECK(S.First < S.End && S.End <= Places.size(),
                 "a span has an interval, and all are recorded");
  IntervalFacts F;
  F.Run = S.Run;
  F.Thread = S.Thread;
  F.Interval = Places[S.First].Interval;
  F.Start = Places[S.First].Start;
  F.ProcessBegin = Places[S.First].ProcessBegin;
  F.ProcessEnd = Places[S.End - 1].ProcessEnd;
  for (size_t I = S.First; I != S.End; ++I)
    F.Instructions += Places[I].Instructions;
  return F;
}

/// Fills in the facts of one run.
Status addFacts(const result::Profile &P, uint32_t Run,
                std::span<const IntervalSpan> Spans, IntervalTable &Table) {
  auto Add = [&](result::Measure M, auto Field) -> Status {
    SpanValues Values;
    if (Status S = addStream(P, Run, Spans, {}, M, Values); !S)
      return S;
    for (size_t I = 0; I != Spans.size(); ++I)
      if (Spans[I].Run == Run)
        Field(Table.Intervals[I]) = Values[I];
    return {};
  };
  for (uint32_t L = 0; L != Table.Levels; ++L) {
    if (Status S = Add(result::levelMeasure(L, result::LevelMeasure::Accesses),
                       [&](IntervalFacts &F) -> uint64_t & {
                         return F.Levels[L].Accesses;
                       });
        !S)
      return S;
    if (Status S = Add(
            result::levelMeasure(L, result::LevelMeasure::Misses),
            [&](IntervalFacts &F) -> uint64_t & { return F.Levels[L].Misses; });
        !S)
      return S;
  }
  if (P.Core.empty())
    return {};
  return Add(result::Measure::Cycles,
             [](IntervalFacts &F) -> uint64_t & { return F.Cycles; });
}

} // namespace

Expected<IntervalTable> intervalTable(std::span<const result::Profile> Runs,
                                      std::span<const IntervalSpan> Spans) {
  IntervalTable T;
  T.Runs = uint32_t(Runs.size());
  T.Levels = Runs.empty() ? 0 : Runs.front().Caches.Levels.size();
  T.HasCycles = true;
  for (const result::Profile &P : Runs) {
    T.HasCycles &= !P.Core.empty();
    if (P.Caches.Levels.size() != T.Levels)
      return makeError("the runs' caches have {} and {} levels; record them "
                       "with the same --cache",
                       T.Levels, P.Caches.Levels.size());
  }
  for (const IntervalSpan &S : Spans) {
    MEMFACET_CHECK(S.Run < Runs.size(), "a span is of one of the runs");
    T.Intervals.push_back(placed(Runs[S.Run], S));
  }
  for (uint32_t Run = 0; Run != Runs.size(); ++Run)
    if (Status S = addFacts(Runs[Run], Run, Spans, T); !S)
      return S.error();
  return T;
}

} // namespace memfacet::study
