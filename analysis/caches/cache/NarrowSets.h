//===- NarrowSets.h - sets that are searched with loops or vectors --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This text is compiled once per instruction set, inside a `#pragma clang
// attribute` region of each (Sets*.cpp), with a Search of an anonymous
// namespace: no instantiation is shared between them. Include the headers below
// outside of the region first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_NARROWSETS_H
#define MEMFACET_CACHES_CACHE_NARROWSETS_H

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/cache/SetWords.h"
#include <memory>

namespace memfacet::caches {

/// Touches sets. Where a program records few lines, the same set is often
/// touched twice in a row, and each touch would wait until the one before it is
/// in memory.
template <typename Search, unsigned Vectors> class LastSet {
public:
  Touch touch(CacheWord *Set, uint32_t Ways, CacheWord W) {
    return Search::template touch<Vectors>(Set, Ways, {}, W);
  }
};

/// Keeps the last set in registers until another one is touched.
template <typename Search, unsigned Vectors>
  requires(Vectors <= Search::MostKeptVectors)
class LastSet<Search, Vectors> {
public:
  LastSet() = default;
  LastSet(const LastSet &) = delete;
  LastSet &operator=(const LastSet &) = delete;
  ~LastSet() { release(); }

  Touch touch(CacheWord *Next, uint32_t Ways, CacheWord W) {
    if (Next != Set) {
      release();
      Set = Next;
      Search::load(Words, Next, Ways);
    }
    return Search::touchKept(Words, Ways, W);
  }

private:
  void release() {
    if (Set)
      Search::store(Set, Words);
  }

  CacheWord *Set = nullptr;
  typename Search::template RegisterSet<Vectors> Words;
};

/// SetWords.h describes \p Search.
template <typename Search, unsigned Vectors>
class NarrowSets final : public LevelStore {
public:
  NarrowSets(uint64_t Sets, uint32_t Ways)
      : LevelStore(Sets), Words(Sets, Ways), Ways(Ways),
        Large(Words.all().size_bytes() > FetchedBytes) {}

  size_t takeChanges(std::span<const MruChange> In, Miss *Out) override;
  size_t takeTouches(const TouchSpan &In, Miss *Out) override;
  size_t filter(std::span<const Miss> In, Miss *Out) override;

  bool makeDirty(CacheWord W) override { return view().makeDirty(W); }
  void forEachDirty(const std::function<void(CacheWord)> &Visit) override {
    for (CacheWord W : Words.all())
      if (isDirty(W))
        Visit(W);
  }
  void clear() override { Words.clear(); }
  void copy(const LevelStore &Source) override {
    std::ranges::copy(static_cast<const NarrowSets &>(Source).Words.all(),
                      Words.all().begin());
  }

private:
  /// Sets of caches larger than FetchedBytes are prefetched FetchAhead misses
  /// early.
  static constexpr size_t FetchedBytes = 64 << 10, FetchAhead = 8;

  /// The members that a loop needs, in a copy that its stores cannot change.
  struct View {
    SetOf Place;
    CacheWord *Words;
    size_t Stride;
    uint32_t Ways;

    CacheWord *set(uint64_t Line) const {
      return Words +
             Place(Line) *
                 (Search::WholeVectors ? Vectors * WordsPerVector : Stride);
    }
    bool makeDirty(CacheWord W) const {
      CacheWord *Found =
          Search::template find<Vectors>(set(lineOf(W)), Ways, W);
      if (Found)
        *Found = W;
      return Found;
    }
    void fetch(uint64_t Line) const {
      for (unsigned I = 0; I != Vectors; ++I)
        __builtin_prefetch(set(Line) + I * WordsPerVector, 1);
    }
  };
  View view() { return {Place, Words.set(0), Words.stride(), Ways}; }

  SetWords Words;
  uint32_t Ways;
  bool Large;
};

template <typename Search, unsigned Vectors>
size_t NarrowSets<Search, Vectors>::takeChanges(std::span<const MruChange> In,
                                                Miss *Out) {
  const View V = view();
  Miss *Next = Out;
  for (const MruChange &C : In) {
    // All ones where the old MRU line was written.
    CacheWord Written = -CacheWord(C.Written != 0);
    Touch T = Search::template touch<Vectors>(V.set(lineOf(C.Wanted)), V.Ways,
                                              {EmptyWord | ~Written, C.Written},
                                              C.Wanted);
    *Next = {C.Wanted, T.Victim, C.Site};
    Next += !T.Hit;
  }
  return size_t(Next - Out);
}

template <typename Search, unsigned Vectors>
size_t NarrowSets<Search, Vectors>::takeTouches(const TouchSpan &In,
                                                Miss *Out) {
  const View V = view();
  Miss *Next = Out;
  LastSet<Search, Vectors> Last;
  for (size_t I = 0; I != In.Count; ++I) {
    CacheWord Word = In.Words[I];
    Touch T = Last.touch(V.set(lineOf(Word)), V.Ways, Word);
    *Next = {Word & ~DirtyBit, T.Victim, In.Sites[I]};
    Next += !T.Hit;
  }
  return size_t(Next - Out);
}

template <typename Search, unsigned Vectors>
size_t NarrowSets<Search, Vectors>::filter(std::span<const Miss> In,
                                           Miss *Out) {
  const View V = view();
  Miss *Next = Out;
  for (size_t I = 0, Count = In.size(); I != Count; ++I) {
    if (Large && I + FetchAhead < Count) {
      V.fetch(In[I + FetchAhead].line());
      V.fetch(lineOf(In[I + FetchAhead].Victim));
    }
    auto [Wanted, Written, Site] = In[I];
    if (isDirty(Written) && !V.makeDirty(Written)) [[unlikely]]
      *Next++ = {EmptyWord, Written, Site};
    if (Wanted == EmptyWord) [[unlikely]]
      continue;
    uint64_t Line = lineOf(Wanted);
    CacheWord *Set = V.set(Line);
    Touch T = Search::template touch<Vectors>(Set, V.Ways, {}, Wanted);
    *Next = {Wanted, T.Victim, Site};
    Next += !T.Hit;
  }
  return size_t(Next - Out);
}

template <typename Search>
std::unique_ptr<LevelStore> makeNarrowSets(uint64_t Sets, uint32_t Ways) {
  return withVectors(Ways, [&](auto Vectors) -> std::unique_ptr<LevelStore> {
    return std::make_unique<NarrowSets<Search, Vectors()>>(Sets, Ways);
  });
}

} // namespace memfacet::caches

#endif
