//===- SiteMisses.cpp - misses by site and structure ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/SiteMisses.h"
#include <algorithm>
#include <utility>

namespace memfacet::caches {

void SiteMisses::clear() {
  Rows.assign(Rows.size(), {});
  Used = 0;
  if (Watcher)
    Watcher->clear();
}

size_t SiteMisses::insert(uint64_t Key) {
  if (2 * ++Used > Rows.size()) {
    std::vector<Row> Old = std::exchange(Rows, {});
    Rows.resize(2 * Old.size());
    --Shift;
    for (const Row &R : Old)
      if (R.Key != NoKey)
        Rows[place(R.Key)] = R;
  }
  size_t Index = place(Key);
  Rows[Index].Key = Key;
  return Index;
}

std::vector<SiteMisses::Row> SiteMisses::sorted() const {
  std::vector<Row> Result;
  for (const Row &R : Rows)
    if (R.Key != NoKey)
      Result.push_back(R);
  std::ranges::sort(Result, {}, [](const Row &R) {
    return std::pair(R.site(), R.structure().Value);
  });
  return Result;
}

} // namespace memfacet::caches
