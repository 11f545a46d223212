//===- IntervalsTable.h - counts over time as a table of SQL --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_INTERVALSTABLE_H
#define MEMFACET_RESULT_STORE_INTERVALSTABLE_H

#include "analysis/result/profile/Profile.h"
#include <string>
#include <vector>

struct sqlite3;

namespace memfacet::result {

/// Returns the columns of the table `intervals` with \p Levels cache levels.
std::vector<std::string> intervalsColumns(size_t Levels);

/// Adds the table `intervals` to \p D: a row for each interval of a structure
/// in a thread in which not all counts are 0. Rows are unpacked while they are
/// read; conditions that name a thread or a structure keep the others packed.
/// \p P outlives \p D.
Status addIntervalsTable(sqlite3 *D, const Profile &P);

} // namespace memfacet::result

#endif
