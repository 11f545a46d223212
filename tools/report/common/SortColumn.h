//===- SortColumn.h - the columns a report can be sorted by ---------------===//

#ifndef MEMFACET_REPORT_COMMON_SORTCOLUMN_H
#define MEMFACET_REPORT_COMMON_SORTCOLUMN_H

#include "analysis/profile/Profile.h"
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet {

struct SortColumn {
  std::string Name; ///< as in --sort
  /// Whether the first structure comes before the second.
  std::function<bool(const Structure &, const Structure &)> Before;
  /// What of a structure adds up to a total; null for the other columns.
  std::function<uint64_t(const Structure &)> Part;
};

/// All columns of a profile with these caches. Numbers sort downwards, texts
/// upwards.
std::vector<SortColumn> sortColumns(const CacheModel &Caches);

/// The column called \p Name, "" for the default: misses of the first level.
Expected<SortColumn> findSortColumn(const CacheModel &Caches,
                                    std::string_view Name);

/// \p Structures in the order of \p Column; ties are broken so that the order
/// depends on nothing but the structures.
std::vector<const Structure *>
sortedStructures(const std::vector<Structure> &Structures,
                 const SortColumn &Column);

} // namespace memfacet

#endif
