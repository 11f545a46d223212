//===- IntervalRows.h - counts by interval become streams -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There are as many rows as intervals and structures: for short runs, and for
// profiles of versions before 7, which had rows in place of streams.
//
// These profiles have a string of bytes for one structure in one thread. For
// each interval in which the counts are not zero, in order, it has the varints
// (Varint.h):
//
//   interval - previous interval - 1        (the first one: the interval)
//   accesses, stores
//   per level: zigzag(accesses - expected), misses, write-backs
//
// where expected is the accesses for the first level and the inner level's
// misses for the others: so that the first of the three is 0 nearly always.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_INTERVALROWS_H
#define MEMFACET_RESULT_STORE_INTERVALROWS_H

#include "analysis/result/profile/Profile.h"

namespace memfacet::result {

/// Makes streams of \p Rows, sorted by (Thread, Structure, Interval), and adds
/// them to \p P. When threads ran is not known: if there are several, the
/// process has no streams.
void addIntervals(const std::vector<IntervalCounts> &Rows, Profile &P);

/// Appends what \p Packed has to \p Out. Returns false if the bytes are
/// damaged.
bool unpackIntervals(std::string_view Packed, size_t Levels, uint32_t Thread,
                     StructureId Structure, std::vector<IntervalCounts> &Out);

} // namespace memfacet::result

#endif
