//===- PhaseIntervals.h - the intervals of recorded runs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_PHASES_PHASEINTERVALS_H
#define MEMFACET_STUDY_PHASES_PHASEINTERVALS_H

#include "analysis/result/profile/Profile.h"
#include "analysis/study/points/IntervalTable.h"
#include <span>

namespace memfacet::study {

/// Consecutive recorded intervals of one thread, joined.
struct IntervalSpan {
  uint32_t Run = 0;
  uint32_t Thread = 0;
  /// Numbers in the run's IntervalSignatures::Places.
  size_t First = 0, End = 0;
};

/// Joins recorded intervals up to about \p Period instructions; 0: does not
/// join any. An interval that is shorter than the recording's period ended
/// because the thread waited, so it also ends the span.
std::vector<IntervalSpan> intervalSpans(const result::Profile &P, uint32_t Run,
                                        uint64_t Period);

/// Returns what happened in the \p Spans of \p Runs, in the same order. An
/// error where the caches of the runs have different numbers of levels, or a
/// profile is damaged.
Expected<IntervalTable> intervalTable(std::span<const result::Profile> Runs,
                                      std::span<const IntervalSpan> Spans);

/// One value for each of \p Spans.
using SpanValues = std::vector<uint64_t>;

/// Adds what one stream counts in each of \p Spans that is of \p Run to
/// \p Sums.
Status addStream(const result::Profile &P, uint32_t Run,
                 std::span<const IntervalSpan> Spans, StructureId Structure,
                 result::Measure M, SpanValues &Sums);

} // namespace memfacet::study

#endif
