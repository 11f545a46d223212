//===- Calendar.cpp - what is taken in which cycle ------------------------===//

#include "analysis/core/Calendar.h"
#include <bit>

namespace memfacet {

void CalendarRing::advance(uint64_t Number) {
  if (Number - Base >= Words.size()) {
    Words.assign(Words.size(), 0);
    Base = Number;
  }
  for (; Base < Number; ++Base)
    Words[Base & (Words.size() - 1)] = 0;
}

void CalendarRing::grow(uint64_t Number) {
  std::vector<uint64_t> Larger(std::bit_ceil((Number - Base + 1) * 2));
  for (uint64_t N = Base; N != Base + Words.size(); ++N)
    Larger[N & (Larger.size() - 1)] = Words[N & (Words.size() - 1)];
  Words.swap(Larger);
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
  uint64_t Before = (uint64_t(1) << Time % 64) - 1; // bits that are too early
  for (uint64_t Number = Time / 64;; ++Number, Before = 0) {
    uint64_t &Word = Words[Number];
    uint64_t Free = ~(Word | Before);
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

} // namespace memfacet
