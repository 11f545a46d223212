//===- SeededRandom.h - the same numbers everywhere -----------------------===//
//----------------===//

#ifndef MEMFACET_SUPPORT_SEEDEDRANDOM_H
#define MEMFACET_SUPPORT_SEEDEDRANDOM_H

#include <cstdint>

namespace memfacet {

/// A bijection of 64-bit numbers that leaves no pattern (the finaliser of
/// splitmix64, G. L. Steele et al., "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
constexpr uint64_t mixBits(uint64_t X) {
  X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9;
  X = (X ^ X >> 27) * 0x94d049bb133111eb;
  return X ^ X >> 31;
}

/// In [0, 1), from the upper bits of \p Bits.
constexpr double unitInterval(uint64_t Bits) {
  return double(Bits >> 11) * 0x1p-53;
}

/// splitmix64: one state, any seed is good.
class SeededRandom {
public:
  explicit constexpr SeededRandom(uint64_t Seed) : State(Seed) {}
  constexpr uint64_t next() { return mixBits(State += 0x9e3779b97f4a7c15); }
  /// In [0, 1).
  constexpr double uniform() { return unitInterval(next()); }
  /// Below \p Count, which is not 0.
  constexpr uint64_t below(uint64_t Count) {
    return uint64_t((unsigned __int128)(next()) * Count >> 64);
  }

private:
  uint64_t State;
};

} // namespace memfacet

#endif
