//===- SiteText.h - sites of pairs and shared lines -----------------------===//
//
// The reports about threads name the sites of accesses in the same way: as
// text, and as columns of JSON and CSV.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_COMMON_SITETEXT_H
#define MEMFACET_REPORT_COMMON_SITETEXT_H

#include "analysis/profile/PairSample.h"
#include "analysis/profile/Profile.h"
#include "tools/report/format/Columns.h"

namespace memfacet {

/// The accesses of one thread at one site to one structure.
struct ThreadSite {
  PairSite Site;
  StructureId Structure;
  uint32_t Thread = 0;
};

/// "store put queue.c:7"; what is not known is left out.
std::string siteText(const PairSite &Site);
/// As siteText, without what is done there.
std::string placeText(const PairSite &Site);

/// function, file, line, column.
Columns<PairSite> placeColumns();
/// kind, and those of placeColumns().
Columns<PairSite> siteColumns();
/// thread, those of siteColumns(), structure, and in JSON structure_id. \p P
/// outlives the columns.
Columns<ThreadSite> threadSiteColumns(const Profile &P);

/// Counts of \p Threads by both threads, as a table from thread to thread.
Table threadMatrix(const std::vector<uint32_t> &Threads,
                   const std::vector<std::vector<uint64_t>> &Counts,
                   const std::function<std::string(uint64_t)> &Text);

} // namespace memfacet

#endif
