//===- LevelCache.cpp - one cache of a level ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/LevelCache.h"

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
  HeldLine *Held = Sets.find(Line);
  return Held || !Victims ? Held : Victims->find(Line);
}

LevelCache::Found LevelCache::lookUp(uint64_t Line, WayRange Among) {
  if (HeldLine *Held = Sets.find(Line)) {
    Sets.use(*Held);
    return {Held, false};
  }
  if (!Victims)
    return {nullptr, false};
  HeldLine Back = Victims->remove(Line);
  if (!Back.present())
    return {nullptr, false};
  HeldLine Out = Sets.take(Back, Among);
  if (Out.present())
    Victims->take(Out, Victims->allWays());
  HeldLine *Held = Sets.find(Line);
  Sets.use(*Held);
  return {Held, true};
}

HeldLine LevelCache::take(const HeldLine &New, WayRange Among) {
  Tally.took(Level, New.Owner);
  HeldLine Out = Sets.take(New, Among);
  if (Out.present() && Victims)
    Out = Victims->take(Out, Victims->allWays());
  if (Out.present())
    Tally.lost(Level, Out.Owner);
  return Out;
}

HeldLine LevelCache::drop(uint64_t Line) {
  HeldLine Out = Sets.remove(Line);
  if (!Out.present() && Victims)
    Out = Victims->remove(Line);
  if (Out.present())
    Tally.lost(Level, Out.Owner);
  return Out;
}

} // namespace memfacet::caches
