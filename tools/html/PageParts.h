//===- PageParts.h - what a page knows of a profile, part by part ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function returns what one view of the page shows, or null where the
// profile has nothing of it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_HTML_PAGEPARTS_H
#define MEMFACET_HTML_PAGEPARTS_H

#include "analysis/result/profile/Profile.h"
#include "tools/html/PageData.h"

namespace memfacet {

/// A count that the page shows by structure and time.
struct PageMeasure {
  std::string Key, Text; ///< "l1-misses", "L1 misses"
  result::Measure Metric = result::Measure::Accesses;
};
/// Accesses, misses of each level, and stall cycles where a core was simulated.
std::vector<PageMeasure> pageMeasures(const result::Profile &P);

/// Structures that cost most by their misses, then those with most accesses;
/// untouched ones are left out.
std::vector<StructureId> costliest(const result::Profile &P, size_t Most);

Json headPart(const result::Profile &P);
/// A row for each structure, and one for those beyond the most.
Json structuresPart(const result::Profile &P);
/// Sums, and least and most of intervals, by measure, structure and bin; of the
/// process, then of threads. The page is of so many \p Profiles, which share
/// its room.
Expected<Json> timePart(const result::Profile &P, size_t Profiles,
                        PageNumbers &Numbers);
/// Phases, their ribbons and points, similarity, and each interval.
Expected<Json> phasesPart(const result::Profile &P, PageNumbers &Numbers);
/// Who evicts whom, and why lines miss.
Json evictionsPart(const result::Profile &P);
Json fieldsPart(const result::Profile &P);
Json curvesPart(const result::Profile &P, PageNumbers &Numbers);
Json volatilityPart(const result::Profile &P);
/// What goes between threads: sampled pairs, and simulated sharing.
Json communicationPart(const result::Profile &P);
/// Lines with their counts; \p Text: and what they say. \p File is that of the
/// profile.
Json sourcePart(const result::Profile &P, const std::string &File, bool Text);

} // namespace memfacet

#endif
