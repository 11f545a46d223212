//===- RankReport.h - the ranks of a merged profile -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_RANKS_RANKREPORT_H
#define MEMFACET_REPORT_RANKS_RANKREPORT_H

#include "analysis/result/merge/RankCounts.h"
#include "tools/report/common/ReportModel.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

/// Writes a row per rank, at most \p Top and the sum of the others, then the
/// ranks that differ.
std::string rankTextReport(const result::Profile &P, size_t Top,
                           const Terminal &Out);
/// Writes all ranks, with their structures.
std::string rankJsonReport(const result::Profile &P);
std::string rankCsvReport(const result::Profile &P);

/// The least and the most that a rank has.
struct RankRange {
  uint64_t Least = 0, Most = 0;
};

/// Returns the range of the misses of \p Structure in \p Level.
RankRange missRange(const std::vector<result::RankCounts> &Ranks,
                    size_t Structure, size_t Level);
/// Returns the range of the first-level misses for each row of \p Model, sums
/// included.
std::vector<RankRange> missRanges(const result::Profile &P,
                                  const std::vector<result::RankCounts> &Ranks,
                                  const ReportModel &Model);

} // namespace memfacet::report

#endif
