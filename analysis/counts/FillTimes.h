//===- FillTimes.h - times of intervals and objects -----------------------===//

#ifndef MEMFACET_COUNTS_FILLTIMES_H
#define MEMFACET_COUNTS_FILLTIMES_H

#include "analysis/attribute/ObjectTimes.h"
#include "analysis/profile/Profile.h"
#include "analysis/sync/SyncClock.h"

namespace memfacet {

/// Into the places of the signatures of \p P, as far as \p Times knows them.
inline void setTimes(Profile &P, const IntervalTimes &Times) {
  for (IntervalPlace &I : P.Signatures.Places)
    if (const IntervalTimes::Span *S = Times.find(I.Thread, I.Interval)) {
      I.TimeBegin = S->Begin;
      I.TimeEnd = S->End;
    }
}

/// Fills Lives of the structures in \p P, of which PeakObjects are there. With
/// that, and with the sites, \p P has descriptions.
void fillLives(Profile &P, const ObjectTimes &Times);

} // namespace memfacet

#endif
