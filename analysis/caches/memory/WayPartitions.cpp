//===- WayPartitions.cpp - ways that are reserved for structures ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/WayPartitions.h"

namespace memfacet::caches {

WayPartitions::WayPartitions(const CacheModel &Model) : Model(Model) {
  for (size_t L = 0; L != Model.Levels.size(); ++L) {
    Rest[L] = {0, Model.Levels[L].Ways};
    for (const WayPartition &P : Model.Partitions)
      if (P.Level == Model.Levels[L].Name)
        Rest[L].Begin += P.Ways;
  }
}

void WayPartitions::name(uint32_t Structure, std::string_view Name) {
  if (Model.Partitions.empty())
    return;
  if (ByStructure.size() <= Structure)
    ByStructure.resize(Structure + 1, Rest);
  for (size_t L = 0; L != Model.Levels.size(); ++L) {
    uint32_t Begin = 0;
    for (const WayPartition &P : Model.Partitions) {
      if (P.Level != Model.Levels[L].Name)
        continue;
      if (P.Structure == Name)
        ByStructure[Structure][L] = {Begin, Begin + P.Ways};
      Begin += P.Ways;
    }
  }
}

} // namespace memfacet::caches
