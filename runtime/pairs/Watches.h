//===- Watches.h - the lines that are watched -----------------------------===//
//
// All threads share them. A byte of __memfacet_watched (memfacet/Entry.h) tells
// whether a line may be watched, then the list of watches tells for sure. A
// watch ends when its line is touched. So the number of open watches is about
// the number of different lines touched, over the period: few, and the table is
// nearly empty.
//
// Nothing here waits for another thread: a signal handler may interrupt it, and
// may stop its thread for any time.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_WATCHES_H
#define MEMFACET_RUNTIME_PAIRS_WATCHES_H

#include "memfacet/ReusePairs.h"
#include "runtime/process/Process.h"
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

// Alone, nothing is locked: a handler that interrupts may at worst leave a line
// that counts as watched and is not.

/// A cache line of watches.
struct alignas(64) WatchBucket {
  static constexpr unsigned Places = 4;
  static constexpr uint64_t Free = 0, Changing = 1;
  /// In a number: the line was touched once since.
  static constexpr uint64_t EndedOnce = uint64_t(1) << 63;
  static uint64_t nameOf(uint64_t Line) {
    return Line << 1 | uint64_t(1) << 63;
  }

  /// Takes place \p I: nobody else uses it while it is Changing. False: its
  /// content was not \p Expected.
  bool own(unsigned I, uint64_t Expected) {
    if (Names[I].load(std::memory_order_relaxed) != Expected)
      return false;
    if (!isAloneHere())
      return Names[I].compare_exchange_strong(Expected, Changing);
    Names[I].store(Changing, std::memory_order_relaxed);
    return true;
  }
  void disown(unsigned I, uint64_t Name) {
    Names[I].store(Name, std::memory_order_release);
  }

  std::atomic<uint64_t> Names[Places];
  uint64_t Numbers[Places];
};
static_assert(sizeof(WatchBucket) == 64);

struct WatchTables {
  static constexpr unsigned Most = 8, FirstBits = 8, MoreBits = 3;

  /// The bucket of \p Line. Null: this table does not exist.
  WatchBucket *bucket(unsigned Table, uint64_t Line) const {
    WatchBucket *First = Tables[Table].load(std::memory_order_acquire);
    return First ? First + placeOf(Line, Table) : nullptr;
  }
  static uint64_t placeOf(uint64_t Line, unsigned Table) {
    return Line * 0x9e3779b97f4a7c15 >> (64 - FirstBits - MoreBits * Table);
  }

  std::atomic<WatchBucket *> Tables[Most];
  std::atomic<uint64_t> Numbers;
};
extern constinit WatchTables Watches;

/// The line has one watch less.
void forgetWatched(uint64_t Line);

/// The number of the next watch, from 1.
inline uint64_t nextWatch() {
  if (!isAloneHere())
    return Watches.Numbers.fetch_add(1) + 1;
  uint64_t Number = Watches.Numbers.load(std::memory_order_relaxed) + 1;
  Watches.Numbers.store(Number, std::memory_order_relaxed);
  return Number;
}
/// Nothing happens where memory is short. A line may have several watches, of
/// threads that chose it at the same time.
void watchLine(uint64_t Line, uint64_t Number);

/// \p Line is touched: calls \p Tell(number) for each watch of it. Those for
/// which this is the second time end. What is told comes before any other
/// thread finds the watch again.
template <typename Teller> void touchWatches(uint64_t Line, Teller Tell) {
  const uint64_t Name = WatchBucket::nameOf(Line);
  for (unsigned Table = 0; Table != WatchTables::Most; ++Table) {
    WatchBucket *B = Watches.bucket(Table, Line);
    if (!B)
      return;
    for (unsigned I = 0; I != WatchBucket::Places; ++I) {
      if (!B->own(I, Name)) [[likely]]
        continue;
      uint64_t Number = B->Numbers[I];
      bool Ends = Number & WatchBucket::EndedOnce;
      Tell(Number & ~WatchBucket::EndedOnce);
      B->Numbers[I] = Number | WatchBucket::EndedOnce;
      B->disown(I, Ends ? WatchBucket::Free : Name);
      if (Ends)
        forgetWatched(Line);
    }
  }
}

/// A new process, nothing is watched. False: there is no memory for it.
bool forgetWatches();

} // namespace memfacet

#endif
