//===- Off.h - threads that record nothing --------------------------------===//
//
// A thread is off while its records are not wanted. Its cursor is then virtual
// (memfacet/Entry.h), or in a scratch chunk where code without a counting
// version runs. It keeps its chunk, and events still go there. The words that
// pass while it is off are counted.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_OFF_H
#define MEMFACET_RUNTIME_RECORD_OFF_H

#include "runtime/process/Process.h"
#include "runtime/record/Thread.h"

namespace memfacet {

inline bool isOff(const ThreadState &T) { return T.Off.Events != nullptr; }

/// Whether nothing is to be recorded, as far as that depends on options and on
/// what became of the recording.
bool wantsOff(const Process &P);

/// Takes the thread off; it must be on, with a chunk. The caller can go on with
/// a virtual cursor where \p MayBeVirtual. Signals must be blocked.
void goOff(ThreadState &T, bool MayBeVirtual);
/// Counts the words that passed and starts anew; \p MayBeVirtual as in goOff.
/// Signals must be blocked.
void stayOff(ThreadState &T, bool MayBeVirtual);
/// Back to the thread's chunk, where there may be little room; nothing where
/// the thread is on. Signals must be blocked.
void goOn(ThreadState &T);

/// In a forked child: what was off was the parent's.
inline void forgetOff(ThreadState &T) {
  T.Off = {};
  __memfacet_fast_limit = nullptr;
}

/// The interrupted code of \p F will not go on.
void dropOff(const HandlerFrame &F);

/// While it lives, the cursor is that of the thread's chunk, whether the thread
/// is off or not. Afterwards the cursor of a thread that is off has moved by a
/// word, so that code which compares it sees that something was recorded.
class RealCursor {
public:
  explicit RealCursor(ThreadState &T) : State(T), Saved(T.Off) {
    if (__builtin_expect(!Saved.Events, 1))
      return;
    Cursor = __memfacet_cursor;
    Limit = __memfacet_limit;
    FastLimit = __memfacet_fast_limit;
    __memfacet_cursor = T.Off.Events;
    T.Off.Events = nullptr;
  }
  ~RealCursor() {
    if (__builtin_expect(!Saved.Events, 1))
      return;
    __memfacet_limit = Limit;
    __memfacet_fast_limit = FastLimit;
    State.Off = Saved;
    State.Off.Events = __memfacet_cursor;
    ++State.Off.Base;
    __memfacet_cursor = Cursor + 1;
  }
  RealCursor(const RealCursor &) = delete;
  RealCursor &operator=(const RealCursor &) = delete;

private:
  ThreadState &State;
  OffState Saved;
  uint64_t *Cursor = nullptr, *Limit = nullptr, *FastLimit = nullptr;
};

} // namespace memfacet

#endif
