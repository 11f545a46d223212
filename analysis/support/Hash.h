//===- Hash.h - hash functions and random numbers -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All of them are the same on every machine. Each hash function has one use:
// spreadBits finds places in tables, mixBits makes random numbers, chainBits
// makes check values that are stored in files.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SUPPORT_HASH_H
#define MEMFACET_SUPPORT_HASH_H

#include "memfacet/Check.h"
#include <cstdint>

namespace memfacet {

/// 2^64 divided by the golden ratio, odd: a product with it moves every bit of
/// a number to the upper ones.
constexpr uint64_t GoldenRatio = 0x9e3779b97f4a7c15;

/// Returns \p X spread over all bits of a word, quickly.
constexpr uint64_t spreadBits(uint64_t X) {
  X *= GoldenRatio;
  return X ^ X >> 32;
}

/// A bijection of 64-bit numbers that leaves no pattern (the finaliser of
/// splitmix64, G. L. Steele et al., "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
constexpr uint64_t mixBits(uint64_t X) {
  X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9;
  X = (X ^ X >> 27) * 0x94d049bb133111eb;
  return X ^ X >> 31;
}

/// Returns the check value of a sequence: \p State of what came before, with \p
/// Word. A bijection of the state, so that no change of one word stays unseen.
constexpr uint64_t chainBits(uint64_t State, uint64_t Word) {
  State = (State ^ Word) * GoldenRatio;
  return State ^ State >> 29;
}

/// Returns a number in [0, 1), from the upper bits of \p Bits.
constexpr double unitInterval(uint64_t Bits) {
  return double(Bits >> 11) * 0x1p-53;
}

/// splitmix64: one state, any seed is good.
class SeededRandom {
public:
  explicit constexpr SeededRandom(uint64_t Seed) : State(Seed) {}
  constexpr uint64_t next() { return mixBits(State += GoldenRatio); }
  /// Returns a number in [0, 1).
  constexpr double uniform() { return unitInterval(next()); }
  /// Returns a number below \p Count, which must not be 0.
  constexpr uint64_t below(uint64_t Count) {
    MEMFACET_CHECK(Count != 0, "no number is below 0");
    return uint64_t((unsigned __int128)(next())*Count >> 64);
  }

private:
  uint64_t State;
};

} // namespace memfacet

#endif
