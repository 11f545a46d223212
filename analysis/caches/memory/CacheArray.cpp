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

HeldLine CacheArray::take(const HeldLine &New, WayRange Range) {
  uint64_t Set = setOf(New.Line);
  size_t First = Set * Ways;
  uint32_t Way = Range.Begin;
  while (Way != Range.End && Tags[First + Way] != HeldLine::NoLine)
    ++Way;
  if (Way == Range.End)
    Way = Policy->victim(Set, Range);
  Tags[First + Way] = New.Line;
  Policy->taken(Set, Way);
  return std::exchange(Lines[First + Way], New);
}

HeldLine CacheArray::remove(uint64_t Line) {
  HeldLine *Copy = find(Line);
  if (!Copy)
    return {};
  Tags[size_t(Copy - Lines.data())] = HeldLine::NoLine;
  return std::exchange(*Copy, {});
}

} // namespace memfacet::caches
