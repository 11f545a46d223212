//===- EvictionPairs.cpp - evictions by pair of structures ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/EvictionPairs.h"
#include <algorithm>
#include <tuple>

namespace memfacet::caches {

std::vector<EvictionRow> EvictionPairs::rows() const {
  constexpr uint32_t Mask = (1 << 20) - 1;
  std::vector<EvictionRow> Rows;
  Pairs.forEach([&](uint64_t Pair, const EvictionCounts &Counts) {
    Rows.push_back({uint32_t(Pair >> 40), uint32_t(Pair >> 20) & Mask,
                    uint32_t(Pair) & Mask, Counts});
  });
  std::ranges::sort(Rows, {}, [](const EvictionRow &R) {
    return std::tuple(R.Level, R.Victim, R.Evictor);
  });
  return Rows;
}

} // namespace memfacet::caches
