//===- cache/FirstLevel.cpp - the choice, the scalar one, the wide one ----===//

#include "analysis/cache/FirstLevel.h"
#include "analysis/cache/NarrowSets.h"
#include "analysis/cache/StampedSets.h"
#include <algorithm>

namespace memfacet {

FirstLevelShape::FirstLevelShape(const CacheLevel &Level, uint32_t LineBytes)
    : Sets(Level.sets(LineBytes)), Ways(Level.Ways),
      LineShift(unsigned(std::countr_zero(LineBytes))) {}

namespace {

struct ScalarMatch {
  template <unsigned Vectors>
  static uint64_t match(const uint64_t *Words, uint64_t Word) {
    uint64_t Hits = 0;
    for (unsigned I = 0; I != Vectors * 8; ++I)
      Hits |= uint64_t(Words[I] == Word) << I;
    return Hits;
  }
  template <unsigned Vectors> static uint32_t oldest(const uint64_t *Stamps) {
    return uint32_t(std::min_element(Stamps, Stamps + Vectors * 8) - Stamps);
  }
  template <unsigned Vectors>
  static void put(uint64_t *Words, uint32_t Index, uint64_t Word) {
    Words[Index] = Word;
  }
};

/// More ways than can be compared at once. Owners are looked up each time.
class WideFirstLevel final : public FirstLevel {
public:
  WideFirstLevel(const FirstLevelShape &Shape, const CacheLevel &Level,
                 uint32_t LineBytes, SearchKind Kind)
      : Shape(Shape), Store(makeLevelStore(Level, LineBytes, Kind)) {}

  void filter(const AccessBatch &B, OwnerSource &Owners, Counted &To) override {
    uint64_t LineMask = AddressMask >> Shape.LineShift;
    for (size_t I = 0; I != B.Count; ++I) {
      uint64_t Address = B.Address[I] & AddressMask;
      uint64_t First = Address >> Shape.LineShift;
      AccessInfo Info = B.Info[I];
      uint64_t Last =
          ((Address + Info.size() - 1) & AddressMask) >> Shape.LineShift;
      uint32_t Owner = Owners.owner(Address);
      AccessCounters &C = To.Counters[Owner];
      C.Operations += AccessCounters::operation(Info.write());
      C.ExtraTouches += (Last - First) & LineMask;
      touch(First, Owner, Info.write(), To.Misses);
      while (First != Last) {
        First = (First + 1) & LineMask;
        touch(First, Owner, Info.write(), To.Misses);
        To.relieve();
      }
    }
  }

  void settle(Counted &) override {}

  void takeDirty(std::vector<CacheWord> &Dirty) override {
    Store->forEachDirty([&](CacheWord W) { Dirty.push_back(W); });
    Store->clear();
  }

private:
  void touch(uint64_t Line, uint32_t Owner, bool Write,
             std::vector<Miss> &Misses) {
    CacheWord Clean = cleanWord(Line);
    Touch T =
        Store->touch(Write ? Clean | writerBits(StructureId(Owner)) : Clean);
    if (!T.Hit)
      Misses.push_back({Clean | CacheWord(Owner) << 1, T.Victim});
  }

  const FirstLevelShape Shape;
  std::unique_ptr<LevelStore> Store;
};

} // namespace

std::unique_ptr<FirstLevel> makeFirstLevelScalar(const FirstLevelShape &S) {
  return makeStampedSets<ScalarMatch>(S);
}

std::unique_ptr<FirstLevel>
makeFirstLevel(const CacheLevel &Level, uint32_t LineBytes, SearchKind Kind) {
  FirstLevelShape Shape(Level, LineBytes);
  if (Level.Ways > MaxNarrowWays)
    return std::make_unique<WideFirstLevel>(Shape, Level, LineBytes, Kind);
  switch (bestSearch(Kind)) {
  case SearchKind::Avx512:
    return makeFirstLevelAvx512(Shape);
  case SearchKind::Avx2:
    return makeFirstLevelAvx2(Shape);
  default:
    return makeFirstLevelScalar(Shape);
  }
}

} // namespace memfacet
