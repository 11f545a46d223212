//===- Calendar.h - what is in use in which cycle -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations are simulated in program order, but use units and the way to
// memory in another order. Each operation takes the first cycle that no older
// operation uses. This equals the rule "the oldest first" in every cycle. Time
// advances with the dispatch of operations; nothing can be taken before it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CORE_CALENDAR_H
#define MEMFACET_CORE_CALENDAR_H

#include "memfacet/Check.h"
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace memfacet::core {

/// Words by number, from a base on that advances. A word that is not taken is
/// 0.
class CalendarRing {
public:
  /// \p FirstWords and \p MostWords are powers of two. Words further ahead than
  /// \p MostWords are kept in a map: otherwise a few of them would cost memory
  /// for all numbers before them.
  explicit CalendarRing(size_t FirstWords, size_t MostWords)
      : Words(FirstWords), MostWords(MostWords) {
    MEMFACET_CHECK(std::has_single_bit(FirstWords) &&
                       std::has_single_bit(MostWords),
                   "a mask finds the place of a word");
  }

  /// Frees the words before \p Number, which are not used again.
  void advance(uint64_t Number);
  uint64_t &operator[](uint64_t Number) {
    if (Number - Base >= Words.size()) [[unlikely]]
      return farWord(Number);
    return nearWord(Number);
  }

private:
  uint64_t &nearWord(uint64_t Number) {
    return Words[Number & (Words.size() - 1)];
  }
  uint64_t &farWord(uint64_t Number);
  void grow(uint64_t Number);
  void takeFromFar();

  std::vector<uint64_t> Words;      ///< a power of two
  size_t MostWords;                 ///< Words never has more
  std::map<uint64_t, uint64_t> Far; ///< of numbers that Words does not have
  uint64_t Base = 0; ///< first number; words before it are not used again
};

/// Counts the units of each kind that are in use in each cycle. Up to eight
/// kinds, up to 254 units.
class UnitCalendar {
public:
  /// Frees the cycles before \p Time.
  void advance(uint64_t Time) { Cycles.advance(Time); }
  /// Takes a unit of \p Kind in the first cycle from \p Time on in which less
  /// than \p Units are taken.
  uint64_t take(unsigned Kind, uint32_t Units, uint64_t Time);

private:
  /// A byte for each kind. After a store to a large block, the few operations
  /// of the window may be many millions of cycles ahead.
  CalendarRing Cycles = CalendarRing(1024, size_t(1) << 16);
};

/// A resource that serves one request in a cycle.
class ChannelCalendar {
public:
  void advance(uint64_t Time) { Words.advance(Time / 64); }
  /// Takes the first \p Cycles free cycles from \p Time on. Returns the cycle
  /// after the last of them. \p Cycles is not 0.
  uint64_t take(uint64_t Cycles, uint64_t Time);

private:
  /// A bit for each cycle. Cycles ahead are taken without gaps.
  CalendarRing Words = CalendarRing(64, size_t(1) << 40);
};

} // namespace memfacet::core

#endif
