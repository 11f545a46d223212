//===- LevelCache.cpp - one cache of a level ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/LevelCache.h"
#include "memfacet/Check.h"

namespace memfacet::caches {

LevelCache::LevelCache(const CacheModel &Model, size_t Level,
                       MemoryTally &Tally)
    : Shape(Model.Levels[Level]), LineBytes(Model.LineBytes),
      Coherent(Model.Coherent && !Shape.Shared), Level(Level), Tally(Tally),
      Sets(Shape.sets(LineBytes), Shape.Ways, Shape.Policy) {
  reset();
}

void LevelCache::reset() {
  Sets = CacheArray(Shape.sets(LineBytes), Shape.Ways, Shape.Policy);
  if (Shape.VictimLines)
    Victims.emplace(1, Shape.VictimLines, Replacement::Lru);
  History = std::make_unique<LineHistory>(Shape, LineBytes, Coherent);
}

HeldLine *LevelCache::holds(uint64_t Line) {
  HeldLine *Copy = Sets.find(Line);
  return Copy || !Victims ? Copy : Victims->find(Line);
}

LevelCache::Found LevelCache::lookUp(uint64_t Line, WayRange Range) {
  if (HeldLine *Copy = Sets.find(Line)) {
    Sets.use(*Copy);
    return {Copy, false};
  }
  if (!Victims)
    return {nullptr, false};
  HeldLine Recalled = Victims->remove(Line);
  if (!Recalled.present())
    return {nullptr, false};
  HeldLine Victim = Sets.take(Recalled, Range);
  if (Victim.present())
    Victims->take(Victim, Victims->allWays());
  HeldLine *Copy = Sets.find(Line);
  Sets.use(*Copy);
  return {Copy, true};
}

HeldLine LevelCache::take(const HeldLine &New, WayRange Range) {
  Tally.took(Level, New.Owner);
  HeldLine Victim = Sets.take(New, Range);
  if (Victim.present() && Victims)
    Victim = Victims->take(Victim, Victims->allWays());
  if (Victim.present())
    Tally.lost(Level, Victim.Owner);
  return Victim;
}

HeldLine LevelCache::drop(uint64_t Line) {
  HeldLine Removed = Sets.remove(Line);
  if (!Removed.present() && Victims)
    Removed = Victims->remove(Line);
  if (Removed.present())
    Tally.lost(Level, Removed.Owner);
  return Removed;
}

} // namespace memfacet::caches
