//===- CountArray.h - one thread's counters of one object -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of many thousand counters, a few hundred change in an interval. Looking
// through all of them also notes the lines (groups as large as the hardware's)
// that are not all 0. Until the next time, the noted lines alone tell nearly as
// much, in a small part of the time.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_COUNTS_COUNTARRAY_H
#define MEMFACET_RUNTIME_COUNTS_COUNTARRAY_H

#include "memfacet/Tables.h"
#include "runtime/support/Lock.h"

namespace memfacet {

/// The counters of one object in one thread.
struct CountArray {
  CountArray *NextOfThread;
  CountArray *Next; ///< of all
  Lock Mutex;       ///< of who tells
  /// Null: the object is unloaded, and nothing of the array is left.
  const ModuleTables *Tables;
  int64_t *Counters;     ///< whole lines; behind the last counter, 0
  uint64_t *EventOffset; ///< behind them (heldCounterBytes)
  uint64_t Count;
  /// Numbers of lines, ascending: those with counters when its thread last
  /// looked through all. Room for every line; only its thread uses them.
  uint32_t *NotedLines;
  uint64_t NotedCount;
  uint32_t Thread;
  uint32_t KernelThread;
  bool IsOrphan;       ///< no thread has it
  bool ThreadHasEnded; ///< its thread has ended, or will do so soon
};

constexpr uint64_t CountersInLine = 8;

TableRange counterTable(const ModuleTables &Tables);

/// Memory for \p Count counters of \p Thread, all 0, not below \p MinAddress;
/// false: there is none.
bool allocateCounters(CountArray &A, uint64_t Count, uint32_t Thread,
                      uint64_t MinAddress);
void freeCounters(CountArray &A);
/// What the collector must know to tell them once the process is dead: whose
/// they are now, and the number of the object.
void noteOwner(const CountArray &A, uint32_t Module);
/// In a forked child, where no memory of the parent is held any more.
void holdCountersAgain(CountArray &A);

/// The first counter from \p Start on that is not 0, or Count.
uint64_t nextChanged(const CountArray &A, uint64_t Start);
/// The same of noted lines only, from the one with number \p Note on, which is
/// moved on.
uint64_t nextNoted(const CountArray &A, uint64_t Start, uint64_t &Note);

/// The instructions that the counters stand for. Notes lines, so only the
/// array's thread may call it.
uint64_t lookThrough(CountArray &A);
/// The same for noted lines only; inexact if other lines have changed.
uint64_t lookAtNotedLines(const CountArray &A);

} // namespace memfacet

#endif
