//===- KeyNumbers.h - numbers for keys, in order of appearance ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_KEYNUMBERS_H
#define MEMFACET_SUPPORT_KEYNUMBERS_H

#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Gives each different key the next number, from 0; none is taken back.
/// \p Hash: (const Key &) -> uint64_t, whose lower bits are well mixed.
template <typename Key, typename Hash> class KeyNumbers {
public:
  uint32_t operator[](const Key &K) {
    for (size_t Position = Hash()(K);; ++Position) {
      Place &P = Places[Position & (Places.size() - 1)];
      if (P.Next == 0)
        return add(K, P);
      if (P.StoredKey == K)
        return P.Next - 1;
    }
  }
  const Key &key(uint32_t Number) const {
    MEMFACET_CHECK(Number < Keys.size(), "a key gave the number");
    return Keys[Number];
  }
  size_t size() const { return Keys.size(); }
  void clear() { *this = {}; }
  /// Returns all numbers, sorted by their keys.
  std::vector<uint32_t> sorted() const {
    std::vector<uint32_t> Numbers(Keys.size());
    for (uint32_t I = 0; I != Numbers.size(); ++I)
      Numbers[I] = I;
    std::sort(Numbers.begin(), Numbers.end(),
              [&](uint32_t A, uint32_t B) { return Keys[A] < Keys[B]; });
    return Numbers;
  }

private:
  struct Place {
    Key StoredKey = {};
    uint32_t Next = 0; ///< number of the key plus 1; 0: free
  };

  uint32_t add(const Key &K, Place &P) {
    Keys.push_back(K);
    auto Count = uint32_t(Keys.size());
    if (2 * size_t(Count) > Places.size())
      grow();
    else
      P = {K, Count};
    return Count - 1;
  }
  void grow() {
    Places.assign(2 * Places.size(), {});
    for (uint32_t I = 0; I != Keys.size(); ++I) {
      size_t Position = Hash()(Keys[I]);
      while (Places[Position & (Places.size() - 1)].Next != 0)
        ++Position;
      Places[Position & (Places.size() - 1)] = {Keys[I], I + 1};
    }
  }

  std::vector<Key> Keys;
  /// The size is a power of two, at most half in use. The keys are here, too,
  /// because one look in memory is most of what a search costs.
  std::vector<Place> Places = std::vector<Place>(64);
};

} // namespace memfacet

#endif
