//===- AccessListener.h - the accesses of a run, one by one ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_OBSERVERS_ACCESSLISTENER_H
#define MEMFACET_MEASURE_OBSERVERS_ACCESSLISTENER_H

#include "analysis/measure/observers/AnalysisOptions.h"
#include "analysis/support/Ids.h"

namespace memfacet::measure {

struct ObservedAccess {
  ThreadId Thread;
  uint32_t Structure = 0; ///< StructureId of the first byte
  uint32_t Site = 0;      ///< SiteId
  uint64_t Address = 0;
  uint32_t Size = 0; ///< bytes, at least 1
  bool Write = false;
};

/// Gets accesses in the order of the stream, all threads merged. Called from
/// one thread.
class AccessListener {
public:
  virtual ~AccessListener() = default;
  virtual void access(const ObservedAccess &A) = 0;
  /// Says that \p Thread begins a run of \p Instructions IR instructions.
  /// \p Row identifies the run. The accesses that follow are those of the run,
  /// up to the next run of the thread.
  virtual void run(ThreadId Thread, uint64_t Row, uint32_t Instructions) {
    (void)Thread, (void)Row, (void)Instructions;
  }
  virtual void threadEnded(ThreadId Thread) { (void)Thread; }
  /// Says whether accesses from here on are counted: those outside of the
  /// region of interest are not.
  virtual void count(bool Wanted) { (void)Wanted; }
  /// Says that earlier accesses are not counted either.
  virtual void forget() {}
};

/// Passes accesses to \p Listener, which must outlive the analysis.
MakeObserver observeAccesses(AccessListener &Listener);

} // namespace memfacet::measure

#endif
