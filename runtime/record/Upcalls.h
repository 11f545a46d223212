//===- Upcalls.h - calls of functions in rooms above ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing a record may begin the process, a thread or a chunk. What must be
// done then is the work of rooms above, which set a function for each.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_UPCALLS_H
#define MEMFACET_RUNTIME_RECORD_UPCALLS_H

namespace memfacet::record {

struct ThreadState;

/// Functions of the rooms above, which set them before the process is armed.
/// Null: there is nothing to do. Signals are blocked during the calls.
struct Upcalls {
  /// Makes the process record, with the calling thread as its thread 0. Further
  /// calls do nothing.
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

} // namespace memfacet::record

#endif
