//===- Select.h - which lines a thread records ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SELECT_SELECT_H
#define MEMFACET_RUNTIME_SELECT_SELECT_H

#include "runtime/record/Thread.h"

extern "C" {
extern MEMFACET_EXPORT uint8_t __memfacet_selecting;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t __memfacet_lines;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t __memfacet_spans;
}

namespace memfacet::select {

/// Returns whether functions run in their selecting bodies.
inline bool selecting() { return __memfacet_selecting != 0; }

/// Reads the option `lines` and says whether functions select.
void prepareSelection(bool IsEnabled);
/// Returns, for the moves of a line that the process follows, the number of
/// lines that it stands for, as a power of two; else LineHolders::Watched or
/// Unfollowed.
uint8_t bitsOfMoves(uint64_t Line);
/// Begins to select when \p T is registered. The thread starts with a window,
/// which is shorter the more threads have begun before.
void beginSelection(record::ThreadState &T);
/// Ends the window of \p T. From now on \p T records accesses to the lines that
/// the process chooses now.
void chooseLines(record::ThreadState &T);
/// Takes over what the process selects now, when \p T has a new chunk. The cost
/// of the chunk may make the process select less.
void continueSelection(record::ThreadState &T);
/// Does the same when an interval of \p T has ended after \p Instructions
/// instructions, and opens a window now and then.
void endSelectedInterval(record::ThreadState &T, uint64_t Instructions);
/// Ends the history of lines that \p Bytes at \p Address take up, which belong
/// to a new object from now on. To be called before the object's event.
void forgetObject(record::ThreadState &T, uint64_t Address, uint64_t Bytes);
/// Searches for lines to watch when \p T has acquired a lock or the like, which
/// another thread may have had: what it accesses next is likely to be shared.
/// Does so the first 64 times, then 8 times for each power of two.
void searchAfterAcquire(record::ThreadState &T);
/// Ends the search of \p T after its last access.
void endSearch(record::ThreadState &T);
/// Ends the selection through the thread \p T, after all counters of the
/// process were written.
void endSelection(record::ThreadState &T);
/// Frees the thread's rights when it ends. Some code of the thread may still be
/// executed.
void leaveSelection(record::ThreadState &T);
/// Resets the selection in a forked child, before it records.
void forgetSelection(record::ThreadState &T);

} // namespace memfacet::select

#endif
