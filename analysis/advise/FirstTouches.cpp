//===- FirstTouches.cpp - the first touch of each line --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/FirstTouches.h"
#include "memfacet/Check.h"
#include <cstddef>

namespace memfacet::advise {

void FirstTouches::touch(uint32_t Structure, uint64_t Line) {
  constexpr unsigned GroupShift = 6;
  uint64_t Number = Line >> GroupShift, Bit = uint64_t(1) << Line % 64;
  Group &G = Recent[Number % Recent.size()];
  if (G.Number != Number)
    G = {Number, &Groups[Number]};
  bool IsFirst = !(*G.Touched & Bit);
  *G.Touched |= Bit;
  if (!Counting)
    return;
  ++Current.Touches;
  if (Structure >= Current.First.size())
    Current.First.resize(Structure + std::size_t(1));
  Current.First[Structure] += IsFirst;
  if (Current.Touches >= 2 * Later.Touches) {
    Middle = std::move(Later);
    Later = Current;
  }
}

void FirstTouches::forgetCounts() { Middle = Later = Current = {}; }

double FirstTouches::ofWhole(uint32_t Structure, double Factor) const {
  uint64_t Touched = seen(Structure);
  MEMFACET_CHECK(Middle.Touches <= Current.Touches &&
                     at(Middle, Structure) <= Touched,
                 "counts grow from the middle of the part to its end");
  uint64_t Touches = Current.Touches - Middle.Touches;
  if (Touches == 0)
    return double(Touched);
  double Rate = double(Touched - at(Middle, Structure)) / double(Touches);
  return double(Touched) + Rate * (Factor - 1) * double(Current.Touches);
}

} // namespace memfacet::advise
