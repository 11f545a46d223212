//===- Traffic.h - what code does to the bytes of a structure -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over the sites of a structure. They say what no single site says: that a
// table is filled and hardly read, or that eight sites together use each line
// as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FINDINGS_TRAFFIC_H
#define MEMFACET_REPORT_FINDINGS_TRAFFIC_H

#include "analysis/result/profile/Profile.h"
#include <span>

namespace memfacet::report {

/// The least share of the steps for a pattern that most accesses have, and for
/// one that many have.
constexpr double MainShare = 0.5, NotableShare = 0.3;

/// Returns the cycles of \p Misses, by level, if none of them overlap.
double missCost(std::span<const uint64_t> Misses);
double missCost(const result::Counts &C);

struct StructureTraffic {
  static constexpr uint32_t NoSite = ~uint32_t(0);

  std::vector<uint32_t> Uses;      ///< indices into Profile::BySite
  uint32_t CostliestSite = NoSite; ///< in the program's own code
  double CostliestCycles = 0;
  /// Bytes that are written one after the other, at least, and the cycles of
  /// the misses there.
  double FilledBytes = 0, FillCycles = 0;
  uint32_t FillSite = NoSite; ///< that fills most
  double ReadBytes = 0;       ///< at most
  /// Sites whose steps are of a line or more: what they access, and their
  /// misses.
  double StridedBytes = 0, StridedMisses = 0, StridedCycles = 0;
  uint32_t StridedSite = NoSite; ///< with most of these cycles
};

/// Returns the traffic of each structure, by StructureId.
std::vector<StructureTraffic> trafficOf(const result::Profile &P);

/// Returns the part of the steps of \p C that are of one of \p Kinds; 0 if the
/// sample has none.
double stepShare(const result::SiteCounts &C,
                 std::initializer_list<result::StepKind> Kinds);
/// Returns the part whose address does not follow from the address before.
double randomShare(const result::SiteCounts &C);

} // namespace memfacet::report

#endif
