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
      for (uint32_t Position = Way; Position <= Depth; ++Position)
        ++MissingAt[Position];
  }

  void filter(std::span<const Miss> In, DepthCounts *Counts, Lists &Out,
              std::vector<Miss> *Effective) override;
  void makeDirty(CacheWord W,
                 const std::function<void(size_t)> &Absent) override;
  void forEachDirty(size_t Cache,
                    const std::function<void(CacheWord)> &Visit) override;
  void clear() override {
    Words.clear();
    std::ranges::fill(CleanBelow, Clean);
  }

private:
  /// More than any number of ways.
  static constexpr uint8_t Clean = 255;
  /// Sets of caches larger than FetchedBytes are prefetched FetchAhead items
  /// early.
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
  static bool makeDirtyAt(Place P, uint32_t Position, CacheWord W);
  void evict(Place P, uint32_t Position, const Miss &M, DepthCounts *Counts,
             Lists &Out) const;
  void moveToFront(Place P, uint32_t Position, CacheWord Wanted) const;

  const std::vector<uint32_t> Ways;
  const std::vector<uint8_t> Listed;
  /// The number of caches that miss, by the position of the line.
  std::array<uint8_t, MaxNarrowWays + 1> MissingAt = {};
  const uint32_t Depth;
  const uint64_t Sets;
  const bool PowerOfTwo, Large;
  /// Lines with the structures that wrote them last, by set, the most recent
  /// first.
  SetWords Words;
  std::vector<uint8_t> CleanBelow; ///< by set and position, as Words
};

/// Makes the line at \p Position dirty, with the writer of \p W. Returns
/// whether that changed anything.
template <typename Search>
bool StackSets<Search>::makeDirtyAt(Place P, uint32_t Position, CacheWord W) {
  CacheWord New = W & ~DirtyBit;
  bool Changed = P.Words[Position] != New || P.CleanBelow[Position] != Position;
  P.Words[Position] = New;
  P.CleanBelow[Position] = uint8_t(Position);
  return Changed;
}

/// Counts and lists, for each cache that misses, the line that leaves: the last
/// one of the set.
template <typename Search>
void StackSets<Search>::evict(Place P, uint32_t Position, const Miss &M,
                              DepthCounts *Counts, Lists &Out) const {
  const size_t Missing = MissingAt[Position];
  if (Counts)
    Counts->touch(M.structure(), Missing);
  for (size_t I = 0; I != Missing; ++I) {
    uint32_t Last = Ways[I] - 1;
    bool Dirty = P.CleanBelow[Last] < Ways[I];
    if (Counts && Dirty)
      Counts->writeback(ownerOf(P.Words[Last]), I);
    if (Listed[I])
      Out[I].add(
          {M.Wanted, Dirty ? P.Words[Last] | DirtyBit : EmptyWord, M.Site});
  }
}

template <typename Search>
void StackSets<Search>::moveToFront(Place P, uint32_t Position,
                                    CacheWord Wanted) const {
  if (Position == Depth)
    return Search::push(P.Words, P.CleanBelow, Depth - 1,
                        cleanWord(lineOf(Wanted)), Clean);
  Search::push(P.Words, P.CleanBelow, Position, P.Words[Position],
               std::max(P.CleanBelow[Position], uint8_t(Position)));
}

template <typename Search>
void StackSets<Search>::filter(std::span<const Miss> In, DepthCounts *Counts,
                               Lists &Out, std::vector<Miss> *Effective) {
  for (size_t I = 0; I != Ways.size(); ++I)
    Out[I].begin(Listed[I] ? 2 * In.size() : 0);
  for (size_t Number = 0, Count = In.size(); Number != Count; ++Number) {
    if (Large && Number + FetchAhead < Count)
      fetch(In[Number + FetchAhead].line());
    const Miss M = In[Number];
    bool Changed = false;
    if (isDirty(M.Victim)) {
      Place P = placeOf(lineOf(M.Victim));
      uint32_t Position = Search::find(P.Words, Depth, M.Victim);
      for (size_t I = 0; I != MissingAt[Position]; ++I)
        if (Listed[I])
          Out[I].add({EmptyWord, M.Victim, M.Site});
      Changed = Position == Depth || makeDirtyAt(P, Position, M.Victim);
    }
    if (M.Wanted != EmptyWord) {
      Place P = placeOf(M.line());
      uint32_t Position = Search::find(P.Words, Depth, M.Wanted);
      if (Position != 0) {
        Changed = true;
        evict(P, Position, M, Counts, Out);
        moveToFront(P, Position, M.Wanted);
      }
    }
    if (Effective && Changed)
      Effective->push_back(M);
  }
}

template <typename Search>
void StackSets<Search>::makeDirty(CacheWord W,
                                  const std::function<void(size_t)> &Absent) {
  Place P = placeOf(lineOf(W));
  uint32_t Position = Search::find(P.Words, Depth, W);
  for (size_t I = 0; I != Ways.size() && Ways[I] <= Position; ++I)
    Absent(I);
  if (Position != Depth)
    makeDirtyAt(P, Position, W);
}

template <typename Search>
void StackSets<Search>::forEachDirty(
    size_t Cache, const std::function<void(CacheWord)> &Visit) {
  for (uint64_t Set = 0; Set != Sets; ++Set) {
    Place P = placeOf(Set);
    for (uint32_t Position = 0; Position != Ways[Cache]; ++Position)
      if (P.CleanBelow[Position] < Ways[Cache])
        Visit(P.Words[Position] | DirtyBit);
  }
}

} // namespace memfacet::caches

#endif
