//===- Calendar.cpp - what is in use in which cycle -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/Calendar.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>

namespace memfacet::core {

void CalendarRing::advance(uint64_t Number) {
  if (Number - Base >= Words.size()) {
    Words.assign(Words.size(), 0);
    Base = Number;
  }
  for (; Base < Number; ++Base)
    nearWord(Base) = 0;
  if (!Far.empty()) [[unlikely]]
    takeFromFar();
}

/// Returns the word of a number that Words does not have.
uint64_t &CalendarRing::farWord(uint64_t Number) {
  if (Number - Base >= MostWords)
    return Far[Number];
  grow(Number);
  return nearWord(Number);
}

void CalendarRing::grow(uint64_t Number) {
  size_t Wanted = std::bit_ceil((Number - Base + 1) * 2);
  std::vector<uint64_t> Larger(std::min(Wanted, MostWords));
  for (uint64_t N = Base; N != Base + Words.size(); ++N)
    Larger[N & (Larger.size() - 1)] = nearWord(N);
  Words.swap(Larger);
  takeFromFar();
}

/// Moves words from Far that Words can have now.
void CalendarRing::takeFromFar() {
  while (!Far.empty() && (Far.begin()->first < Base ||
                          Far.begin()->first - Base < Words.size())) {
    auto [Number, Word] = *Far.begin();
    if (Number >= Base)
      nearWord(Number) = Word;
    Far.erase(Far.begin());
  }
}

uint64_t UnitCalendar::take(unsigned Kind, uint32_t Units, uint64_t Time) {
  unsigned Shift = Kind * 8;
  for (uint64_t C = Time;; ++C) {
    if (uint64_t &Cycle = Cycles[C]; (Cycle >> Shift & 0xff) < Units) {
      Cycle += uint64_t(1) << Shift;
      return C;
    }
  }
}

uint64_t ChannelCalendar::take(uint64_t Cycles, uint64_t Time) {
  MEMFACET_CHECK(Cycles != 0, "nothing takes no time");
  uint64_t TooEarly = (uint64_t(1) << Time % 64) - 1; // bits that are too early
  for (uint64_t Number = Time / 64;; ++Number, TooEarly = 0) {
    uint64_t &Word = Words[Number];
    uint64_t Free = ~(Word | TooEarly);
    auto Count = uint64_t(std::popcount(Free));
    if (Count < Cycles) {
      Cycles -= Count;
      Word |= Free;
      continue;
    }
    for (;; Free &= Free - 1) {
      auto Bit = unsigned(std::countr_zero(Free));
      Word |= uint64_t(1) << Bit;
      if (--Cycles == 0)
        return Number * 64 + Bit + 1;
    }
  }
}

} // namespace memfacet::core
