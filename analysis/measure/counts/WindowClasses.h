//===- WindowClasses.h - conflicts of the first level, in windows ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: a middle window has 65,536 accesses. After 3000 of them, 512 lines
// were touched, as many as the first level has. From there on, 900 misses are
// seen: of 600, the line is still in a fully associative cache of 512 lines, so
// these are conflicts. Two thirds of the misses around the window are.
//
// Each window begins with an empty cache, and a miss counts when it is certain:
// the set has taken as many lines as it has ways, and the fully associative
// cache is full. Windows later in a run are rarer and stand for more of it; a
// miss counts as many times as there are slots for each window.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_COUNTS_WINDOWCLASSES_H
#define MEMFACET_MEASURE_COUNTS_WINDOWCLASSES_H

#include "analysis/caches/memory/ClassClusters.h"
#include "analysis/caches/memory/LineHistory.h"
#include "analysis/caches/memory/MemoryTally.h"
#include "analysis/decode/Batch.h"
#include <memory>
#include <unordered_map>

namespace memfacet::measure {

/// Finds out what part of the misses of the first level are conflicts, by
/// structure. Not synchronised.
class WindowClasses {
public:
  /// \p Model must have a first level with LRU replacement.
  explicit WindowClasses(const caches::CacheModel &Model);
  ~WindowClasses();

  /// Takes accesses of a middle window, in order. \p Owners has the structures
  /// of all accesses of the batch.
  void add(const decode::BatchPart &B, const uint32_t *Owners);
  void threadEnded(ThreadId Thread);
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts();

  /// Returns the misses of \p Structure by window: Conflict, and all others as
  /// Capacity. Null: no window has any that is certain.
  const caches::MissClusters *find(uint32_t Structure) const {
    return ByWindow.find(0, Structure);
  }
  /// Returns the misses and conflicts of each set, all of them in windows.
  const std::vector<caches::SetCounts> &sets() const { return Sets; }

private:
  struct Window;

  Window &windowOf(const decode::AccessBatch &B);
  void touch(Window &W, uint64_t Line, uint32_t Structure);

  const caches::CacheLevel Level;
  const uint32_t LineBytes;
  std::unordered_map<uint32_t, std::unique_ptr<Window>> Windows; ///< by thread
  caches::ClassClusters ByWindow;
  std::vector<caches::SetCounts> Sets;
  size_t Begun = 0; ///< windows
  bool Counting = true;
};

} // namespace memfacet::measure

#endif
