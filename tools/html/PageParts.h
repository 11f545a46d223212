//===- PageParts.h - the data that a page shows of a profile -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function returns what one view of the page shows, or null if the profile
// has no data for it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_HTML_PAGEPARTS_H
#define MEMFACET_HTML_PAGEPARTS_H

#include "analysis/result/profile/Profile.h"
#include "tools/html/PageData.h"

namespace memfacet::html {

/// A count that the page shows by structure and time.
struct PageMeasure {
  std::string Key, Text; ///< "l1-misses", "L1 misses"
  result::Measure Metric = result::Measure::Accesses;
};
/// Returns misses of each level, accesses, and stall cycles if a core was
/// simulated.
std::vector<PageMeasure> pageMeasures(const result::Profile &P);

/// Returns at most \p Most touched structures, sorted by the cost of their
/// misses, then by accesses.
std::vector<StructureId> costliest(const result::Profile &P, size_t Most);

report::Json headPart(const result::Profile &P);
/// Returns a row for each of the costliest structures, and a row for the rest.
report::Json structuresPart(const result::Profile &P);
/// Returns sums, and least and most of intervals, by measure, structure and
/// bin; of the process, then of threads. \p Profiles: the number of profiles of
/// the page, which share its room.
Expected<report::Json> timePart(const result::Profile &P, size_t Profiles,
                                PageNumbers &Numbers);
/// Returns phases, their sums and simulation points, similarity, and each
/// interval.
Expected<report::Json> phasesPart(const result::Profile &P,
                                  PageNumbers &Numbers);
/// Returns which structures evict lines of which, and why lines miss.
report::Json evictionsPart(const result::Profile &P);
report::Json fieldsPart(const result::Profile &P);
report::Json curvesPart(const result::Profile &P, PageNumbers &Numbers);
report::Json volatilityPart(const result::Profile &P);
/// Returns the communication of threads: simulated sharing, and sampled pairs.
report::Json communicationPart(const result::Profile &P);
/// Returns lines with their counts and, with \p Text, the source text. \p File
/// is the path of the profile.
report::Json sourcePart(const result::Profile &P, const std::string &File,
                        bool Text);

} // namespace memfacet::html

#endif
