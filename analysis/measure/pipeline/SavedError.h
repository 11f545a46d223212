//===- SavedError.h - what parts of a run say of what a change saves ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_SAVEDERROR_H
#define MEMFACET_MEASURE_PIPELINE_SAVEDERROR_H

#include <span>

namespace memfacet::measure {

/// Returns half of the 95 % interval of the part of the cycles that a change
/// saves, as \p Share of a run says it. \p OldCycles and \p NewCycles: the
/// cycles of each stretch that was simulated, without and with the change. What
/// stretches save for their cycles varies, so the error is that of a quotient
/// of sums, with Student's quantile; where most of the run was simulated, it is
/// less. Returns 0 if all was simulated, or with less than two stretches.
double savedError(std::span<const double> OldCycles,
                  std::span<const double> NewCycles, double Share);

} // namespace memfacet::measure

#endif
