//===- HotSpotReport.h - places that miss what others wrote ---------------===//
//
// docs/communication.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_THREADS_HOTSPOTREPORT_H
#define MEMFACET_REPORT_THREADS_HOTSPOTREPORT_H

#include "analysis/communication/HotSpots.h"
#include "analysis/profile/Profile.h"
#include "tools/support/Terminal.h"

namespace memfacet {

struct HotSpotView {
  /// Rows of these structures only; empty: all.
  std::vector<StructureId> Named;
  size_t Top = 20;
  bool All = false; ///< those that are not hot, too
  std::string Map;  ///< as typed, for the header
  double CacheLines = 0;
};

/// One sentence on what may help; empty where nothing is known.
std::string hotSpotAdvice(const Profile &P, const HotSpot &Spot);

std::string hotSpotText(const Profile &P, const HotSpotStudy &Study,
                        const HotSpotView &View, const Terminal &Out);
/// An object: totals, rows of all spots, hot or not.
std::string hotSpotJson(const Profile &P, const HotSpotStudy &Study,
                        const HotSpotView &View);
/// A header row, then a row for each spot.
std::string hotSpotCsv(const Profile &P, const HotSpotStudy &Study,
                       const HotSpotView &View);

/// A result for each hot-spot; \p Folder: see Sarif.h.
std::string hotSpotSarif(const Profile &P, const HotSpotStudy &Study,
                         const HotSpotView &View, const std::string &Folder);

} // namespace memfacet

#endif
