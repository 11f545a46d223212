//===- MruLines.h - the lines that were touched last ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each set of a first level has an MRU line, the line that was touched last.
// Most accesses hit an MRU line, which changes nothing in the set: they go no
// further. Only which line becomes an MRU line is handed on, and who wrote the
// one before: the sets themselves are simulated behind (Hierarchy.h), maybe in
// another thread.
//
// Beside each MRU line stands the structure that its line belongs to. A line of
// several structures becomes the MRU line anew in each portion, so that whoever
// writes it is asked for while its owners hold.
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

/// Takes changes away.
class ChangeDrain {
public:
  virtual ~ChangeDrain() = default;
  /// Hands on the changes so far; there are none then.
  virtual void handOver() = 0;
};

/// What comes out of MRU lines.
struct MruOutput {
  CounterTable<AccessCounters> &Counters; ///< ExtraTouches
  MruChanges &Changes;                    ///< appended, in order
  SiteTouches &Touches;
  ChangeDrain &Drain;

  /// Changes are handed on in portions of about so many.
  static constexpr size_t Portion = 2048;
  /// Called from time to time, so that an access of gigabytes does not keep a
  /// change for each of its lines.
  void relieve() {
    if (Changes.size() >= Portion) [[unlikely]]
      Drain.handOver();
  }
};

/// The MRU lines of one first level. Not synchronised: one thread at a time.
/// The loop over a batch is inside, one virtual call per batch.
class MruLines {
public:
  virtual ~MruLines() = default;

  /// Takes the accesses of \p B in order. The counters have room for every
  /// structure that \p Owners names.
  virtual void filter(const decode::BatchPart &B, OwnerSource &Owners,
                      MruOutput &Output) = 0;
  /// Hands on what is written.
  virtual void settle(MruOutput &Output) = 0;
  /// The cache is empty now. All must be settled.
  virtual void clear() = 0;
};

/// What MRU lines need to know of the model.
struct MruShape {
  uint64_t Sets;
  unsigned LineShift;

  MruShape(const CacheLevel &Level, uint32_t LineBytes);
  /// Whether a line lies in one line of OwnerSource.
  bool mayKeepOwners() const {
    return (uint64_t(1) << LineShift) <= OwnerLineBytes;
  }
};

std::unique_ptr<MruLines> makeMruLines(const CacheLevel &Level,
                                       uint32_t LineBytes, SearchKind Kind);

// One per instruction set.
std::unique_ptr<MruLines> makeMruLinesScalar(const MruShape &S);
std::unique_ptr<MruLines> makeMruLinesAvx2(const MruShape &S);
std::unique_ptr<MruLines> makeMruLinesAvx512(const MruShape &S);

} // namespace memfacet::caches

#endif
