//===- CountArray.h - one thread's counters of one object -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program has many thousand counters, of which a few hundred change in an
// interval. Looking through all of them also notes the lines (groups as large
// as the hardware's) that are not all 0. Until the next time, the noted lines
// alone give nearly the same result, in a small part of the time.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_COUNTS_COUNTARRAY_H
#define MEMFACET_RUNTIME_COUNTS_COUNTARRAY_H

#include "memfacet/Tables.h"
#include "runtime/support/Lock.h"

namespace memfacet::counts {

/// The counters of one object in one thread.
struct CountArray {
  CountArray *NextOfThread;
  CountArray *Next; ///< in the list of all arrays
  Lock Mutex;       ///< held while the counts are reported
  /// Null: the object is unloaded, and nothing of the array is left.
  const ModuleTables *Tables;
  int64_t *Counters;     ///< whole lines; 0 after the last counter
  uint64_t *EventOffset; ///< after the counters (heldCounterBytes)
  uint64_t Count;
  /// Numbers of the lines, ascending, that were not all 0 when the array's
  /// thread last looked through all. There is room for every line. Only the
  /// array's thread uses them.
  uint32_t *NotedLines;
  uint64_t NotedCount;
  uint32_t Thread;
  uint32_t KernelThread;
  bool IsOrphan;       ///< no thread uses the array
  bool ThreadHasEnded; ///< its thread has ended, or will do so soon
};

constexpr uint64_t CountersInLine = 8;

TableRange counterTable(const ModuleTables &Tables);

/// Allocates memory for \p Count counters of \p Thread, all 0. Returns false if
/// there is none.
bool allocateCounters(CountArray &A, uint64_t Count, uint32_t Thread);
void freeCounters(CountArray &A);
/// Notes what the collector needs to report the counters once the process is
/// dead: the array's thread and the number of the object.
void noteOwner(const CountArray &A, uint32_t Module);
/// Holds the counters again in a forked child, where no memory of the parent is
/// held any more.
void holdCountersAgain(CountArray &A);

/// Returns the first counter from \p Start on that is not 0, or Count.
uint64_t nextChanged(const CountArray &A, uint64_t Start);
/// Does the same for noted lines only, from the one with number \p Note on.
/// Advances \p Note.
uint64_t nextNoted(const CountArray &A, uint64_t Start, uint64_t &Note);

/// Returns the instructions that the counters stand for. Notes lines, so only
/// the array's thread may call it.
uint64_t lookThrough(CountArray &A);
/// Does the same for noted lines only. The result is inexact if other lines
/// have changed.
uint64_t lookAtNotedLines(const CountArray &A);

} // namespace memfacet::counts

#endif
