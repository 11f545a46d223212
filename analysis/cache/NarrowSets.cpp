//===- cache/NarrowSets.cpp - the scalar search, and the words ------------===//

#include "analysis/cache/NarrowSets.h"
#include <algorithm>
#include <bit>
#include <new>

namespace memfacet {

size_t SetWords::strideFor(uint32_t Ways) {
  if (Ways <= WordsPerVector)
    return std::bit_ceil(Ways);
  return (Ways + WordsPerVector - 1) / WordsPerVector * WordsPerVector;
}

SetWords::SetWords(uint64_t Sets, uint32_t Ways)
    : Stride(strideFor(Ways)), Count(Sets * Stride) {
  // A vector is read whole even where a set is smaller: pad the end.
  size_t Bytes = (Count + WordsPerVector) * sizeof(CacheWord);
  Words.reset(
      static_cast<CacheWord *>(std::aligned_alloc(64, (Bytes + 63) / 64 * 64)));
  if (!Words)
    throw std::bad_alloc();
  clear();
}

void SetWords::clear() {
  std::fill_n(Words.get(), Count + WordsPerVector, EmptyWord);
}

namespace {

struct ScalarSearch {
  static Touch touch(CacheWord *Set, uint32_t Ways, CacheWord W) {
    CacheWord Carried = W;
    for (uint32_t I = 0; I != Ways; ++I) {
      CacheWord Here = Set[I];
      Set[I] = Carried;
      if (sameLine(Here, W)) {
        if (!isDirty(W))
          Set[0] = Here;
        return {true, EmptyWord};
      }
      Carried = Here;
    }
    return {false, Carried};
  }

  static CacheWord *find(CacheWord *Set, uint32_t Ways, CacheWord W) {
    for (uint32_t I = 0; I != Ways; ++I)
      if (sameLine(Set[I], W))
        return Set + I;
    return nullptr;
  }
};

} // namespace

std::unique_ptr<LevelStore> makeScalarSets(uint64_t Sets, uint32_t Ways) {
  return std::make_unique<NarrowSets<ScalarSearch>>(Sets, Ways);
}

} // namespace memfacet
