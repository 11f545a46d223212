//===- FillMemory.h - from a detailed simulation to a profile -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_COUNTS_FILLMEMORY_H
#define MEMFACET_MEASURE_COUNTS_FILLMEMORY_H

#include "analysis/caches/memory/MemoryTally.h"
#include "analysis/result/profile/MemoryDetail.h"

namespace memfacet::measure {

/// Adds \p Level to MemoryDetail::HotSets and MemoryDetail::Spreads. One line
/// in 2^\p Bits was looked up at the end. \p Memory has the classes of misses,
/// with totals for all lines. To be called for each level in turn.
///
/// The counts of a set are exact: where its lines were looked up at the end,
/// they were looked up all the time. Those of the hottest hundredth are scaled.
void fillSets(uint32_t Level, const std::vector<caches::SetCounts> &Sets,
              unsigned Bits, result::MemoryDetail &Memory);

/// Fills MemoryDetail::Occupancy and its period.
void fillOccupancy(const caches::OccupancySampler &Sampler,
                   result::MemoryDetail &Memory);

} // namespace memfacet::measure

#endif
