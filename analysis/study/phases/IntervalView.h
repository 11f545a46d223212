//===- IntervalView.h - the contents of one interval ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The viewer of T. Huffmire and T. Sherwood, "Wavelet-Based Phase
// Classification", PACT 2006, section 6: an interval's misses, their code, and
// similar intervals.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_PHASES_INTERVALVIEW_H
#define MEMFACET_STUDY_PHASES_INTERVALVIEW_H

#include "analysis/study/phases/PhaseStudy.h"
#include <optional>

namespace memfacet::study {

/// The interval that a user asks for.
struct IntervalQuery {
  uint32_t Number = 0;                 ///< in the thread, from 0
  std::optional<uint32_t> Run, Thread; ///< none: the only one
};

/// A thread of a run.
struct ThreadOfRun {
  uint32_t Run = 0, Thread = 0;
};

/// Returns the thread that is asked for; an error where there are several.
Expected<ThreadOfRun> selectedThread(const PhaseInput &In,
                                     std::optional<uint32_t> Run,
                                     std::optional<uint32_t> Thread);
/// Returns the number, in the input's table, of the span with the interval.
Expected<size_t> selectedInterval(const PhaseInput &In, const IntervalQuery &Q);

struct IntervalSite {
  uint32_t Site = 0; ///< index into Profile::Sites
  uint64_t Misses = 0;
  /// The structures that the site misses in the whole run, most misses first,
  /// with their shares of the site's misses.
  std::vector<std::pair<StructureId, double>> Structures;
};

struct IntervalStride {
  uint64_t Bytes = 0, Count = 0;
};

struct IntervalCode {
  uint32_t Block = 0; ///< index into BlockVectors::Blocks
  double Share = 0;   ///< of the interval's instructions
};

struct SimilarInterval {
  size_t Interval = 0; ///< number in the input's table
  double Distance = 0; ///< of the points
};

/// Sums over a phase, or over a run.
struct IntervalSums {
  IntervalFacts Facts;
  uint64_t Intervals = 0;
};

struct IntervalView {
  size_t Interval = 0; ///< number in the input's table
  uint32_t Phase = 0;
  IntervalSums PhaseSums, RunSums;      ///< the phase's sums are over all runs
  std::vector<IntervalSite> Sites;      ///< most misses first
  uint64_t OtherMisses = 0;             ///< of sites that were not kept
  std::vector<IntervalStride> Strides;  ///< ascending; empty: not recorded
  std::vector<IntervalCode> Code;       ///< most first; empty: not recorded
  std::vector<SimilarInterval> Similar; ///< most similar first
};

/// Returns the view of interval \p Interval of the input's table, with at most
/// \p Most blocks of code and similar intervals.
Expected<IntervalView> intervalView(const PhaseInput &In,
                                    const PhaseStudy &Study, size_t Interval,
                                    size_t Most);

/// Joins \p Strides by powers of two: 0, then from 2^k to less than 2^(k+1).
/// Bytes is the least stride of each bucket.
std::vector<IntervalStride>
strideBuckets(const std::vector<IntervalStride> &Strides);

} // namespace memfacet::study

#endif
