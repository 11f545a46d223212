//===- WholeAccessCaches.cpp - one access, one look-up --------------------===//

#include "analysis/import/WholeAccessCaches.h"

namespace memfacet {

WholeAccessCaches::WholeAccessCaches(const CacheModel &Model)
    : LineBytes(Model.LineBytes) {
  for (const CacheLevel &L : Model.Levels)
    Levels.emplace_back(L.sets(LineBytes), L.Ways, L.Policy);
  const CacheLevel &First = Model.Levels[0];
  ForInstructions.emplace_back(First.sets(LineBytes), First.Ways, First.Policy);
  for (auto &Each : Counts)
    Each.resize(Levels.size());
}

/// All lines are looked up, whatever the first one does.
bool WholeAccessCaches::missesAt(CacheArray &Cache, uint64_t First,
                                 uint64_t Last) {
  bool Misses = false;
  for (uint64_t Line = First; Line <= Last; ++Line) {
    if (HeldLine *Held = Cache.find(Line)) {
      Cache.use(*Held);
      continue;
    }
    HeldLine New;
    New.Line = Line;
    Cache.take(New, Cache.allWays());
    Misses = true;
  }
  return Misses;
}

void WholeAccessCaches::access(const TextAccess &A) {
  bool IsData = A.Is != TextAccess::Kind::Instruction;
  uint64_t First = A.Address / LineBytes;
  uint64_t Last = (A.Address + A.Size - 1) / LineBytes;
  for (size_t L = 0; L != Levels.size(); ++L) {
    LevelCount &Count = Counts[IsData][L];
    ++Count.Accesses;
    CacheArray &Cache = L == 0 && !IsData ? ForInstructions[0] : Levels[L];
    if (!missesAt(Cache, First, Last))
      return;
    ++Count.Misses;
  }
}

} // namespace memfacet
