//===- DetailView.h - one level of the detailed simulation ----------------===//

#ifndef MEMFACET_REPORT_STRUCTURES_DETAILVIEW_H
#define MEMFACET_REPORT_STRUCTURES_DETAILVIEW_H

#include "analysis/profile/Profile.h"
#include <limits>

namespace memfacet {

/// What the reports of Profile::Memory show.
struct DetailOptions {
  size_t Level = 0;
  /// Structures shown one by one; the rest is one row.
  size_t Top = 10;
  static constexpr size_t All = std::numeric_limits<size_t>::max();
};

/// The level called \p Name, whatever its case; "": the first.
Expected<size_t> levelNamed(const CacheModel &Caches, std::string_view Name);

/// A structure, or several that are shown as one.
struct DetailRow {
  std::string Name;
  std::vector<uint32_t> Members; ///< StructureId
  MemoryCounters Sum;
};

/// Those of \p P that have something in the level, most misses first; what is
/// beyond the top comes last, as "[12 others]". They add up to the total.
std::vector<DetailRow> detailRows(const Profile &P,
                                  const DetailOptions &Options);
MemoryCounters detailTotal(const Profile &P);
/// From and to memory, per cycle of the simulated core that ran longest; 0
/// where there is none.
double bytesPerCycle(const Profile &P, const MemoryCounters &C);

} // namespace memfacet

#endif
