//===- AccessTeller.h - the accesses of a run, one by one -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_OBSERVERS_ACCESSTELLER_H
#define MEMFACET_MEASURE_OBSERVERS_ACCESSTELLER_H

#include "analysis/measure/observers/Observers.h"

namespace memfacet::measure {

struct ObservedAccess {
  ThreadId Thread;
  uint32_t Structure = 0; ///< StructureId of the first byte
  uint32_t Site = 0;      ///< SiteId
  uint64_t Address = 0;
  uint32_t Size = 0; ///< bytes, at least 1
  bool Write = false;
};

/// Hears of accesses in the order of the stream, all threads merged. Called
/// from one thread.
class AccessListener {
public:
  virtual ~AccessListener() = default;
  virtual void access(const ObservedAccess &A) = 0;
  /// \p Thread begins a run of so many IR instructions. \p Row tells runs
  /// apart. The accesses that follow are those of the run, up to the thread's
  /// next one.
  virtual void run(ThreadId Thread, uint64_t Row, uint32_t Instructions) {
    (void)Thread, (void)Row, (void)Instructions;
  }
  virtual void threadEnded(ThreadId Thread) { (void)Thread; }
  /// What follows is not counted, because it is outside of the region of
  /// interest; or again.
  virtual void count(bool Wanted) { (void)Wanted; }
  /// Nor is anything that was told before.
  virtual void forget() {}
};

/// \p Listener outlives the analysis.
MakeObserver observeAccesses(AccessListener &Listener);

} // namespace memfacet::measure

#endif
