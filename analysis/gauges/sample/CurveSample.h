//===- CurveSample.h - miss curves from chosen lines ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines are chosen by their residue modulo 64, one in 2^Bits in each stretch of
// a run (memfacet/Select.h). SpatialTable has the touches of chosen lines by
// distance. In a stretch, each counts for 2^Bits. The number of all touches is
// known exactly: the remaining ones are at distance 0, because a program leaves
// them out (this is the correction of SHARDS, Waldspurger et al. 2015).
//
// The 95 % interval of the misses at a size has errors of two kinds. The first
// are distances. If d of the lines in between are chosen, the number of lines
// in between is 2^Bits times the mean of a Poisson count d, within its limits;
// or up to 2^Bits more, as d * 2^Bits stands for d * 2^Bits to (d + 1) * 2^Bits
// - 1 neighbours. Where a program leaves out accesses that repeat the last one
// of their residue, the last touches of 64 lines are not known: 64 lines more
// or fewer. A touch that misses by one limit and hits by the other may do
// either.
//
// The second are residues: the chosen ones may not be like the others. Of the n
// residues of a stretch, the error of the touches that miss by a limit is taken
// to be the largest of
//
//   spread     t * 64 * sqrt((1 - n/64) * s^2 / n), with the variance s^2 of
//              the residues and Student's t, where n is at least 4
//   system     twice the root of the mean square of the errors that groups of n
//              residues would have had in the stretch with more of them and
//              most misses, less what chance alone would give; 4 % where there
//              is no such stretch; and 2.5 % by root n at least
//   few lines  where no stretch with more residues had misses in all of them:
//              the limits of a Poisson count of the structure's chosen lines
//   windows    where windows show that the chosen residues have another part
//              of the lines that take turns: what was seen by that part
//              (LineIntervals.h), but no more than these lines take turns
//   none seen  three times what one touch stands for, where none was seen. A
//              structure that has no chosen line may miss twice as often as
//              while all lines were chosen
//
// The errors of stretches add up, as the same residues are chosen in all of
// them. The interval of all structures together is at least as wide as the root
// of the sum of the squares of their errors. Nothing is sampled in time: each
// phase of a program is seen in its chosen lines.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_CURVESAMPLE_H
#define MEMFACET_GAUGES_SAMPLE_CURVESAMPLE_H

#include "analysis/gauges/reuse/SpatialTable.h"
#include "analysis/gauges/sample/WindowChanges.h"
#include "analysis/result/profile/MissCurves.h"
#include <vector>

namespace memfacet::gauges {

/// What is known of a sample in addition to its table.
struct CurveFacts {
  /// The numbers of touches by structure: of all, and of those while all lines
  /// were chosen. The second list may be shorter.
  std::vector<uint64_t> Touches, AllChosen;
  unsigned Bits = 0;  ///< of the last stretch
  bool Drops = false; ///< the program leaves out accesses that repeat
  /// Null: there were no windows.
  const WindowChanges *Windows = nullptr;
};

/// Adds a curve for each structure that was touched, and their total.
void fillSampledCurves(result::CurveScope Scope, const SpatialTable &Table,
                       const CurveFacts &Facts, result::MissCurves &Curves);

} // namespace memfacet::gauges

#endif
