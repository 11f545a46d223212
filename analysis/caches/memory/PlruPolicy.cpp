//===- PlruPolicy.cpp - a binary tree over the ways -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/ReplacementPolicy.h"
#include <vector>

namespace memfacet::caches {
namespace {

class TreePlru final : public ReplacementPolicy {
public:
  TreePlru(uint64_t Sets, uint32_t Ways)
      : Ways(Ways), PointsRight(Sets * Ways) {}

  void used(uint64_t Set, uint32_t Way) override {
    uint32_t Node = 1, Begin = 0, End = Ways;
    while (End - Begin > 1) {
      uint32_t Middle = (Begin + End) / 2;
      bool Right = Way >= Middle;
      PointsRight[Set * Ways + Node] = !Right;
      Node = 2 * Node + Right;
      (Right ? Begin : End) = Middle;
    }
  }
  void taken(uint64_t Set, uint32_t Way) override { used(Set, Way); }
  uint32_t victim(uint64_t Set, WayRange Range) override {
    uint32_t Node = 1, Begin = 0, End = Ways;
    while (End - Begin > 1) {
      uint32_t Middle = (Begin + End) / 2;
      bool Right = PointsRight[Set * Ways + Node];
      if (Range.Begin >= Middle)
        Right = true;
      else if (Range.End <= Middle)
        Right = false;
      Node = 2 * Node + Right;
      (Right ? Begin : End) = Middle;
    }
    return Begin;
  }

private:
  uint32_t Ways;
  std::vector<bool> PointsRight; ///< by set and node; node 1 is the root
};

} // namespace

std::unique_ptr<ReplacementPolicy> makePlru(uint64_t Sets, uint32_t Ways) {
  return std::make_unique<TreePlru>(Sets, Ways);
}

} // namespace memfacet::caches
