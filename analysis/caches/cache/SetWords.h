//===- SetWords.h - the words of all sets of a cache ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ways of a set lie in recency order, the most recent first, padded with
// empty words to whole vectors. A Search is a type with static functions over
// the words of one set:
//
//   Touch touch<Vectors>(CacheWord *Set, uint32_t Ways, WordChange First,
//                        CacheWord W)
//     changes the most recent word, then makes the line of W the most recent,
//     in place of the least recent one where it was absent; a dirty W
//     overwrites what is known of the line's last writer, a clean one keeps it
//   CacheWord *find<Vectors>(CacheWord *Set, uint32_t Ways, CacheWord W)
//     the way with the line of W, or null
//
//   WholeVectors: whether sets must have as many words as whole vectors
//
// A search that can keep a set of at most MostKeptVectors vectors in registers
// between touches also has a type RegisterSet<Vectors>, load(RegisterSet &,
// Set, Ways), store(Set, RegisterSet) and touchKept(RegisterSet &, Ways, W),
// which is touch without a change of the first word.
//
// There is one Search for each instruction set (Sets*.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_SETWORDS_H
#define MEMFACET_CACHES_CACHE_SETWORDS_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/support/LazyMemory.h"
#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <type_traits>

namespace memfacet::caches {

constexpr uint32_t MaxNarrowWays = 64;
/// Sets begin at multiples of this many words, for the widest vectors; smaller
/// sets are not padded beyond the next power of two.
constexpr uint32_t WordsPerVector = 8;

/// Returns the number of vectors that a set of \p Ways takes: 1 to 4, or 8.
constexpr unsigned vectorsFor(uint32_t Ways) {
  unsigned Vectors = (Ways + WordsPerVector - 1) / WordsPerVector;
  return Vectors <= 4 ? Vectors : 8;
}

/// Calls \p Make with vectorsFor(Ways) as a constant.
template <typename Maker> auto withVectors(uint32_t Ways, Maker Make) {
  switch (vectorsFor(Ways)) {
  case 1:
    return Make(std::integral_constant<unsigned, 1>());
  case 2:
    return Make(std::integral_constant<unsigned, 2>());
  case 3:
    return Make(std::integral_constant<unsigned, 3>());
  case 4:
    return Make(std::integral_constant<unsigned, 4>());
  default:
    return Make(std::integral_constant<unsigned, 8>());
  }
}

/// A change of a word that keeps its line.
struct WordChange {
  CacheWord Keep = ~CacheWord(0), Add = 0;
  CacheWord operator()(CacheWord W) const { return (W & Keep) | Add; }
};

/// The words of all sets, aligned for vectors.
class SetWords {
public:
  SetWords(uint64_t Sets, uint32_t Ways)
      : Stride(strideFor(Ways)), Count(Sets * Stride),
        // A vector is read whole even where a set is smaller: pad the end.
        Memory((Count + WordsPerVector) * sizeof(CacheWord),
               LazyMemory::Pages::Huge) {
    clear();
  }
  CacheWord *set(uint64_t Index) { return words() + Index * Stride; }
  void clear() { std::fill_n(words(), Count + WordsPerVector, EmptyWord); }
  std::span<CacheWord> all() { return {words(), Count}; }
  std::span<const CacheWord> all() const { return {words(), Count}; }
  /// Returns the number of words from one set to the next.
  size_t stride() const { return Stride; }

private:
  static size_t strideFor(uint32_t Ways) {
    return Ways <= WordsPerVector ? std::bit_ceil(Ways)
                                  : size_t(vectorsFor(Ways)) * WordsPerVector;
  }
  CacheWord *words() const { return static_cast<CacheWord *>(Memory.data()); }

  size_t Stride, Count;
  LazyMemory Memory;
};

} // namespace memfacet::caches

#endif
