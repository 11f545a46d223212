//===- Calendar.h - what is taken in which cycle --------------------------===//
//
// Operations are simulated in program order, but use units and the way to
// memory in another order. Each takes the first cycle that no older operation
// needs. This equals the rule "the oldest first" in every cycle. Time moves on
// with the dispatch of operations; before it, nothing can be taken any more.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CORE_CALENDAR_H
#define MEMFACET_CORE_CALENDAR_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Words for numbers from a base on, which moves on; what is not taken is 0.
class CalendarRing {
public:
  explicit CalendarRing(size_t FirstWords) : Words(FirstWords) {}

  /// Nothing before \p Number will be asked for.
  void advance(uint64_t Number);
  uint64_t &operator[](uint64_t Number) {
    if (Number - Base >= Words.size()) [[unlikely]]
      grow(Number);
    return Words[Number & (Words.size() - 1)];
  }

private:
  void grow(uint64_t Number);

  std::vector<uint64_t> Words; ///< a power of two
  uint64_t Base = 0;           ///< what is before is zero
};

/// How many units of each kind are taken in each cycle. Up to eight kinds, up
/// to 254 units.
class UnitCalendar {
public:
  /// Nothing before \p Now will be asked for.
  void advance(uint64_t Now) { Cycles.advance(Now); }
  /// Takes a unit of \p Kind in the first cycle from \p Time on in which less
  /// than \p Units are taken.
  uint64_t take(unsigned Kind, uint32_t Units, uint64_t Time);

private:
  CalendarRing Cycles = CalendarRing(1024); ///< a byte for each kind
};

/// A resource that serves one request in a cycle.
class ChannelCalendar {
public:
  void advance(uint64_t Now) { Words.advance(Now / 64); }
  /// Takes the first \p Cycles free cycles from \p Time on; the cycle behind
  /// the last of them. \p Cycles is not 0.
  uint64_t take(uint64_t Cycles, uint64_t Time);

private:
  CalendarRing Words = CalendarRing(64); ///< a bit for each cycle
};

} // namespace memfacet

#endif
