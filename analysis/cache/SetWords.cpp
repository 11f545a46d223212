//===- SetWords.cpp - the words of all sets of a cache --------------------===//

#include "analysis/cache/SetWords.h"
#include <algorithm>
#include <bit>

namespace memfacet {

static size_t strideFor(uint32_t Ways) {
  if (Ways <= WordsPerVector)
    return std::bit_ceil(Ways);
  return size_t(vectorsFor(Ways)) * WordsPerVector;
}

SetWords::SetWords(uint64_t Sets, uint32_t Ways)
    : Stride(strideFor(Ways)), Count(Sets * Stride),
      // A vector is read whole even where a set is smaller: pad the end.
      Memory((Count + WordsPerVector) * sizeof(CacheWord),
             LazyMemory::Pages::Huge) {
  clear();
}

void SetWords::clear() {
  std::fill_n(words(), Count + WordsPerVector, EmptyWord);
}

} // namespace memfacet
