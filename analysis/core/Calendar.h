//===- Calendar.h - what is taken in which cycle --------------------------===//
//
// Operations are looked at in program order, but use units and the way to
// memory in another. Each takes the first cycle that no older one needs: that
// is what "the oldest first" is in every cycle. Time moves on with the
// operations' dispatch; before it, nothing can be taken any more.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CORE_CALENDAR_H
#define MEMFACET_CORE_CALENDAR_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// How many units of each kind are taken in each cycle. Up to eight kinds, up
/// to 254 units.
class UnitCalendar {
public:
  UnitCalendar() : Cycles(FirstCycles) {}

  /// Nothing before \p Now will be asked for.
  void advance(uint64_t Now);
  /// Takes a unit of \p Kind in the first cycle from \p Time on in which less
  /// than \p Units are taken.
  uint64_t take(unsigned Kind, uint32_t Units, uint64_t Time);

private:
  static constexpr size_t FirstCycles = 1024;

  uint64_t &at(uint64_t Cycle) { return Cycles[Cycle & (Cycles.size() - 1)]; }
  void grow(uint64_t Cycle);

  std::vector<uint64_t> Cycles; ///< a ring; a byte for each kind
  uint64_t Base = 0;            ///< what is before is zero
};

/// A resource that serves one request in a cycle.
class ChannelCalendar {
public:
  ChannelCalendar() : Words(FirstWords) {}

  void advance(uint64_t Now);
  /// Takes the first \p Cycles free cycles from \p Time on; the cycle behind
  /// the last of them. \p Cycles is not 0.
  uint64_t take(uint64_t Cycles, uint64_t Time);

private:
  static constexpr size_t FirstWords = 64;

  uint64_t &word(uint64_t Number) { return Words[Number & (Words.size() - 1)]; }
  void grow(uint64_t Number);

  std::vector<uint64_t> Words; ///< a ring; a bit for each cycle
  uint64_t Base = 0;           ///< number of the first word
};

} // namespace memfacet

#endif
