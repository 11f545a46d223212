//===- LookedAt.h - accesses of a thread, looked at one by one ------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_LOOKEDAT_H
#define MEMFACET_RUNTIME_PAIRS_LOOKEDAT_H

#include "memfacet/Tables.h"
#include "runtime/pairs/Watches.h"
#include "runtime/record/Thread.h"

namespace memfacet {

/// Of the process.
struct PairState {
  ReusePlan Plan;
  std::atomic<uint64_t> Units{0}; ///< of all threads, told so far
};
extern constinit PairState Pairs;

/// Begins the thread's clock, unless it has begun.
void beginClock(ThreadState &T);
/// Adds what the thread has made since to the clock of all.
void tellClock(ThreadState &T);

/// One access of a record or a question, as ReuseClock::access wants it.
struct LookedAtAccess {
  ThreadState &T;
  const Site *Row;
  uint64_t Address, Bytes;

  void touch(uint64_t Line) {
    if (mayBeWatched(Line)) [[unlikely]]
      touchWatches(Line, [&](uint64_t Number) { tellSecond(Number); });
  }
  void watch(uint64_t Line) {
    uint64_t Number = nextWatch();
    // Told first, so that its order number is below that of the second access.
    tellFirst(Number);
    watchLine(Line, Number);
    T.Pairs.Watched = true;
  }

private:
  void tellFirst(uint64_t Number) const;
  void tellSecond(uint64_t Number) const;
};

inline void lookAt(LookedAtAccess A) {
  A.T.Pairs.Clock.access(A.Address, A.Bytes, A);
}

/// The next access of the thread, by \p Row, which is not Masked.
void lookAtRange(ThreadState &T, const Site *Row, uint64_t Address,
                 uint64_t Bytes);
/// One of lanes of \p Row->Size bytes.
void lookAtMask(ThreadState &T, const Site *Row, uint64_t Address,
                uint64_t Mask);

} // namespace memfacet

#endif
