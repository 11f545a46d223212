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

namespace memfacet {

/// Whether functions run in their selecting bodies.
inline bool selecting() { return __memfacet_selecting != 0; }

/// Reads the option `lines` and says whether functions select.
void prepareSelection(bool IsEnabled);
/// Of the moves of a line that the process follows: how many lines it stands
/// for, as a power of two; else LineHolders::Unfollowed.
uint8_t bitsOfMoves(uint64_t Line);
/// \p T is registered and begins with a window.
void beginSelection(ThreadState &T);
/// \p T is in no window from here on, and records accesses to the lines that
/// the process chooses now.
void chooseLines(ThreadState &T);
/// \p T has a new chunk: takes over what the process selects by now, which is
/// less with each chunk of some numbers.
void continueSelection(ThreadState &T);
/// An interval of \p T has ended after so many \p Instructions: does the same,
/// and opens a window now and then.
void endSelectedInterval(ThreadState &T, uint64_t Instructions);
/// \p T has acquired a lock or the like that another thread had. What it
/// accesses next is likely to be shared: searches for lines to watch, the first
/// 64 times, then 8 times for each power of two.
void searchAfterAcquire(ThreadState &T);
/// \p T has made the last access of its search.
void endSearch(ThreadState &T);
/// The thread says that all counters of the process have been told.
void endSelection(ThreadState &T);
/// The thread ends, but for some code that may still be executed.
void leaveSelection(ThreadState &T);
/// In a forked child, before it records.
void forgetSelection(ThreadState &T);

} // namespace memfacet

#endif
