//===- FillTimes.h - when intervals were ----------------------------------===//

#ifndef MEMFACET_COUNTS_FILLTIMES_H
#define MEMFACET_COUNTS_FILLTIMES_H

#include "analysis/profile/Profile.h"
#include "analysis/sync/IntervalTimes.h"

namespace memfacet {

/// Into the places of the signatures of \p P, as far as \p Times knows them.
inline void setTimes(Profile &P, const IntervalTimes &Times) {
  for (IntervalPlace &I : P.Signatures.Places)
    if (const IntervalTimes::Span *S = Times.find(I.Thread, I.Interval)) {
      I.TimeBegin = S->Begin;
      I.TimeEnd = S->End;
    }
}

} // namespace memfacet

#endif
