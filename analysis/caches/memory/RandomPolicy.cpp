//===- RandomPolicy.cpp - a random way, repeatably ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/ReplacementPolicy.h"

namespace memfacet::caches {
namespace {

/// Marsaglia's xorshift with 64 bits.
class RandomPolicy final : public ReplacementPolicy {
public:
  void used(uint64_t, uint32_t) override {}
  void taken(uint64_t, uint32_t) override {}
  uint32_t victim(uint64_t, WayRange Range) override {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    return Range.Begin + uint32_t(State % Range.size());
  }

private:
  uint64_t State = 0x9e3779b97f4a7c15;
};

} // namespace

std::unique_ptr<ReplacementPolicy> makeRandom(uint64_t, uint32_t) {
  return std::make_unique<RandomPolicy>();
}

} // namespace memfacet::caches
