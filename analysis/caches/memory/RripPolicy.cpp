//===- RripPolicy.cpp - re-reference interval prediction ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jaleel et al., High Performance Cache Replacement Using Re-Reference Interval
// Prediction, ISCA 2010: SRRIP with 2 bits and hit priority.
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/memory/ReplacementPolicy.h"
#include <vector>

namespace memfacet::caches {
namespace {

class RripPolicy final : public ReplacementPolicy {
public:
  RripPolicy(uint64_t Sets, uint32_t Ways) : Ways(Ways), Values(Sets * Ways) {}

  void used(uint64_t Set, uint32_t Way) override {
    Values[Set * Ways + Way] = 0;
  }
  void taken(uint64_t Set, uint32_t Way) override {
    Values[Set * Ways + Way] = Distant - 1;
  }
  uint32_t victim(uint64_t Set, WayRange Range) override {
    uint8_t *SetValues = Values.data() + Set * Ways;
    while (true) {
      for (uint32_t Way = Range.Begin; Way != Range.End; ++Way)
        if (SetValues[Way] == Distant)
          return Way;
      for (uint32_t Way = Range.Begin; Way != Range.End; ++Way)
        ++SetValues[Way];
    }
  }

private:
  static constexpr uint8_t Distant = 3;

  uint32_t Ways;
  std::vector<uint8_t> Values;
};

} // namespace

std::unique_ptr<ReplacementPolicy> makeRrip(uint64_t Sets, uint32_t Ways) {
  return std::make_unique<RripPolicy>(Sets, Ways);
}

} // namespace memfacet::caches
