//===- DetailView.h - one level of the detailed simulation ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_STRUCTURES_DETAILVIEW_H
#define MEMFACET_REPORT_STRUCTURES_DETAILVIEW_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include <limits>
#include <set>

namespace memfacet::report {

/// What the reports of Profile::Memory show: why, evictions, occupancy.
struct DetailOptions {
  size_t Level = 0;
  /// Structures shown one by one; the rest is one row.
  size_t Top = 10;
  static constexpr size_t All = std::numeric_limits<size_t>::max();
};
/// Every structure by itself, most misses of the first level first.
inline constexpr DetailOptions Everything = {0, DetailOptions::All};

/// Finds the level called \p Name, in upper or lower case; "": the first.
Expected<size_t> levelNamed(const caches::CacheModel &Caches,
                            std::string_view Name);

/// A structure, or several that are shown as one.
struct DetailRow {
  std::string Name, Title;       ///< in JSON and CSV, and in tables
  std::vector<uint32_t> Members; ///< StructureId
  caches::MemoryCounters Sum;

  Style look() const { return Members.size() > 1 ? Style::Dim : Style::Plain; }
};

/// Returns the structures of \p P with any count and those of \p Also, most
/// misses of the level first; those after the top are one row at the end,
/// "[12 others]". The rows add up to the total.
std::vector<DetailRow> detailRows(const result::Profile &P,
                                  const DetailOptions &Options = Everything,
                                  const std::set<uint32_t> &Also = {});
/// Returns the row of each structure of \p P in \p Rows, or the number of rows.
std::vector<size_t> rowsOfStructures(const result::Profile &P,
                                     const std::vector<DetailRow> &Rows);
caches::MemoryCounters detailTotal(const result::Profile &P);

/// Returns the name of a class of misses: for people "true sharing", as a key
/// "true_sharing".
const char *missClassName(caches::MissClass C);
/// Returns the columns of a level: misses by class, prefetches, hits of the
/// victim cache.
Columns<caches::LevelDetail> missCauseColumns();
/// Returns the columns TLBs, memory traffic and coherence, in JSON. \p Caches
/// outlives the columns.
Columns<caches::MemoryCounters>
trafficColumns(const caches::CacheModel &Caches);

} // namespace memfacet::report

#endif
