//===- runtime/pairs/Watches.h - the lines that are watched ---------------===//
//
// All threads share them. Whether a line may be watched is told by a byte of
// __memfacet_watched (memfacet/Entry.h), then by the list of watches. As a
// line's watch ends where it is touched, about as many are open as different
// lines were touched, over the period: few. So the table is nearly empty.
//
// Nothing here waits for anybody: a signal handler may come in between, or stop
// its thread for as long as it likes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_WATCHES_H
#define MEMFACET_RUNTIME_PAIRS_WATCHES_H

#include "memfacet/ReusePairs.h"
#include "runtime/record/Thread.h"

namespace memfacet {

inline bool mayBeWatched(uint64_t Line) {
  return __atomic_load_n(&__memfacet_watched[watchedPlace(Line)],
                         __ATOMIC_RELAXED);
}

/// The same, or one of its neighbours.
inline bool mayBeNearWatch(uint64_t Line) {
  uint32_t Bytes;
  __builtin_memcpy(&Bytes, &__memfacet_watched[watchedPlace(Line) - 1],
                   sizeof(Bytes));
  return (Bytes & 0xffffff) != 0;
}

/// The number of the next watch, from 1.
uint64_t nextWatch();
/// Nothing happens where memory is short. A line may have several watches, of
/// threads that chose it at the same time.
void watchLine(uint64_t Line, uint64_t Number);
/// Ends a watch of \p Line; its number, or 0: there is none (any more).
uint64_t endWatch(uint64_t Line);
/// A new process, nothing is watched.
void forgetWatches();

} // namespace memfacet

#endif
