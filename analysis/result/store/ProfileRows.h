//===- ProfileRows.h - the parts of a profile as rows ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each part has a function that stores it and one that loads it. Parts are
// loaded in the order in which they stand here, into a profile that has the
// earlier parts. Every number that is used as an index is checked.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_PROFILEROWS_H
#define MEMFACET_RESULT_STORE_PROFILEROWS_H

#include "analysis/result/store/Digest.h"
#include "analysis/result/store/Rows.h"
#include <memory>

namespace memfacet::result {

/// Stores the program, its caches, structures, threads, sites, records and
/// marks.
void storeProgram(RowWriter &W, const Profile &P);
/// Returns the check value of the whole profile.
uint64_t loadProgram(RowReader &R, Profile &P);

/// Stores descriptions, the detailed simulation, miss curves, the simulated
/// core, and how sure estimates are.
void storeDetails(RowWriter &W, const Profile &P);
void loadDetails(RowReader &R, Profile &P, OldCurveErrors &Old);
/// Adds what \p Old says of the curves of \p P, as intervals.
void addIntervals(const OldCurveErrors &Old, Profile &P);

/// Stores what was counted by interval: streams, block vectors, signatures.
void storeTimes(RowWriter &W, const Profile &P);
/// Bytes of streams and signatures stay in \p D, which the profile keeps open.
/// Versions before 7 have rows in place of streams: they go to \p Old.
void loadTimes(RowReader &R, const std::shared_ptr<Database> &D, Profile &P,
               std::vector<IntervalCounts> &Old);

/// Stores what happens between threads (sampled pairs, and lines that are
/// shared) and between processes.
void storeSharing(RowWriter &W, const Profile &P);
void loadSharing(RowReader &R, Profile &P);

} // namespace memfacet::result

#endif
