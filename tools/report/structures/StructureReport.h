//===- StructureReport.h - the main report, by structure ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_STRUCTURES_STRUCTUREREPORT_H
#define MEMFACET_REPORT_STRUCTURES_STRUCTUREREPORT_H

#include "analysis/result/merge/RankCounts.h"
#include "tools/report/common/ReportModel.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

struct TextOptions {
  bool PerThread = false; ///< a table for each thread as well
  std::string Findings;   ///< shown between the head and the table
};

std::string textReport(const result::Profile &P, const ReportOptions &Options,
                       const TextOptions &Text, const Terminal &Out);
/// Writes all structures, with exact counts. \p PerThread adds each thread's
/// counts; \p Findings are an array.
std::string jsonReport(const result::Profile &P, const SortColumn &Sort,
                       bool PerThread, Json Findings = Json::array());
/// Writes a header line, then a line per structure; with \p PerThread, per
/// thread and structure.
std::string csvReport(const result::Profile &P, const SortColumn &Sort,
                      bool PerThread);

/// A structure; for people also a sum of structures.
struct ShownStructure {
  const result::Structure &Owner;
  const ReportRow *Row = nullptr; ///< for people
  /// The structure's counts in the detailed simulation, or null.
  const caches::MemoryCounters *Detail = nullptr;
  uint32_t Thread = 0; ///< in CSV per thread

  bool isSingle() const {
    return !Row || Row->Kind == ReportRow::Role::Structure;
  }
};

/// What a table shows.
struct ShownTable {
  const result::Profile &P;
  bool OfThread = false;              ///< counts of one thread
  const ReportModel *Model = nullptr; ///< for people
  /// The ranks of a merged profile, if they are shown; or null.
  const std::vector<result::RankCounts> *Ranks = nullptr;
};

/// Returns all columns. \p T outlives them. Structures in JSON and CSV are
/// those of the profile, unless T.OfThread.
Columns<ShownStructure> structureColumns(const ShownTable &T);
/// Returns only the columns of counts, which JSON has for the whole program,
/// too.
Columns<ShownStructure> structureCounts(const ShownTable &T);

/// Returns \p Intervals by level.
Json intervalsJson(const std::vector<result::MissInterval> &Intervals,
                   const caches::CacheModel &Caches);

} // namespace memfacet::report

#endif
