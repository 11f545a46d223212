//===- sweep/StackSets.cpp - all associativities at once ------------------===//

#include "analysis/sweep/StackSets.h"
#include "analysis/cache/LevelStore.h"
#include "analysis/sweep/StackSetsLoops.h"

namespace memfacet {
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

std::unique_ptr<SweepStore>
makeStackSets(uint64_t Sets, std::span<const uint32_t> Ways, SearchKind Kind) {
  if (bestSearch(Kind, Ways.back()) == SearchKind::Avx512)
    if (auto Wide = makeStackSetsAvx512(Sets, Ways))
      return Wide;
  return std::make_unique<StackSets<ScalarSearch>>(Sets, Ways);
}

std::unique_ptr<SweepStore> makeSweepStore(uint64_t Sets, uint32_t LineBytes,
                                           std::span<const uint32_t> Ways,
                                           bool NeedsBeyond) {
  if (Ways.size() > 1 || (NeedsBeyond && Ways.back() <= MaxNarrowWays))
    return makeStackSets(Sets, Ways, SearchKind::Best);
  CacheLevel Level;
  Level.Ways = Ways.front();
  Level.Bytes = Sets * Ways.front() * LineBytes;
  return std::make_unique<SingleStore>(makeLevelStore(Level, LineBytes));
}

} // namespace memfacet
