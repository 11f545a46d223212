//===- cache/SetDistances.cpp - how deep in their sets lines are found ----===//

#include "analysis/cache/SetDistances.h"
#include "analysis/cache/SetWords.h"
#include <algorithm>

namespace memfacet {

/// An outer level says nothing without the one before.
bool SetDistances::follows(size_t Level) const {
  return Model.Levels[0].Ways <= MaxNarrowWays &&
         Model.Levels[Level].Ways <= MaxNarrowWays;
}

SetDistances::Lines &SetDistances::linesOf(size_t Level, const void *Cache) {
  std::unique_ptr<Lines> &Its = Caches[Cache];
  if (!Its) {
    const CacheLevel &L = Model.Levels[Level];
    uint64_t Sets = L.sets(Model.LineBytes);
    Its = std::make_unique<Lines>();
    Its->Words.resize(Sets * L.Ways);
    Its->Filled.resize(Sets);
    Its->Since.resize(Sets);
    if (Level == 0)
      Its->Fronts.assign(Sets, lineOf(EmptyWord));
  }
  return *Its;
}

void SetDistances::touch(size_t Level, Lines &In, CacheWord Wanted) {
  uint64_t Line = lineOf(Wanted), Set = Line % In.Filled.size();
  uint32_t Ways = Model.Levels[Level].Ways;
  uint32_t &Filled = In.Filled[Set];
  uint64_t *First = &In.Words[Set * Ways];
  if (std::exchange(In.Since[Set], Epoch) != Epoch) {
    if (Level == 0)
      In.Fronts[Set] = Filled ? *First : lineOf(EmptyWord);
    Filled = 0;
  }
  uint64_t *Last = First + Filled;
  uint64_t *At = std::find(First, Last, Line);
  bool Hidden = Level == 0 && At == Last && In.Fronts[Set] == Line;
  if (Hidden)
    In.Fronts[Set] = lineOf(EmptyWord);
  if (Counting && !Hidden) {
    SetDistanceCounts &C = Counts[writerOf(Wanted).Value][Level];
    C.Found.resize(Ways);
    C.Open.resize(Ways);
    if (At != Last)
      ++C.Found[size_t(At - First)];
    else if (Filled == Ways)
      ++C.Missed;
    else
      ++C.Open[Filled];
  }
  if (At == Last) {
    Filled = std::min(Filled + 1, Ways);
    At = First + Filled - 1;
  }
  std::copy_backward(First, At, At + 1);
  *First = Line;
}

void SetDistances::add(size_t Level, const void *Cache,
                       std::span<const Miss> Reaching) {
  if (!follows(Level))
    return;
  Lines &In = linesOf(Level, Cache);
  for (const Miss &M : Reaching)
    if (M.Wanted != EmptyWord)
      touch(Level, In, M.Wanted);
}

void SetDistances::add(size_t Level, const void *Cache,
                       std::span<const FrontChange> Reaching) {
  if (!follows(Level))
    return;
  Lines &In = linesOf(Level, Cache);
  for (const FrontChange &C : Reaching)
    if (C.Wanted != EmptyWord)
      touch(Level, In, C.Wanted);
}

} // namespace memfacet
