//===- StackSets.cpp - all associativities at once ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/sweep/StackSets.h"
#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/sweep/StackSetsLoops.h"

namespace memfacet::caches {
namespace {

struct ScalarSearch {
  static uint32_t find(const CacheWord *Set, uint32_t Depth, CacheWord W) {
    uint32_t At = 0;
    while (At != Depth && !sameLine(Set[At], W))
      ++At;
    return At;
  }
  static void push(CacheWord *Set, uint8_t *Bytes, uint32_t Moved,
                   CacheWord Word, uint8_t Byte) {
    std::memmove(Set + 1, Set, Moved * sizeof(*Set));
    std::memmove(Bytes + 1, Bytes, Moved);
    Set[0] = Word;
    Bytes[0] = Byte;
  }
};

/// One cache, as `simulate` has it.
class SingleStore final : public SweepStore {
public:
  explicit SingleStore(std::unique_ptr<LevelStore> Its) : Its(std::move(Its)) {}

  void filter(std::span<const Miss> In, DepthCounts *To, Lists &Out,
              std::vector<Miss> *) override {
    Out[0].begin(2 * In.size());
    Out[0].Count = Its->filter(In, Out[0].Items.data());
    if (To)
      count(Out[0].all(), *To);
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
  static void count(std::span<const Miss> Through, DepthCounts &To) {
    for (const Miss &M : Through) {
      // Without a wanted line, it is an earlier level's write-back passing.
      if (M.Wanted == EmptyWord) [[unlikely]]
        continue;
      To.touch(M.structure(), 1);
      if (isDirty(M.Victim))
        To.writeback(ownerOf(M.Victim), 0);
    }
  }

  std::unique_ptr<LevelStore> Its;
};

} // namespace

std::unique_ptr<SweepStore> makeStackSets(const SweepShape &Shape,
                                          SearchKind Kind) {
  if (bestSearch(Kind, MaxNarrowWays) == SearchKind::Avx512)
    if (auto Wide = makeStackSetsAvx512(Shape))
      return Wide;
  return std::make_unique<StackSets<ScalarSearch>>(Shape);
}

std::unique_ptr<SweepStore>
makeSweepStore(const SweepShape &Shape, uint32_t LineBytes, bool NeedsBeyond) {
  uint32_t Most = Shape.Ways.back();
  if (Shape.Ways.size() > 1 || (NeedsBeyond && Most <= MaxNarrowWays))
    return makeStackSets(Shape);
  CacheLevel Level;
  Level.Ways = Most;
  Level.Bytes = Shape.Sets * Most * LineBytes;
  return std::make_unique<SingleStore>(makeLevelStore(Level, LineBytes));
}

} // namespace memfacet::caches
