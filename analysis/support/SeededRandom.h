//===- SeededRandom.h - the same numbers everywhere -----------------------===//

#ifndef MEMFACET_SUPPORT_SEEDEDRANDOM_H
#define MEMFACET_SUPPORT_SEEDEDRANDOM_H

#include "analysis/support/Hash.h"
#include <cstdint>

namespace memfacet {

/// In [0, 1), from the upper bits of \p Bits.
constexpr double unitInterval(uint64_t Bits) {
  return double(Bits >> 11) * 0x1p-53;
}

/// splitmix64: one state, any seed is good.
class SeededRandom {
public:
  explicit constexpr SeededRandom(uint64_t Seed) : State(Seed) {}
  constexpr uint64_t next() { return mixBits(State += GoldenRatio); }
  /// In [0, 1).
  constexpr double uniform() { return unitInterval(next()); }
  /// Below \p Count, which is not 0.
  constexpr uint64_t below(uint64_t Count) {
    return uint64_t((unsigned __int128)(next())*Count >> 64);
  }

private:
  uint64_t State;
};

} // namespace memfacet

#endif
