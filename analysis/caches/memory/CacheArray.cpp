//===- CacheArray.cpp - sets of ways, under any policy --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/CacheArray.h"
#include <bit>
#include <utility>

namespace memfacet::caches {

CacheArray::CacheArray(uint64_t Sets, uint32_t Ways, Replacement Policy)
    : Sets(Sets), Ways(Ways), PowerOfTwo(std::has_single_bit(Sets)),
      Tags(Sets * Ways, HeldLine::NoLine), Lines(Sets * Ways),
      Policy(makePolicy(Policy, Sets, Ways)) {}

HeldLine CacheArray::take(const HeldLine &New, WayRange Among) {
  uint64_t Set = setOf(New.Line);
  size_t First = Set * Ways;
  uint32_t Way = Among.Begin;
  while (Way != Among.End && Tags[First + Way] != HeldLine::NoLine)
    ++Way;
  if (Way == Among.End)
    Way = Policy->victim(Set, Among);
  Tags[First + Way] = New.Line;
  Policy->taken(Set, Way);
  return std::exchange(Lines[First + Way], New);
}

HeldLine CacheArray::remove(uint64_t Line) {
  HeldLine *Held = find(Line);
  if (!Held)
    return {};
  Tags[size_t(Held - Lines.data())] = HeldLine::NoLine;
  return std::exchange(*Held, {});
}

} // namespace memfacet::caches
