//===- Places.h - places in the source, as text and columns ---------------===//

#ifndef MEMFACET_REPORT_COMMON_PLACES_H
#define MEMFACET_REPORT_COMMON_PLACES_H

#include "analysis/profile/PairSample.h"
#include "analysis/profile/Profile.h"
#include "tools/report/format/Columns.h"

namespace memfacet {

/// "simplex.c:120 pivot": the file relative to \p Folder if it is below it,
/// else its last two components.
std::string shortPlace(const Structure &S, const std::string &Folder);

/// The accesses of one thread at one site to one structure.
struct ThreadSite {
  PairSite Site;
  StructureId Structure;
  uint32_t Thread = 0;
};

/// "store put queue.c:7"; unknown parts are left out.
std::string siteText(const PairSite &Site);
/// As siteText, without the kind of access.
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
