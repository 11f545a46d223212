//===- StackSetsLoops.h - all associativities at once, the loops ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This text is compiled once per instruction set, as cache/NarrowSets.h is.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_SWEEP_STACKSETSLOOPS_H
#define MEMFACET_CACHES_SWEEP_STACKSETSLOOPS_H

#include "analysis/caches/cache/SetWords.h"
#include "analysis/caches/sweep/StackSets.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace memfacet::caches {

/// \p Search, of an anonymous namespace, has static functions over the words
/// and bytes of one set:
///
///   uint32_t find(const CacheWord *Set, uint32_t Depth, CacheWord W)
///     the place of the line of W, or Depth
///   void push(CacheWord *Set, uint8_t *Bytes, uint32_t Moved, CacheWord Word,
///             uint8_t Byte)
///     the first Moved of both move on by one; Word and Byte are in front then
template <typename Search> class StackSets final : public SweepStore {
public:
  explicit StackSets(const SweepShape &Shape)
      : Ways(Shape.Ways), Listed(Shape.Listed.begin(), Shape.Listed.end()),
        Depth(Ways.back()), Sets(Shape.Sets),
        PowerOfTwo(std::has_single_bit(Sets)),
        Large(Sets * Depth * sizeof(CacheWord) > FetchedBytes),
        // Whole vectors of words, and of bytes.
        Words(Sets, std::max(Depth, WordsPerVector)),
        CleanBelow(Sets * Words.stride() + MaxNarrowWays, Clean) {
    for (uint32_t Way : Ways)
      for (uint32_t At = Way; At <= Depth; ++At)
        ++MissingAt[At];
  }

  void filter(std::span<const Miss> In, DepthCounts *To, Lists &Out,
              std::vector<Miss> *Beyond) override;
  void mark(CacheWord W, const std::function<void(size_t)> &Absent) override;
  void forEachDirty(size_t Cache,
                    const std::function<void(CacheWord)> &Visit) override;
  void clear() override {
    Words.clear();
    std::ranges::fill(CleanBelow, Clean);
  }

private:
  /// More than any number of ways.
  static constexpr uint8_t Clean = 255;
  /// Larger sets are fetched while so many earlier items are simulated.
  static constexpr size_t FetchedBytes = 32 << 10, FetchAhead = 8;

  /// One set.
  struct Place {
    CacheWord *Words;
    uint8_t *CleanBelow; ///< caches of more ways hold the line dirty
  };
  Place placeOf(uint64_t Line) {
    uint64_t Set = PowerOfTwo ? Line & (Sets - 1) : Line % Sets;
    return {Words.set(Set), CleanBelow.data() + Set * Words.stride()};
  }
  void fetch(uint64_t Line) {
    Place P = placeOf(Line);
    for (uint32_t I = 0; I < Depth; I += WordsPerVector)
      __builtin_prefetch(P.Words + I, 1);
    __builtin_prefetch(P.CleanBelow, 1);
  }
  static bool markAt(Place P, uint32_t At, CacheWord W);
  void evict(Place P, uint32_t At, const Miss &M, DepthCounts *To,
             Lists &Out) const;
  void moveToFront(Place P, uint32_t At, CacheWord Wanted) const;

  const std::vector<uint32_t> Ways;
  const std::vector<uint8_t> Listed;
  /// How many caches miss, by the place where a line is.
  std::array<uint8_t, MaxNarrowWays + 1> MissingAt = {};
  const uint32_t Depth;
  const uint64_t Sets;
  const bool PowerOfTwo, Large;
  /// Lines with who wrote them last, by set, most recent first.
  SetWords Words;
  std::vector<uint8_t> CleanBelow; ///< as Words
};

/// Whether that changed anything.
template <typename Search>
bool StackSets<Search>::markAt(Place P, uint32_t At, CacheWord W) {
  CacheWord New = W & ~DirtyBit;
  bool Changed = P.Words[At] != New || P.CleanBelow[At] != At;
  P.Words[At] = New;
  P.CleanBelow[At] = uint8_t(At);
  return Changed;
}

/// Tells the caches that miss what leaves them: each the last of its lines.
template <typename Search>
void StackSets<Search>::evict(Place P, uint32_t At, const Miss &M,
                              DepthCounts *To, Lists &Out) const {
  const size_t Missing = MissingAt[At];
  if (To)
    To->touch(M.structure(), Missing);
  for (size_t I = 0; I != Missing; ++I) {
    uint32_t Last = Ways[I] - 1;
    bool Dirty = P.CleanBelow[Last] < Ways[I];
    if (To && Dirty)
      To->writeback(ownerOf(P.Words[Last]), I);
    if (Listed[I])
      Out[I].add(
          {M.Wanted, Dirty ? P.Words[Last] | DirtyBit : EmptyWord, M.Site});
  }
}

template <typename Search>
void StackSets<Search>::moveToFront(Place P, uint32_t At,
                                    CacheWord Wanted) const {
  if (At == Depth)
    return Search::push(P.Words, P.CleanBelow, Depth - 1,
                        cleanWord(lineOf(Wanted)), Clean);
  Search::push(P.Words, P.CleanBelow, At, P.Words[At],
               std::max(P.CleanBelow[At], uint8_t(At)));
}

template <typename Search>
void StackSets<Search>::filter(std::span<const Miss> In, DepthCounts *To,
                               Lists &Out, std::vector<Miss> *Beyond) {
  for (size_t I = 0; I != Ways.size(); ++I)
    Out[I].begin(Listed[I] ? 2 * In.size() : 0);
  for (size_t Number = 0, Count = In.size(); Number != Count; ++Number) {
    if (Large && Number + FetchAhead < Count)
      fetch(In[Number + FetchAhead].line());
    const Miss M = In[Number];
    bool Changed = false;
    if (isDirty(M.Victim)) {
      Place P = placeOf(lineOf(M.Victim));
      uint32_t At = Search::find(P.Words, Depth, M.Victim);
      for (size_t I = 0; I != MissingAt[At]; ++I)
        if (Listed[I])
          Out[I].add({EmptyWord, M.Victim, M.Site});
      Changed = At == Depth || markAt(P, At, M.Victim);
    }
    if (M.Wanted != EmptyWord) {
      Place P = placeOf(M.line());
      uint32_t At = Search::find(P.Words, Depth, M.Wanted);
      if (At != 0) {
        Changed = true;
        evict(P, At, M, To, Out);
        moveToFront(P, At, M.Wanted);
      }
    }
    if (Beyond && Changed)
      Beyond->push_back(M);
  }
}

template <typename Search>
void StackSets<Search>::mark(CacheWord W,
                             const std::function<void(size_t)> &Absent) {
  Place P = placeOf(lineOf(W));
  uint32_t At = Search::find(P.Words, Depth, W);
  for (size_t I = 0; I != Ways.size() && Ways[I] <= At; ++I)
    Absent(I);
  if (At != Depth)
    markAt(P, At, W);
}

template <typename Search>
void StackSets<Search>::forEachDirty(
    size_t Cache, const std::function<void(CacheWord)> &Visit) {
  for (uint64_t Set = 0; Set != Sets; ++Set) {
    Place P = placeOf(Set);
    for (uint32_t At = 0; At != Ways[Cache]; ++At)
      if (P.CleanBelow[At] < Ways[Cache])
        Visit(P.Words[At] | DirtyBit);
  }
}

} // namespace memfacet::caches

#endif
