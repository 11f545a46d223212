//===- Digest.h - a check value over everything in a profile --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_DIGEST_H
#define MEMFACET_RESULT_STORE_DIGEST_H

#include "analysis/result/profile/Profile.h"
#include <span>

namespace memfacet::result {

/// How far sampled curves may be off at any size, as versions before 15 have
/// it: of the miss ratio, in millionths. Empty for other versions.
struct OldCurveErrors {
  std::vector<uint64_t> Totals, Curves; ///< as many as Profile::Curves has
};

/// Returns a check value that changes when anything in \p P does: SQLite
/// notices damage to the structure of a file only, not to what is stored in it.
/// \p OldIntervals are those of a file before version 7, which has no streams,
/// \p OldErrors those of curves before version 15.
uint64_t digest(const Profile &P,
                std::span<const IntervalCounts> OldIntervals = {},
                const OldCurveErrors &OldErrors = {});

} // namespace memfacet::result

#endif
