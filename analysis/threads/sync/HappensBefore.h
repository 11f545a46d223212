//===- HappensBefore.h - the order that synchronisation enforces ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access happens before an access of another thread where a chain of
// releases and acquisitions, creations and joins leads from it to the other
// (Lamport 1978). Such accesses keep their order however threads are merged.
// The recorded order of who gets a lock first is kept. All other accesses may
// change places.
//
// Condition variables order nothing here: a wait may end without a signal, and
// the order that the waiting thread relies on comes with the lock.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_SYNC_HAPPENSBEFORE_H
#define MEMFACET_THREADS_SYNC_HAPPENSBEFORE_H

#include "analysis/decode/Batch.h"
#include "analysis/threads/sync/SyncObjects.h"
#include <unordered_map>

namespace memfacet::threads {

class HappensBefore {
public:
  /// The position of a thread in the order.
  struct State {
    VectorClock Clock; ///< what happened before the thread's next access
    /// Grows whenever Clock does.
    uint64_t Changes = 0;
    uint32_t Epoch = 0; ///< the thread's own entry in Clock
  };

  /// Takes the next event in merged order. Ignores kinds that order nothing.
  void event(const decode::Event &E);
  /// Returns the state of \p Thread, valid as long as this object.
  const State &state(uint32_t Thread) { return mutableState(Thread); }

private:
  State &mutableState(uint32_t Thread);
  static void advance(uint32_t Thread, State &S);
  void acquire(State &S, const VectorClock &Clock);
  void release(const decode::Event &E);
  void start(const decode::Event &E);

  SyncObjects<VectorClock> Objects;
  std::unordered_map<uint32_t, State> Threads;
  /// By thread that has not begun: the clock of its creator.
  std::unordered_map<uint32_t, VectorClock> CreatorClocks;
  uint64_t Releases = 0;
};

} // namespace memfacet::threads

#endif
