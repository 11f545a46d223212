//===- WayPartitions.h - ways that are reserved for structures ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_WAYPARTITIONS_H
#define MEMFACET_CACHES_MEMORY_WAYPARTITIONS_H

#include "analysis/caches/memory/ReplacementPolicy.h"
#include "analysis/caches/model/CacheLimits.h"
#include <array>
#include <string_view>
#include <vector>

namespace memfacet::caches {

class WayPartitions {
public:
  explicit WayPartitions(const CacheModel &Model);

  void name(uint32_t Structure, std::string_view Name);
  WayRange rangeOf(size_t Level, uint32_t Structure) const {
    return Structure < ByStructure.size() ? ByStructure[Structure][Level]
                                          : Rest[Level];
  }

private:
  using Ranges = std::array<WayRange, MaxCacheLevels>;

  const CacheModel &Model;
  Ranges Rest = {};
  std::vector<Ranges> ByStructure;
};

} // namespace memfacet::caches

#endif
