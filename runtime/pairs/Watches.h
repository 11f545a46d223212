//===- runtime/pairs/Watches.h - the lines that are watched ---------------===//
//
// All threads share them. Whether a word may lead to a watched line is told by
// a byte of a small table, without a lock; whether a line is watched, by a byte
// of another one, then by the list of watches under its lock. As a line's watch
// ends where it is touched, about as many are open as different lines were
// touched, over the period: few. So the tables are nearly empty.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_WATCHES_H
#define MEMFACET_RUNTIME_PAIRS_WATCHES_H

#include "memfacet/ReusePairs.h"
#include "runtime/support/Lock.h"

namespace memfacet {

/// Two tables of bytes, counters of watches (255: at least so many).
struct WatchFilter {
  static constexpr uint64_t WordPlaces = 1 << 14, LinePlaces = 1 << 12;

  /// By where a word points: a watch counts in the places of its line and of
  /// its neighbours, for lanes that are near their words (BlockRows.h). Small
  /// numbers, for instance 0 of what was not executed, always count.
  uint8_t Words[WordPlaces];
  uint8_t Lines[LinePlaces];

  static uint64_t wordPlace(uint64_t Line) { return Line & (WordPlaces - 1); }
  static uint64_t linePlace(uint64_t Line) {
    return Line * 0x9e3779b97f4a7c15 >> 52;
  }
  static_assert(LinePlaces == uint64_t(1) << (64 - 52));

  bool mayHoldWord(uint64_t Word) const {
    return __atomic_load_n(&Words[wordPlace(Word >> ReuseLineShift)],
                           __ATOMIC_RELAXED);
  }
  bool mayHoldLine(uint64_t Line) const {
    return __atomic_load_n(&Lines[linePlace(Line)], __ATOMIC_RELAXED);
  }
};

extern constinit WatchFilter TheWatchFilter;

// Only from lookAtRecords (ReuseSampling.h): a handler of the same thread must
// not come here in between.

/// The number of the next watch, from 1.
uint64_t nextWatch();
/// False: no memory, the line is not watched.
bool watchLine(uint64_t Line, uint64_t Number);
/// Ends the watch of \p Line; its number, or 0: it was not watched.
uint64_t endWatch(uint64_t Line);
/// A new process, nothing is watched.
void forgetWatches();

} // namespace memfacet

#endif
