//===- cache/NarrowSets.h - sets that are searched way by way -------------===//
//
// The ways of a set lie in recency order, most recent first, padded with empty
// words to whole vectors. A touch shifts the ways in front of the one that hit
// by one place, in the same pass that looks for it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_NARROWSETS_H
#define MEMFACET_CACHE_NARROWSETS_H

#include "analysis/cache/LevelStore.h"
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>

namespace memfacet {

constexpr uint32_t MaxNarrowWays = 64;
/// Sets begin at multiples of this many words, for the widest vectors; smaller
/// sets are not padded beyond the next power of two.
constexpr size_t WordsPerVector = 8;

struct FreeWords {
  void operator()(CacheWord *P) const { std::free(P); }
};

/// Words of all sets, aligned for vectors.
class SetWords {
public:
  SetWords(uint64_t Sets, uint32_t Ways);
  CacheWord *set(uint64_t Index) { return Words.get() + Index * Stride; }
  void clear();
  std::span<CacheWord> all() { return {Words.get(), Count}; }
  size_t stride() const { return Stride; }
  static size_t strideFor(uint32_t Ways);

private:
  size_t Stride, Count;
  std::unique_ptr<CacheWord, FreeWords> Words;
};

/// \p Search: static `Touch touch(CacheWord *Set, uint32_t Ways, CacheWord W)`
/// and `CacheWord *find(CacheWord *Set, uint32_t Ways, CacheWord W)`.
template <typename Search> class NarrowSets final : public LevelStore {
public:
  NarrowSets(uint64_t Sets, uint32_t Ways)
      : LevelStore(Sets), Words(Sets, Ways), Ways(Ways) {
    setsAt(Words.set(0), Words.stride() * sizeof(CacheWord));
  }

  Touch touch(CacheWord W) override {
    return Search::touch(Words.set(setOf(lineOf(W))), Ways, W);
  }
  bool markDirty(CacheWord W) override {
    CacheWord *Found = Search::find(Words.set(setOf(lineOf(W))), Ways, W);
    if (Found)
      *Found = W;
    return Found;
  }
  void forEachDirty(const std::function<void(CacheWord)> &Visit) override {
    for (CacheWord W : Words.all())
      if (isDirty(W))
        Visit(W);
  }
  void clear() override { Words.clear(); }

private:
  SetWords Words;
  uint32_t Ways;
};

std::unique_ptr<LevelStore> makeScalarSets(uint64_t Sets, uint32_t Ways);
std::unique_ptr<LevelStore> makeAvx2Sets(uint64_t Sets, uint32_t Ways);
std::unique_ptr<LevelStore> makeAvx512Sets(uint64_t Sets, uint32_t Ways);

} // namespace memfacet

#endif
