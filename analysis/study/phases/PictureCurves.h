//===- PictureCurves.h - the data of pictures of phases -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AccessPicture is Figure 2 of T. Huffmire and T. Sherwood, "Wavelet-Based
// Phase Classification", PACT 2006: addresses from bottom to top, time from
// left to right, and a band for each level that accesses come from.
//
// Ribbons and metrics over time are Figures 1, 2 and 6 of E. Perelman et al.,
// UCSD CS2005-0844.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_PHASES_PICTURECURVES_H
#define MEMFACET_STUDY_PHASES_PICTURECURVES_H

#include "analysis/study/phases/PhaseStudy.h"
#include "analysis/study/points/IntervalTable.h"
#include <optional>
#include <span>

namespace memfacet::study {

struct AccessBand {
  std::string Name; ///< "hits", "L1 misses", "L2 misses", "loads"
  /// Counts, row by row, of addresses from low to high.
  std::vector<double> Dots;
  double Most = 0; ///< of Dots
};

/// An interval in the picture.
struct AccessSlice {
  size_t Interval = 0;       ///< number in the input's table
  double Begin = 0, End = 0; ///< columns
};

struct AccessPicture {
  uint64_t Modulo = 0; ///< bytes: the height of a band
  size_t Rows = 0, Columns = 0;
  std::vector<AccessBand> Bands; ///< from top to bottom
  std::vector<AccessSlice> Slices;
};

/// Makes the picture of one thread of one run, in at most \p MostRows and
/// \p MostColumns (neighbours are added up). If misses of the first level were
/// recorded, bands are hits (loads minus these misses, at least 0, as stores
/// miss, too) and first-level misses without those of the further level; else
/// the first band is loads. If misses of the further level were recorded, they
/// are the last band. An error where no loads were recorded.
Expected<AccessPicture> accessPicture(const PhaseInput &In, uint32_t Run,
                                      uint32_t Thread, uint64_t Modulo,
                                      size_t MostRows, size_t MostColumns);

/// [Begin, End) in instructions of all threads so far.
struct RibbonPiece {
  uint64_t Begin = 0, End = 0;
  uint32_t Phase = 0;
  bool operator==(const RibbonPiece &) const = default;
};

/// The phases of one thread over time. Between pieces, the thread did nothing.
struct Ribbon {
  uint32_t Run = 0, Thread = 0;
  std::vector<RibbonPiece> Pieces; ///< ascending
};

/// Returns ribbons by run and thread. Neighbours of one phase are one piece
/// where at most \p Gap instructions lie between them.
std::vector<Ribbon> ribbonsOf(const IntervalTable &Table,
                              std::span<const uint32_t> Labels, uint64_t Gap);

/// Returns the largest ProcessEnd of \p Table, at least 1.
uint64_t processEnd(const IntervalTable &Table);

/// Returns \p M of \p Run in each of \p Bins equal parts of [0, \p End), as
/// sums over sums of all threads. The counts of an interval are spread evenly
/// over the bins that it lies in. No value where there is no interval, or the
/// denominator is 0.
std::vector<std::optional<double>> metricOverTime(const IntervalTable &Table,
                                                  const Metric &M, uint32_t Run,
                                                  size_t Bins, uint64_t End);

} // namespace memfacet::study

#endif
