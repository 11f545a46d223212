//===- HotSpotReport.h - sites with much communication --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hot-spot is a site that often misses lines that other threads wrote.
//
// docs/internals/communication.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_THREADS_HOTSPOTREPORT_H
#define MEMFACET_REPORT_THREADS_HOTSPOTREPORT_H

#include "analysis/result/profile/Profile.h"
#include "analysis/threads/communication/HotSpots.h"
#include "tools/support/Terminal.h"
#include <map>
#include <tuple>

namespace memfacet::report {

/// Simulated misses by place and structure (docs/internals/sharing.md), which
/// the report shows next to the expected ones. Empty if the profile has none.
class SimulatedSpots {
public:
  struct Counts {
    uint64_t Misses = 0, Certain = 0, Coarse = 0, Fine = 0, Sent = 0;
  };

  explicit SimulatedSpots(const result::SharingTable &Table);

  bool empty() const { return Spots.empty(); }
  /// Returns the counts of a place and structure; all 0 if there is no miss.
  Counts at(const result::PairSite &Site, StructureId Structure) const;
  const Counts &total() const { return Total; }

private:
  using Place = std::tuple<std::string, uint32_t, uint32_t, std::string,
                           AccessKind, uint32_t>;
  static Place placeOf(const result::PairSite &Site, StructureId Structure) {
    return {Site.File,     Site.Line, Site.Column,
            Site.Function, Site.Kind, Structure.Value};
  }

  std::map<Place, Counts> Spots;
  Counts Total;
};

/// Returns whether hot-spots are those of lines that the program has followed.
inline bool hasFollowedSpots(const result::Profile &P) {
  return P.Pairs.empty() && P.Sharing.Followed;
}
/// Returns the sites to which HotSpot::Site is an index.
inline const std::vector<result::PairSite> &
sitesOfSpots(const result::Profile &P) {
  return hasFollowedSpots(P) ? P.Sharing.Sites : P.Pairs.Sites;
}
/// Returns the simulated misses; empty if hot-spots are of followed lines.
SimulatedSpots simulatedSpots(const result::Profile &P);

/// What the report shows.
struct HotSpotView {
  /// Rows of these structures only; empty: all.
  std::vector<StructureId> Named;
  size_t Top = 20;
  bool All = false; ///< also spots that are not hot
  std::string Map;  ///< as typed, for the header
  double CacheLines = 0;
};

/// Returns whether \p View shows the structure of \p Spot.
bool isNamed(const threads::HotSpot &Spot, const HotSpotView &View);
/// Returns one sentence on what may help; empty if nothing is known.
std::string hotSpotAdvice(const result::Profile &P,
                          const threads::HotSpot &Spot);

std::string hotSpotText(const result::Profile &P,
                        const threads::HotSpotStudy &Study,
                        const HotSpotView &View, const Terminal &Out);
/// Writes an object: totals, rows of all spots, hot or not.
std::string hotSpotJson(const result::Profile &P,
                        const threads::HotSpotStudy &Study,
                        const HotSpotView &View);
/// Writes a header row, then a row for each spot.
std::string hotSpotCsv(const result::Profile &P,
                       const threads::HotSpotStudy &Study,
                       const HotSpotView &View);

/// Writes a result for each hot-spot; \p Folder: see Sarif.h.
std::string hotSpotSarif(const result::Profile &P,
                         const threads::HotSpotStudy &Study,
                         const HotSpotView &View, const std::string &Folder);

} // namespace memfacet::report

#endif
