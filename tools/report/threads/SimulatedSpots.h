//===- SimulatedSpots.h - what was simulated at a hot-spot ----------------===//

#ifndef MEMFACET_REPORT_THREADS_SIMULATEDSPOTS_H
#define MEMFACET_REPORT_THREADS_SIMULATEDSPOTS_H

#include "analysis/profile/Profile.h"
#include <map>
#include <tuple>

namespace memfacet {

/// Exact counts of misses by lines that others' writes took (docs/sharing.md),
/// by place and structure, to stand beside expected ones. Empty where the
/// profile has none.
class SimulatedSpots {
public:
  struct Counts {
    uint64_t Misses = 0, Certain = 0, Coarse = 0, Fine = 0, Sent = 0;
  };

  explicit SimulatedSpots(const SharingTable &Table);

  bool empty() const { return Spots.empty(); }
  /// All 0 where it did not miss.
  Counts at(const PairSite &Site, StructureId Structure) const;
  const Counts &total() const { return Total; }

private:
  using Place = std::tuple<std::string, uint32_t, uint32_t, std::string,
                           AccessKind, uint32_t>;
  static Place placeOf(const PairSite &Site, StructureId Structure) {
    return {Site.File,     Site.Line, Site.Column,
            Site.Function, Site.Kind, Structure.Value};
  }

  std::map<Place, Counts> Spots;
  Counts Total;
};

} // namespace memfacet

#endif
