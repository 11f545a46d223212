//===- CutIntervals.h - intervals that end where threads wait -------------===//

#ifndef MEMFACET_PROFILE_CUTINTERVALS_H
#define MEMFACET_PROFILE_CUTINTERVALS_H

#include "analysis/profile/Profile.h"

namespace memfacet {

/// Whether some interval of \p Thread is shorter than others because the thread
/// waited, or intervals end at markers. Only profiles of phases have such; then
/// the number of an interval does not tell where it begins.
bool hasCutIntervals(const Profile &P, uint32_t Thread);

} // namespace memfacet

#endif
