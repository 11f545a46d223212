//===- SweepBatch.h - what all simulations of a sweep are told ------------===//

#ifndef MEMFACET_SWEEP_SWEEPBATCH_H
#define MEMFACET_SWEEP_SWEEPBATCH_H

#include "analysis/cache/Miss.h"
#include <cstddef>
#include <vector>

namespace memfacet {

/// A stretch of one thread's work.
struct SweepBatch {
  ThreadId Thread;
  /// {line wanted, EmptyWord}: a touch; {EmptyWord, word}: the line that was
  /// touched before is written, by the word's structure.
  std::vector<Miss> Items;
  size_t Structures = 0; ///< all numbers are less
  bool Counted = true;   ///< inside the region of interest
  bool Forget = false;   ///< before: all counts are 0 again
  bool Ended = false;    ///< after: the thread's own caches go cold
};

} // namespace memfacet

#endif
