//===- TlbStack.cpp - a thread's translation buffers ----------------------===//

#include "analysis/memory/TlbStack.h"

namespace memfacet {

TlbStack::TlbStack(const CacheModel &Model) {
  for (const TlbLevel &T : Model.Tlbs)
    Levels.emplace_back(T.Entries / T.Ways, T.Ways, Replacement::Lru);
}

uint8_t TlbStack::touch(uint64_t Page, MemoryCounters &To) {
  uint8_t Missed = 0;
  // Once more the same: already the most recent of its set.
  if (Page == LastPage) {
    ++To.Tlbs[0].Accesses;
    return Missed;
  }
  LastPage = Page;
  for (; Missed != Levels.size(); ++Missed) {
    ++To.Tlbs[Missed].Accesses;
    if (HeldLine *Held = Levels[Missed].find(Page)) {
      Levels[Missed].use(*Held);
      break;
    }
    ++To.Tlbs[Missed].Misses;
  }
  HeldLine New;
  New.Line = Page;
  for (uint8_t L = 0; L != Missed; ++L)
    Levels[L].take(New, Levels[L].allWays());
  return Missed;
}

} // namespace memfacet
