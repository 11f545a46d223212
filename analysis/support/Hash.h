//===- Hash.h - the hash functions of the analysis ------------------------===//
//
// All of them are the same on every machine. Each has one use: spreadBits finds
// places in tables, mixBits makes random numbers, chainBits makes check values
// that stand in files.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SUPPORT_HASH_H
#define MEMFACET_SUPPORT_HASH_H

#include <cstdint>

namespace memfacet {

/// 2^64 divided by the golden ratio, odd: a product with it moves every bit of
/// a number to the upper ones.
constexpr uint64_t GoldenRatio = 0x9e3779b97f4a7c15;

/// \p X spread over all bits of a word, quickly.
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

/// The check value of a sequence: \p State of what came before, with \p Word.
/// A bijection of the state, so that no change of one word stays unseen.
constexpr uint64_t chainBits(uint64_t State, uint64_t Word) {
  State = (State ^ Word) * GoldenRatio;
  return State ^ State >> 29;
}

} // namespace memfacet

#endif
