//===- HandedOut.cpp - memory of mappings that became blocks --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/HandedOut.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <iterator>

namespace memfacet::owners {

uint64_t HandedOut::add(uint64_t Low, uint64_t High) {
  MEMFACET_CHECK(Low < High, "a block has bytes");
  auto Next = Ends.upper_bound(Low);
  if (Next != Ends.begin()) {
    auto Before = std::prev(Next);
    if (Before->second >= High)
      return 0;
    if (Low <= Before->second + LargestGap)
      Next = Before;
  }
  uint64_t Known = 0;
  uint64_t Begin = Low, End = High;
  while (Next != Ends.end() && Next->first <= High + LargestGap) {
    Known += Next->second - Next->first;
    Begin = std::min(Begin, Next->first);
    End = std::max(End, Next->second);
    Next = Ends.erase(Next);
  }
  Ends.emplace_hint(Next, Begin, End);
  return End - Begin - Known;
}

uint64_t HandedOut::remove(uint64_t Low, uint64_t High) {
  uint64_t Removed = 0;
  auto Piece = Ends.upper_bound(Low);
  if (Piece != Ends.begin() && std::prev(Piece)->second > Low)
    --Piece;
  while (Piece != Ends.end() && Piece->first < High) {
    auto [Begin, End] = *Piece;
    Piece = Ends.erase(Piece);
    Removed += std::min(End, High) - std::max(Begin, Low);
    if (Begin < Low)
      Ends.emplace(Begin, Low);
    if (End > High)
      Piece = std::next(Ends.emplace(High, End).first);
  }
  return Removed;
}

} // namespace memfacet::owners
