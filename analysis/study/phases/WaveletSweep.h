//===- WaveletSweep.h - scores of wavelets by size and modulo -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figures 6 and 7 of T. Huffmire and T. Sherwood, "Wavelet-Based Phase
// Classification", PACT 2006, for any recorded program.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_PHASES_WAVELETSWEEP_H
#define MEMFACET_STUDY_PHASES_WAVELETSWEEP_H

#include "analysis/study/phases/PhaseStudy.h"
#include "memfacet/Check.h"
#include <optional>

namespace memfacet::study {

struct WaveletSweepCell {
  uint32_t Phases = 0;
  /// SpreadScore::WithinSigma and Variation of misses in an interval, where all
  /// intervals weigh the same.
  double Sigma = 0, Variation = 0;
  double Seconds = 0; ///< processor time of pictures, wavelets and clustering
};

struct WaveletSweep {
  std::vector<uint64_t> Modulos; ///< bytes, ascending
  std::vector<size_t> Sizes;     ///< of the small picture, ascending
  /// By modulo, then size; none where the recorded pictures have too few rows.
  std::vector<std::optional<WaveletSweepCell>> Cells;
  double Sigma = 0;          ///< of all intervals, of misses
  uint64_t Instructions = 0; ///< of all intervals
  /// The number of rows with which all modulos could be had; as recorded where
  /// they can.
  uint32_t RowsNeeded = 0;

  const std::optional<WaveletSweepCell> &at(size_t Modulo, size_t Size) const {
    MEMFACET_CHECK(Modulo < Modulos.size() && Size < Sizes.size(),
                   "there is a cell for each pair");
    return Cells[Modulo * Sizes.size() + Size];
  }
  /// Returns the processor time per instruction of the intervals.
  double nanoseconds(const WaveletSweepCell &C) const {
    return Instructions == 0 ? 0 : 1e9 * C.Seconds / double(Instructions);
  }
};

/// Tries all powers of two from 1 KiB to the recorded modulo (of several runs,
/// the least), and sizes 4 to 64. \p Options says how to cluster; of the
/// signature, only how pictures are scaled and weighted is used. All
/// coefficients are clustered. Phases are scored by the misses of \p MissLevel.
Expected<WaveletSweep> sweepWavelets(const PhaseInput &In,
                                     const PhaseOptions &Options,
                                     uint32_t MissLevel);

} // namespace memfacet::study

#endif
