//===- MruLines.h - the lines that were touched last ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each set of a first level has an MRU line, the line that was touched last.
// Most accesses hit an MRU line, which changes nothing in the set: they are not
// handed on. Only changes of MRU lines are handed on, with the structure that
// wrote the old one. Hierarchy.h simulates the sets themselves, maybe in
// another thread.
//
// The owner of each MRU line is kept with it. A line of several structures is
// forgotten at the end of each portion, so that its writer is looked up while
// the owners are valid.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_MRULINES_H
#define MEMFACET_CACHES_CACHE_MRULINES_H

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/cache/MruChange.h"
#include "analysis/caches/cache/OwnerSource.h"
#include "analysis/caches/cache/SiteMisses.h"
#include "analysis/decode/Batch.h"
#include <memory>

namespace memfacet::caches {

/// Takes changes when there are many.
class ChangeDrain {
public:
  virtual ~ChangeDrain() = default;
  /// Hands on the changes so far, and leaves none.
  virtual void handOver() = 0;
};

/// The output of MRU lines.
struct MruOutput {
  CounterTable<AccessCounters> &Counters; ///< only ExtraTouches are counted
  MruChanges &Changes;                    ///< appended, in order
  SiteTouches &Touches;
  ChangeDrain &Drain;

  /// Changes are handed on in portions of about this size.
  static constexpr size_t Portion = 2048;
  /// Hands on the changes if there are many. Called from time to time, so that
  /// an access of gigabytes does not keep a change for each of its lines.
  void relieve() {
    if (Changes.size() >= Portion) [[unlikely]]
      Drain.handOver();
  }
};

/// The MRU lines of one first level. Not synchronised: one thread at a time.
/// The loop over a batch is inside: there is one virtual call for each batch.
class MruLines {
public:
  virtual ~MruLines() = default;

  /// Takes the accesses of \p B in order. The counters have room for every
  /// structure that \p Owners names.
  virtual void filter(const decode::BatchPart &B, OwnerSource &Owners,
                      MruOutput &Output) = 0;
  /// Hands on the writes of MRU lines.
  virtual void settle(MruOutput &Output) = 0;
  /// Empties the cache. All writes must be settled.
  virtual void clear() = 0;
};

/// The properties of the model that MRU lines need.
struct MruShape {
  uint64_t Sets;
  unsigned LineShift;

  MruShape(const CacheLevel &Level, uint32_t LineBytes);
  /// Returns whether a line lies in one line of OwnerSource.
  bool mayKeepOwners() const {
    return (uint64_t(1) << LineShift) <= OwnerLineBytes;
  }
};

std::unique_ptr<MruLines> makeMruLines(const CacheLevel &Level,
                                       uint32_t LineBytes, SearchKind Kind);

// One per instruction set.
std::unique_ptr<MruLines> makeMruLinesScalar(const MruShape &S);
std::unique_ptr<MruLines> makeMruLinesAvx512(const MruShape &S);

} // namespace memfacet::caches

#endif
