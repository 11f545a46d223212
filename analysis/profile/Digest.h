//===- profile/Digest.h - a check value over everything in a profile ------===//

#ifndef MEMFACET_PROFILE_DIGEST_H
#define MEMFACET_PROFILE_DIGEST_H

#include "analysis/profile/Profile.h"

namespace memfacet {

/// Changes when anything in \p P does: SQLite notices damage to its structure
/// only, not to what is stored in it.
uint64_t digest(const Profile &P);

} // namespace memfacet

#endif
