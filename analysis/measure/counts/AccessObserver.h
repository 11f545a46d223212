//===- AccessObserver.h - who looks at every access -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts, MRU lines and descriptions are always computed, by code that looks at
// few accesses. An observer is an analysis that a user asks for; it looks at
// every access.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_COUNTS_ACCESSOBSERVER_H
#define MEMFACET_MEASURE_COUNTS_ACCESSOBSERVER_H

#include "analysis/caches/cache/MruChange.h"
#include "analysis/caches/memory/MemoryCounters.h"
#include "analysis/decode/Batch.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/support/Error.h"
#include <span>

namespace memfacet::measure {

/// Some accesses of a batch with the structures that they belong to.
struct OwnedPart {
  decode::BatchPart Part;
  const uint32_t *Owners; ///< StructureId, by number in the batch
  size_t Structures;      ///< all of them are below
  /// By number in the batch; null: only counts of misses are wanted.
  const caches::Outcome *Outcomes = nullptr;
  /// Runs that begin in this part, if an observer asked for them. Where At is
  /// the part's End, none of its accesses are in it.
  std::span<const decode::ExecutedRun> Runs = {};
};

/// Called from one thread, in the order of the stream.
class AccessObserver {
public:
  virtual ~AccessObserver() = default;

  /// A batch, before its accesses, which come in parts, if there are any.
  virtual void batch(const decode::AccessBatch &B) { (void)B; }
  virtual void accesses(const OwnedPart &P) = 0;
  /// Whether it needs OwnedPart::Runs; parts may have no accesses then. Asked
  /// once.
  virtual bool wantsRuns() const { return false; }
  /// Whether it needs Release, Acquire and Stall events. Asked once.
  virtual bool wantsSync() const { return false; }
  /// Whether accesses to chosen lines (memfacet/Select.h) are enough, those
  /// that a selecting program does not drop. Asked once.
  virtual bool takesChosen() const { return false; }
  /// Of a selecting program: the accesses that follow are to one line in 2^\p
  /// Bits, no more than before. Not called of a complete stream.
  virtual void choose(unsigned Bits) { (void)Bits; }
  /// Before the attribution sees it: what \p E releases is still known.
  virtual void event(const decode::Event &E) { (void)E; }
  /// From here on, nothing is counted, though all is followed; or again.
  virtual void count(bool Wanted) = 0;
  /// Forgets all counts, not the state: a region of interest begins.
  virtual void forgetCounts() = 0;
  /// Adds what it found to \p P, whose structures and threads are there. More
  /// may follow, and another call.
  virtual void fill(result::Profile &P) = 0;
};

} // namespace memfacet::measure

#endif
