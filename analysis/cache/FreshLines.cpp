//===- FreshLines.cpp - misses that nobody can be sure of -----------------===//

#include "analysis/cache/FreshLines.h"
#include <utility>

namespace memfacet {

void FreshLines::forgetCounts() {
  Fresh.clear();
  Seen.clear();
  Distances.forgetCounts();
}

void FreshLines::add(size_t Level, const void *Cache,
                     std::span<const Miss> Reaching) {
  std::unique_ptr<Marks> &Its = Caches[Cache];
  if (!Its)
    Its = std::make_unique<Marks>();
  if (SetDistances::Lines *Known = Distances.linesOf(Level, Cache))
    addNarrow(Level, *Known, *Its, Reaching);
  else
    addWide(Level, *Its, Reaching);
}

/// A line that has come since the gap is found, or its set is full.
void FreshLines::addNarrow(size_t Level, SetDistances::Lines &Known, Marks &Its,
                           std::span<const Miss> Reaching) {
  for (const Miss &M : Reaching) {
    if (M.Wanted == EmptyWord)
      continue;
    SetDistances::Outcome O = Distances.touch(Known, M.Wanted);
    if (O == SetDistances::Outcome::Found)
      continue;
    uint64_t &Neighbours = Its.Ever[M.line() / 64];
    uint64_t Bit = uint64_t(1) << M.line() % 64;
    bool New = !(std::exchange(Neighbours, Neighbours | Bit) & Bit);
    if (New && O == SetDistances::Outcome::Open)
      count(M, Level);
  }
}

void FreshLines::addWide(size_t Level, Marks &Its,
                         std::span<const Miss> Reaching) {
  const CacheLevel &L = Model.Levels[Level];
  uint64_t Sets = L.sets(Model.LineBytes);
  Its.Lines.resize(Sets);
  Its.Since.resize(Sets);
  for (const Miss &M : Reaching) {
    if (M.Wanted == EmptyWord)
      continue;
    uint32_t &Touched = Its.Touched[M.line()];
    if (Touched == Epoch)
      continue;
    bool New = std::exchange(Touched, Epoch) == 0;
    uint64_t Set = M.line() % Sets;
    if (std::exchange(Its.Since[Set], Epoch) != Epoch)
      Its.Lines[Set] = 0;
    bool Known = Its.Lines[Set]++ >= L.Ways;
    if (New && !Known)
      count(M, Level);
  }
}

void FreshLines::count(const Miss &M, size_t Level) {
  ++Seen[M.structure().Value][Level];
  if (Counting)
    ++Fresh[M.structure().Value][Level];
}

} // namespace memfacet
