//===- AccessObserver.h - an analysis that looks at every access ----------===//
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

/// Some accesses of a batch, with the structures that they belong to.
struct OwnedPart {
  decode::BatchPart Part;
  const uint32_t *Owners; ///< StructureId, by number in the batch
  size_t Structures;      ///< all ids in Owners are below
  /// The outcomes, by number in the batch. Null: only counts of misses are
  /// wanted.
  const caches::Outcome *Outcomes = nullptr;
  /// The runs that begin in this part, if an observer asked for them. A run
  /// that begins at the part's End has none of the accesses of this part.
  std::span<const decode::ExecutedRun> Runs = {};
};

/// Called from one thread, in the order of the stream.
class AccessObserver {
public:
  virtual ~AccessObserver() = default;

  /// Handles a batch before its accesses. They follow in parts, if there are
  /// any.
  virtual void batch(const decode::AccessBatch &B) { (void)B; }
  virtual void accesses(const OwnedPart &P) = 0;
  /// Returns whether the observer needs OwnedPart::Runs. Parts may have no
  /// accesses then. Called once.
  virtual bool wantsRuns() const { return false; }
  /// Returns whether the observer needs Release, Acquire and Stall events.
  /// Called once.
  virtual bool wantsSync() const { return false; }
  /// Returns whether accesses to chosen lines (memfacet/Select.h) are enough,
  /// those that a selecting program does not drop. Events of the heap may come
  /// with a batch then (AccessBatch::Heap). Called once.
  virtual bool takesChosen() const { return false; }
  /// Returns whether the observer takes those accesses of a selecting program
  /// that long windows have (memfacet/Windows.h), and no others. Events of the
  /// heap may come with a batch then (AccessBatch::Heap). Called once.
  virtual bool takesWindows() const { return false; }
  /// Says that the accesses that follow are to one line in 2^\p Bits, no more
  /// than before. Called for a selecting program, never for a complete stream.
  virtual void choose(unsigned Bits) { (void)Bits; }
  /// Handles an event before the attribution does: the object that \p E
  /// releases is still known.
  virtual void event(const decode::Event &E) { (void)E; }
  /// Counts from here on, or only follows the accesses without counting.
  virtual void count(bool Wanted) = 0;
  /// Forgets all counts, not the state: a region of interest begins.
  virtual void forgetCounts() = 0;
  /// Adds the results to \p P, whose structures and threads are there. More
  /// accesses may follow, and another call.
  virtual void fill(result::Profile &P) = 0;
};

} // namespace memfacet::measure

#endif
