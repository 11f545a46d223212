//===- LruPolicy.cpp - the least recently used way ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/ReplacementPolicy.h"
#include <algorithm>
#include <vector>

namespace memfacet::caches {
namespace {

class LruPolicy final : public ReplacementPolicy {
public:
  LruPolicy(uint64_t Sets, uint32_t Ways) : Ways(Ways), LastUse(Sets * Ways) {}

  void used(uint64_t Set, uint32_t Way) override {
    LastUse[Set * Ways + Way] = ++Clock;
  }
  void taken(uint64_t Set, uint32_t Way) override { used(Set, Way); }
  uint32_t victim(uint64_t Set, WayRange Range) override {
    auto First = LastUse.begin() + ptrdiff_t(Set * Ways);
    return uint32_t(std::min_element(First + Range.Begin, First + Range.End) -
                    First);
  }

private:
  uint32_t Ways;
  std::vector<uint64_t> LastUse;
  uint64_t Clock = 0;
};

} // namespace

std::unique_ptr<ReplacementPolicy> makeLru(uint64_t Sets, uint32_t Ways) {
  return std::make_unique<LruPolicy>(Sets, Ways);
}

} // namespace memfacet::caches
