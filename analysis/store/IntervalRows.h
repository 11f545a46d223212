//===- IntervalRows.h - streams as rows of counts -------------------------===//
//
// As many rows as there are intervals and structures: for short runs, tests,
// and profiles of versions before 7, which had these.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STORE_INTERVALROWS_H
#define MEMFACET_STORE_INTERVALROWS_H

#include "analysis/profile/Profile.h"

namespace memfacet {

/// All counts of structures in threads, sorted by (Thread, Structure,
/// Interval).
Expected<std::vector<IntervalCounts>> intervalCounts(const Profile &P);

/// Makes streams of \p Rows, sorted as above, and adds them to \p P. When
/// threads ran is not known: where there are several, the process has none.
void addIntervals(const std::vector<IntervalCounts> &Rows, Profile &P);

} // namespace memfacet

#endif
