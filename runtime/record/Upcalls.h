//===- Upcalls.h - from records to the rooms above ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records are written long before and long after the rooms above are at work,
// so these say what else is to be done then.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_UPCALLS_H
#define MEMFACET_RUNTIME_RECORD_UPCALLS_H

namespace memfacet {

struct ThreadState;

/// Set before the process is armed, by the rooms above; null: nothing is to be
/// done. Each is called with signals blocked.
struct Upcalls {
  /// Makes the process record, with the calling thread as its thread 0.
  /// Idempotent.
  void (*StartProcess)(ThreadState &);
  /// The thread has been registered and has a chunk.
  void (*BeginThread)(ThreadState &);
  /// The thread has an empty chunk.
  void (*OpenChunk)(ThreadState &);
};
extern constinit Upcalls RecordUpcalls;

inline void callUp(void (*Upcall)(ThreadState &), ThreadState &T) {
  if (Upcall)
    Upcall(T);
}

} // namespace memfacet

#endif
