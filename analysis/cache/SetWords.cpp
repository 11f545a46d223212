//===- cache/SetWords.cpp - the words of all sets of a cache --------------===//

#include "analysis/cache/SetWords.h"
#include <algorithm>
#include <bit>
#include <new>

namespace memfacet {

static size_t strideFor(uint32_t Ways) {
  if (Ways <= WordsPerVector)
    return std::bit_ceil(Ways);
  return size_t(vectorsFor(Ways)) * WordsPerVector;
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

} // namespace memfacet
