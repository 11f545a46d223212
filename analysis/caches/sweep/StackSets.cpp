//===- StackSets.cpp - all associativities at once ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/sweep/StackSets.h"
#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/sweep/StackSetsLoops.h"

namespace memfacet::caches {
namespace {

struct ScalarSearch {
  static uint32_t find(const CacheWord *Set, uint32_t Depth, CacheWord W) {
    uint32_t Index = 0;
    while (Index != Depth && !sameLine(Set[Index], W))
      ++Index;
    return Index;
  }
  static void push(CacheWord *Set, uint8_t *Bytes, uint32_t Moved,
                   CacheWord Word, uint8_t Byte) {
    std::memmove(Set + 1, Set, Moved * sizeof(*Set));
    std::memmove(Bytes + 1, Bytes, Moved);
    Set[0] = Word;
    Bytes[0] = Byte;
  }
};

/// One cache, simulated as by `simulate`.
class SingleStore final : public SweepStore {
public:
  explicit SingleStore(std::unique_ptr<LevelStore> Store)
      : Store(std::move(Store)) {}

  void filter(std::span<const Miss> In, DepthCounts *Counts, Lists &Out,
              std::vector<Miss> *) override {
    Out[0].begin(2 * In.size());
    Out[0].Count = Store->filter(In, Out[0].Items.data());
    if (Counts)
      count(Out[0].all(), *Counts);
  }
  void makeDirty(CacheWord W,
                 const std::function<void(size_t)> &Absent) override {
    if (!Store->makeDirty(W))
      Absent(0);
  }
  void forEachDirty(size_t,
                    const std::function<void(CacheWord)> &Visit) override {
    Store->forEachDirty(Visit);
  }
  void clear() override { Store->clear(); }

private:
  static void count(std::span<const Miss> Misses, DepthCounts &Counts) {
    for (const Miss &M : Misses) {
      // Without a wanted line, this is the write-back of an earlier level.
      if (M.Wanted == EmptyWord) [[unlikely]]
        continue;
      Counts.touch(M.structure(), 1);
      if (isDirty(M.Victim))
        Counts.writeback(ownerOf(M.Victim), 0);
    }
  }

  std::unique_ptr<LevelStore> Store;
};

} // namespace

std::unique_ptr<SweepStore> makeStackSets(const SweepShape &Shape,
                                          SearchKind Kind) {
  if (bestSearch(Kind, MaxNarrowWays) == SearchKind::Avx512)
    if (auto Wide = makeStackSetsAvx512(Shape))
      return Wide;
  return std::make_unique<StackSets<ScalarSearch>>(Shape);
}

std::unique_ptr<SweepStore> makeSweepStore(const SweepShape &Shape,
                                           uint32_t LineBytes,
                                           bool NeedsEffective) {
  uint32_t Most = Shape.Ways.back();
  if (Shape.Ways.size() > 1 || (NeedsEffective && Most <= MaxNarrowWays))
    return makeStackSets(Shape);
  CacheLevel Level;
  Level.Ways = Most;
  Level.Bytes = Shape.Sets * Most * LineBytes;
  return std::make_unique<SingleStore>(makeLevelStore(Level, LineBytes));
}

} // namespace memfacet::caches
