//===- Compare.h - two profiles side by side ------------------------------===//

#ifndef MEMFACET_REPORT_COMPARE_COMPARE_H
#define MEMFACET_REPORT_COMPARE_COMPARE_H

#include "analysis/profile/Profile.h"
#include "tools/support/Terminal.h"
#include <array>

namespace memfacet {

/// A structure in two profiles, or a sum of such.
struct ComparedRow {
  std::string Name, Kind;
  std::string Title;                        ///< in tables
  StructureKind Is = StructureKind::Global; ///< of sums nothing
  std::string Type, File;
  uint32_t Line = 0;
  std::array<bool, 2> Has = {}; ///< whether it is in the profile
  std::array<Counts, 2> Total;
};

/// The last row is the total, which the others add up to. Structures that were
/// accessed in neither profile have no row. Structures of one name and kind
/// are the same where there is one in each profile, else where also their
/// types are, and their places or the order of their places.
struct Comparison {
  CacheModel Caches;
  std::array<uint64_t, 2> Instructions = {};
  std::vector<ComparedRow> Rows; ///< largest change of misses first
};

/// An error if the profiles are of different caches: their misses cannot be
/// compared.
Expected<Comparison> compareProfiles(const Profile &Before,
                                     const Profile &After);

/// The first \p Top rows, the sum of the others, the total.
std::string compareText(const Comparison &C, size_t Top, const Terminal &Out);
std::string compareJson(const Comparison &C);
std::string compareCsv(const Comparison &C);

} // namespace memfacet

#endif
