//===- sweep/StackSets.cpp - all associativities at once ------------------===//

#include "analysis/sweep/StackSets.h"
#include "analysis/cache/LevelStore.h"
#include "analysis/cache/SetWords.h"
#include <algorithm>
#include <bit>
#include <cstring>

namespace memfacet {
namespace {

class StackSets final : public SweepStore {
public:
  StackSets(uint64_t Sets, std::span<const uint32_t> Ways)
      : Ways(Ways.begin(), Ways.end()), Depth(Ways.back()), Sets(Sets),
        PowerOfTwo(std::has_single_bit(Sets)), Words(Sets * Depth, EmptyWord),
        CleanBelow(Sets * Depth, Clean) {}

  void filter(std::span<const Miss> In, Lists &Out,
              std::vector<Miss> *Beyond) override;
  void mark(CacheWord W, const std::function<void(size_t)> &Absent) override;
  void forEachDirty(size_t Cache,
                    const std::function<void(CacheWord)> &Visit) override;
  void clear() override {
    std::ranges::fill(Words, EmptyWord);
    std::ranges::fill(CleanBelow, Clean);
  }

private:
  /// More than any number of ways.
  static constexpr uint8_t Clean = 255;

  size_t setOf(uint64_t Line) const {
    return size_t(PowerOfTwo ? Line & (Sets - 1) : Line % Sets) * Depth;
  }
  /// Its place in the set, or Depth.
  uint32_t find(const CacheWord *Set, CacheWord W) const {
    uint32_t At = 0;
    while (At != Depth && !sameLine(Set[At], W))
      ++At;
    return At;
  }
  bool markAt(size_t Set, uint32_t At, CacheWord W);
  void evict(size_t Set, uint32_t At, const Miss &M, Lists &Out);
  void moveToFront(size_t Set, uint32_t At, CacheWord Wanted);

  const std::vector<uint32_t> Ways;
  const uint32_t Depth;
  const uint64_t Sets;
  const bool PowerOfTwo;
  /// Lines with who wrote them last, by set, most recent first.
  std::vector<CacheWord> Words;
  /// Caches of more ways hold the line dirty.
  std::vector<uint8_t> CleanBelow;
};

/// Whether that changed anything.
bool StackSets::markAt(size_t Set, uint32_t At, CacheWord W) {
  CacheWord New = cleanWord(lineOf(W)) | (W & ~DirtyBit);
  bool Changed = Words[Set + At] != New || CleanBelow[Set + At] != At;
  Words[Set + At] = New;
  CleanBelow[Set + At] = uint8_t(At);
  return Changed;
}

/// Tells the caches that miss what leaves them: each the last of its lines.
void StackSets::evict(size_t Set, uint32_t At, const Miss &M, Lists &Out) {
  for (size_t I = 0; I != Ways.size() && Ways[I] <= At; ++I) {
    size_t Last = Set + Ways[I] - 1;
    CacheWord Victim = EmptyWord;
    if (CleanBelow[Last] < Ways[I])
      Victim = Words[Last] | DirtyBit;
    Out[I].add({M.Wanted, Victim, M.Site});
  }
}

void StackSets::moveToFront(size_t Set, uint32_t At, CacheWord Wanted) {
  CacheWord *W = Words.data() + Set;
  uint8_t *C = CleanBelow.data() + Set;
  CacheWord Word = cleanWord(lineOf(Wanted));
  uint8_t Below = Clean;
  uint32_t Moved = Depth - 1;
  if (At != Depth) {
    Word = W[At];
    Below = std::max(C[At], uint8_t(At));
    Moved = At;
  }
  std::memmove(W + 1, W, Moved * sizeof(*W));
  std::memmove(C + 1, C, Moved);
  W[0] = Word;
  C[0] = Below;
}

void StackSets::filter(std::span<const Miss> In, Lists &Out,
                       std::vector<Miss> *Beyond) {
  for (MissList &List : Out)
    List.begin(2 * In.size());
  for (const Miss &M : In) {
    bool Changed = false;
    if (isDirty(M.Victim)) {
      size_t Set = setOf(lineOf(M.Victim));
      uint32_t At = find(Words.data() + Set, M.Victim);
      for (size_t I = 0; I != Ways.size() && Ways[I] <= At; ++I)
        Out[I].add({EmptyWord, M.Victim, M.Site});
      Changed = At == Depth || markAt(Set, At, M.Victim);
    }
    if (M.Wanted != EmptyWord) {
      size_t Set = setOf(M.line());
      uint32_t At = find(Words.data() + Set, M.Wanted);
      if (At != 0) {
        Changed = true;
        evict(Set, At, M, Out);
        moveToFront(Set, At, M.Wanted);
      }
    }
    if (Beyond && Changed)
      Beyond->push_back(M);
  }
}

void StackSets::mark(CacheWord W, const std::function<void(size_t)> &Absent) {
  size_t Set = setOf(lineOf(W));
  uint32_t At = find(Words.data() + Set, W);
  for (size_t I = 0; I != Ways.size() && Ways[I] <= At; ++I)
    Absent(I);
  if (At != Depth)
    markAt(Set, At, W);
}

void StackSets::forEachDirty(size_t Cache,
                             const std::function<void(CacheWord)> &Visit) {
  for (size_t Set = 0; Set != Words.size(); Set += Depth)
    for (uint32_t At = 0; At != Ways[Cache]; ++At)
      if (CleanBelow[Set + At] < Ways[Cache])
        Visit(Words[Set + At] | DirtyBit);
}

/// One cache, as `simulate` has it.
class SingleStore final : public SweepStore {
public:
  explicit SingleStore(std::unique_ptr<LevelStore> Its) : Its(std::move(Its)) {}

  void filter(std::span<const Miss> In, Lists &Out,
              std::vector<Miss> *) override {
    Out[0].begin(2 * In.size());
    Out[0].Count = Its->filter(In, Out[0].Items.data());
  }
  void mark(CacheWord W, const std::function<void(size_t)> &Absent) override {
    if (!Its->markDirty(W))
      Absent(0);
  }
  void forEachDirty(size_t,
                    const std::function<void(CacheWord)> &Visit) override {
    Its->forEachDirty(Visit);
  }
  void clear() override { Its->clear(); }

private:
  std::unique_ptr<LevelStore> Its;
};

} // namespace

std::unique_ptr<SweepStore> makeStackSets(uint64_t Sets,
                                          std::span<const uint32_t> Ways) {
  return std::make_unique<StackSets>(Sets, Ways);
}

std::unique_ptr<SweepStore> makeSweepStore(uint64_t Sets, uint32_t LineBytes,
                                           std::span<const uint32_t> Ways,
                                           bool NeedsBeyond) {
  if (Ways.size() > 1 || (NeedsBeyond && Ways.back() <= MaxNarrowWays))
    return makeStackSets(Sets, Ways);
  CacheLevel Level;
  Level.Ways = Ways.front();
  Level.Bytes = Sets * Ways.front() * LineBytes;
  return std::make_unique<SingleStore>(makeLevelStore(Level, LineBytes));
}

} // namespace memfacet
