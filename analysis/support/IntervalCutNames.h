//===- IntervalCutNames.h - ends of intervals, as words -------------------===//

#ifndef MEMFACET_SUPPORT_INTERVALCUTNAMES_H
#define MEMFACET_SUPPORT_INTERVALCUTNAMES_H

#include "analysis/support/IntervalCut.h"
#include <array>
#include <string_view>

namespace memfacet {

/// By IntervalCut: as in `cut=` and in files of points.
inline constexpr std::array<std::string_view, IntervalCuts> IntervalCutNames = {
    "period", "phases", "procedures", "loops"};

} // namespace memfacet

#endif
