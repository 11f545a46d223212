//===- CutIntervals.cpp - intervals that end where threads wait -----------===//

#include "analysis/profile/CutIntervals.h"
#include <algorithm>

namespace memfacet {

bool hasCutIntervals(const Profile &P, uint32_t Thread) {
  if (P.Signatures.Shape.Cut != IntervalCut::Period)
    return true;
  return std::ranges::any_of(P.Signatures.Places, [&](const IntervalPlace &I) {
    return I.Thread == Thread && I.Start < I.Interval * P.IntervalInstructions;
  });
}

} // namespace memfacet
