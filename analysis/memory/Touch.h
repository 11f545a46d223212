//===- Touch.h - one line, touched once -----------------------------------===//

#ifndef MEMFACET_MEMORY_TOUCH_H
#define MEMFACET_MEMORY_TOUCH_H

#include "analysis/memory/CachePaths.h"

namespace memfacet {

struct Touch {
  CachePath &Path;
  ThreadId Thread;
  uint64_t Line;
  uint32_t Structure;
  uint32_t Site;
  bool Write;
  /// Which of the line's bytes, in 64ths of the line where it is longer.
  uint64_t Bytes;
};

/// What looking it up found. Masks are by level.
struct LookUps {
  uint32_t Missed = 0;
  uint32_t Passed = 0;   ///< by a write that went on
  uint32_t FirstUse = 0; ///< of a prefetched line
  uint32_t Dropped = 0; ///< missed for want of what another thread's write took
  size_t End = 0;       ///< the level that ended it, or how many there are
  size_t Absorber = 0;  ///< of a write; how many levels there are: none
  HeldLine *Hit = nullptr; ///< at End
  /// By level that missed: of its LineHistory.
  std::array<uint32_t, MaxCacheLevels> Records = {};

  bool missed(size_t Level) const { return Missed >> Level & 1; }
  bool passed(size_t Level) const { return Passed >> Level & 1; }
};

} // namespace memfacet

#endif
