//===- AccessBands.h - a picture of a thread's accesses -------------------===//
//
// T. Huffmire and T. Sherwood, "Wavelet-Based Phase Classification", PACT 2006,
// Figure 2: addresses from bottom to top, time from left to right, and a band
// for each level that accesses come from.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PHASES_ACCESSBANDS_H
#define MEMFACET_PHASES_ACCESSBANDS_H

#include "analysis/phases/PhaseStudy.h"

namespace memfacet {

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

/// Of one thread of one run, in at most so many \p MostRows and \p MostColumns
/// (neighbours are added up). Bands: where misses of the first level were
/// recorded, hits (loads without them, where these are more; misses are of
/// stores, too), and misses that are not of the further level; misses of that
/// level where they were. Else loads. An error where no loads were recorded.
Expected<AccessPicture> accessPicture(const PhaseInput &In, uint32_t Run,
                                      uint32_t Thread, uint64_t Modulo,
                                      size_t MostRows, size_t MostColumns);

} // namespace memfacet

#endif
