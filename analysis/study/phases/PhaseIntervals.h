//===- PhaseIntervals.h - the intervals of recorded runs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_PHASES_PHASEINTERVALS_H
#define MEMFACET_STUDY_PHASES_PHASEINTERVALS_H

#include "analysis/result/profile/Profile.h"
#include "analysis/study/points/IntervalTable.h"
#include <span>

namespace memfacet::study {

/// Neighbouring recorded intervals of one thread, taken together.
struct IntervalSpan {
  uint32_t Run = 0;
  uint32_t Thread = 0;
  /// Numbers in the run's IntervalSignatures::Places.
  size_t First = 0, End = 0;
};

/// Recorded intervals, of which as many as \p Period has instructions are taken
/// together; 0: each for itself. One that is shorter than the recording's
/// period ended because its thread waited, and ends what it is part of.
std::vector<IntervalSpan> intervalSpans(const result::Profile &P, uint32_t Run,
                                        uint64_t Period);

/// What happened in the \p Spans of \p Runs, in the same order. An error where
/// the runs' caches differ in how many levels they have, or what a profile
/// holds is damaged.
Expected<IntervalTable> intervalTable(std::span<const result::Profile> Runs,
                                      std::span<const IntervalSpan> Spans);

/// One value for each of \p Spans.
using SpanValues = std::vector<uint64_t>;

/// What one stream counts in each of \p Spans, those of \p Run only; 0 in
/// others.
Status addStream(const result::Profile &P, uint32_t Run,
                 std::span<const IntervalSpan> Spans, StructureId Structure,
                 result::Measure M, SpanValues &Sums);

} // namespace memfacet::study

#endif
