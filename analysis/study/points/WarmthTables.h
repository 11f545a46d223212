//===- WarmthTables.h - the counts of PointWarmth, stored and used --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_WARMTHTABLES_H
#define MEMFACET_STUDY_POINTS_WARMTHTABLES_H

#include "analysis/caches/memory/PointWarmth.h"
#include "analysis/result/profile/Ranks.h"
#include "analysis/study/points/IntervalTable.h"
#include "analysis/support/Error.h"

namespace memfacet::study {

/// Adds the rows of \p Warmth to those of \p Part of the simulation.
void storeWarmth(result::ShardPart &Part,
                 const caches::PointWarmth::Table &Warmth);
/// Adds the rows of \p Part to \p Warmth. Fails if a row has a level that no
/// cache has.
Status loadWarmth(caches::PointWarmth::Table &Warmth,
                  const result::ShardPart &Part);

/// Returns \p Table with the misses and cycles of the intervals in \p Warmth as
/// they are if cold lines hit (\p Hit) or miss. Other intervals do not change.
IntervalTable boundedTable(const IntervalTable &Table,
                           const caches::PointWarmth::Table &Warmth, bool Hit);

} // namespace memfacet::study

#endif
