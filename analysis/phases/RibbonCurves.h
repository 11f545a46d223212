//===- RibbonCurves.h - phases and metrics on the process's clock ---------===//
//
// What Figures 1, 2 and 6 of E. Perelman et al., UCSD CS2005-0844, show.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PHASES_RIBBONCURVES_H
#define MEMFACET_PHASES_RIBBONCURVES_H

#include "analysis/points/IntervalTable.h"
#include <optional>
#include <span>

namespace memfacet {

/// [Begin, End) in instructions of all threads so far.
struct RibbonPiece {
  uint64_t Begin = 0, End = 0;
  uint32_t Phase = 0;
  bool operator==(const RibbonPiece &) const = default;
};

/// Of one thread. Between pieces, it did nothing.
struct Ribbon {
  uint32_t Run = 0, Thread = 0;
  std::vector<RibbonPiece> Pieces; ///< ascending
};

/// By run and thread. Neighbours of one phase are one piece where at most
/// \p Gap instructions lie between them.
std::vector<Ribbon> ribbonsOf(const IntervalTable &Table,
                              std::span<const uint32_t> Labels, uint64_t Gap);

/// The largest ProcessEnd of \p Table, at least 1.
uint64_t processEnd(const IntervalTable &Table);

/// \p M of \p Run in each of \p Bins equal parts of [0, \p End): sums over
/// sums, of all threads; an interval is even over the bins that it lies in.
/// Nothing where no interval is, or the metric has no denominator.
std::vector<std::optional<double>> metricOverTime(const IntervalTable &Table,
                                                  const Metric &M, uint32_t Run,
                                                  size_t Bins, uint64_t End);

} // namespace memfacet

#endif
