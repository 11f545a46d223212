//===- SetDistances.cpp - how deep in their sets lines are found ----------===//

#include "analysis/cache/SetDistances.h"
#include "analysis/cache/SetWords.h"
#include <algorithm>
#include <bit>
#include <utility>

namespace memfacet {

/// An outer level says nothing without the one before.
bool SetDistances::follows(size_t Level) const {
  return Model.Levels[0].Ways <= MaxNarrowWays &&
         Model.Levels[Level].Ways <= MaxNarrowWays;
}

SetDistances::SetDistances(const CacheModel &Model) : Model(Model) {}
SetDistances::~SetDistances() = default;

SetDistances::Lines::Lines(size_t Level, uint64_t Sets, uint32_t Ways)
    : Level(Level), Ways(Ways), PowerOfTwo(std::has_single_bit(Sets)),
      Words(Sets * Ways * sizeof(uint64_t), LazyMemory::Pages::Huge),
      Filled(Sets), Since(Sets) {
  if (Level == 0)
    MruLines.assign(Sets, lineOf(EmptyWord));
}

SetDistances::Lines *SetDistances::linesOf(size_t Level, const void *Cache) {
  if (!follows(Level))
    return nullptr;
  std::unique_ptr<Lines> &Its = Caches[Cache];
  const CacheLevel &L = Model.Levels[Level];
  if (!Its)
    Its = std::make_unique<Lines>(Level, L.sets(Model.LineBytes), L.Ways);
  return Its.get();
}

SetDistanceCounts &SetDistances::countsOf(const Lines &In, uint32_t Structure) {
  size_t Number = Structure * MaxCacheLevels + In.Level;
  if (Number >= ByNumber.size())
    ByNumber.resize(std::max(Number + 1, 2 * ByNumber.size()));
  SetDistanceCounts *&C = ByNumber[Number];
  if (!C) [[unlikely]] {
    C = &Counts[Structure][In.Level];
    C->Found.resize(In.Ways);
    C->Open.resize(In.Ways);
  }
  return *C;
}

SetDistances::Outcome SetDistances::touch(Lines &In, CacheWord Wanted) {
  uint64_t Line = lineOf(Wanted), Set = In.set(Line);
  uint32_t &Filled = In.Filled[Set];
  uint64_t *First = In.words(Set);
  if (std::exchange(In.Since[Set], Epoch) != Epoch) {
    if (In.Level == 0)
      In.MruLines[Set] = Filled ? *First : lineOf(EmptyWord);
    Filled = 0;
  }
  // Those in front of it move on by one.
  uint64_t Carried = Line;
  uint32_t Depth = 0;
  for (; Depth != Filled; ++Depth) {
    std::swap(Carried, First[Depth]);
    if (Carried == Line)
      break;
  }
  if (Depth == Filled && Filled != In.Ways)
    First[Filled] = Carried;
  bool Found = Depth != Filled;
  Outcome Result = Found               ? Outcome::Found
                   : Filled == In.Ways ? Outcome::Missed
                                       : Outcome::Open;
  bool Hidden = In.Level == 0 && !Found && In.MruLines[Set] == Line;
  if (Hidden)
    In.MruLines[Set] = lineOf(EmptyWord);
  if (Counting && !Hidden) {
    SetDistanceCounts &C = countsOf(In, ownerOf(Wanted).Value);
    if (Result == Outcome::Found)
      ++C.Found[Depth];
    else if (Result == Outcome::Open)
      ++C.Open[Filled];
    else
      ++C.Missed;
  }
  Filled += Result == Outcome::Open;
  return Result;
}

void SetDistances::add(size_t Level, const void *Cache,
                       std::span<const Miss> Reaching) {
  Lines *In = linesOf(Level, Cache);
  if (!In)
    return;
  for (const Miss &M : Reaching)
    if (M.Wanted != EmptyWord)
      touch(*In, M.Wanted);
}

void SetDistances::add(size_t Level, const void *Cache,
                       std::span<const MruChange> Reaching) {
  Lines *In = linesOf(Level, Cache);
  if (!In)
    return;
  for (const MruChange &C : Reaching)
    if (C.Wanted != EmptyWord)
      touch(*In, C.Wanted);
}

} // namespace memfacet
