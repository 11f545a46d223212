//===- ReportModel.h - the rows of a report and their order ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_COMMON_REPORTMODEL_H
#define MEMFACET_REPORT_COMMON_REPORTMODEL_H

#include "analysis/result/profile/Profile.h"
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::report {

/// A column that --sort takes.
struct SortColumn {
  std::string Name; ///< as in --sort
  /// Returns whether the first structure comes before the second.
  std::function<bool(const result::Structure &, const result::Structure &)>
      IsBefore;
  /// The number of a structure that totals add up; null if the column is no
  /// such number.
  std::function<uint64_t(const result::Structure &)> Part;
};

/// Returns all columns of a profile with these caches. Numbers sort downwards,
/// texts upwards.
std::vector<SortColumn> sortColumns(const caches::CacheModel &Caches);

/// Returns the column called \p Name, "" for the default: misses of the first
/// level.
Expected<SortColumn> findSortColumn(const caches::CacheModel &Caches,
                                    std::string_view Name);

/// Returns \p Structures in the order of \p Column; ties are broken so that the
/// order depends only on the structures.
std::vector<const result::Structure *>
sortedStructures(const std::vector<result::Structure> &Structures,
                 const SortColumn &Column);

/// Returns whether \p S is a part of [library] or [unattributed].
bool isFixed(const result::Structure &S);
/// Returns whether \p S has any count. In a thread, a structure may have no
/// accesses, but write-backs of what another thread wrote.
bool wasTouched(const result::Structure &S);

struct ReportOptions {
  SortColumn Sort;
  /// Structures shown one by one; the rest is one row.
  size_t Top = 20;
  static constexpr size_t All = std::numeric_limits<size_t>::max();
  /// Show structures without accesses as well (a large program has thousands),
  /// and each thread's stack.
  bool Untouched = false;
  /// More stacks of threads than this are one row, unless Untouched.
  static constexpr size_t MostStacks = 4;
};

struct ReportRow {
  enum class Role {
    Structure,
    Stacks, ///< sum of the stacks of threads, apart from the main thread's
    Others, ///< sum of the structures beyond the top
    Fixed,  ///< [library], [unattributed]: shown even if it is 0
    Total
  };
  Role Kind = Role::Structure;
  result::Structure Sum;    ///< Name is "[12 others]" and the like in sums
  uint32_t ShareTenths = 0; ///< tenths of a per cent of ReportModel::ShareOf
  size_t Id = size_t(-1);   ///< the number of a Structure
};

/// The rows of a report. In every number, shares included, the rows before the
/// total add up to it; in size and objects, together with what is not shown.
struct ReportModel {
  std::vector<ReportRow> Rows;
  size_t NotShown = 0;           ///< structures that nothing accessed
  result::Structure NotShownSum; ///< the sum of these; all counts are 0
  std::string ShareOf;     ///< name of the column that shares are taken of
  bool ShareKnown = false; ///< false: that column's total is 0
};

ReportModel makeReport(const std::vector<result::Structure> &Structures,
                       const caches::CacheModel &Caches,
                       const ReportOptions &Options);

/// Returns structures with the counts that \p Thread had in them; those without
/// any are left out.
std::vector<result::Structure> structuresOfThread(const result::Profile &P,
                                                  uint32_t Thread);

} // namespace memfacet::report

#endif
