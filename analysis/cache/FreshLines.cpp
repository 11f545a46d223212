//===- cache/FreshLines.cpp - misses that nobody can be sure of -----------===//

#include "analysis/cache/FreshLines.h"

namespace memfacet {

void FreshLines::forgetCounts() {
  Fresh.clear();
  Seen.clear();
  Distances.forgetCounts();
}

void FreshLines::add(size_t Level, const void *Cache,
                     std::span<const Miss> Reaching) {
  Distances.add(Level, Cache, Reaching);
  const CacheLevel &L = Model.Levels[Level];
  uint64_t Sets = L.sets(Model.LineBytes);
  std::unique_ptr<Marks> &Its = Caches[Cache];
  if (!Its) {
    Its = std::make_unique<Marks>();
    Its->Lines.resize(Sets);
    Its->Since.resize(Sets);
  }
  for (const Miss &M : Reaching) {
    if (M.Wanted == EmptyWord)
      continue;
    uint32_t &Touched = Its->Touched[M.line()];
    if (Touched == Epoch)
      continue;
    bool New = std::exchange(Touched, Epoch) == 0;
    uint64_t Set = M.line() % Sets;
    if (std::exchange(Its->Since[Set], Epoch) != Epoch)
      Its->Lines[Set] = 0;
    bool Known = Its->Lines[Set]++ >= L.Ways;
    if (!New || Known)
      continue;
    ++Seen[M.structure().Value][Level];
    if (Counting)
      ++Fresh[M.structure().Value][Level];
  }
}

} // namespace memfacet
