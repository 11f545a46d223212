//===- Digest.h - a check value over everything in a profile --------------===//

#ifndef MEMFACET_STORE_DIGEST_H
#define MEMFACET_STORE_DIGEST_H

#include "analysis/profile/Profile.h"
#include <span>

namespace memfacet {

/// Changes when anything in \p P does: SQLite notices damage to its structure
/// only, not to what is stored in it. \p OldIntervals are those of a file
/// before version 7, which has no streams.
uint64_t digest(const Profile &P,
                std::span<const IntervalCounts> OldIntervals = {});

} // namespace memfacet

#endif
