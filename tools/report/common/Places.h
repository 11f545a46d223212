//===- Places.h - places in the source, as text and columns ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_COMMON_PLACES_H
#define MEMFACET_REPORT_COMMON_PLACES_H

#include "analysis/result/profile/PairSample.h"
#include "analysis/result/profile/Profile.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Columns.h"

namespace memfacet::report {

/// Returns "simplex.c:120 pivot"; unknown parts are left out.
std::string shortPlace(const result::Profile &P, const std::string &File,
                       uint32_t Line, const std::string &Function);
/// Returns the same of \p S, which has a file, a line and a function.
template <typename Placed>
std::string shortPlace(const result::Profile &P, const Placed &S) {
  return shortPlace(P, S.File, S.Line, S.Function);
}

/// The accesses of one thread at one site to one structure.
struct ThreadSite {
  result::PairSite Site;
  StructureId Structure;
  uint32_t Thread = 0;
};

/// Returns "store put queue.c:7"; unknown parts are left out.
std::string siteText(const result::Profile &P, const result::PairSite &Site);
/// Returns the same without the kind of access.
std::string placeText(const result::Profile &P, const result::PairSite &Site);

/// Returns the columns function, file, line, column.
Columns<result::PairSite> placeColumns();
/// Returns the column kind and those of placeColumns().
Columns<result::PairSite> siteColumns();
/// Returns the columns thread, those of siteColumns(), structure and, in JSON,
/// structure_id. \p P outlives the columns.
Columns<ThreadSite> threadSiteColumns(const result::Profile &P);

/// Makes a table of \p Counts, by the thread from which (rows) and the thread
/// to which (columns).
Table threadMatrix(const std::vector<uint32_t> &Threads,
                   const std::vector<std::vector<uint64_t>> &Counts,
                   const std::function<std::string(uint64_t)> &Text);

} // namespace memfacet::report

#endif
