//===- TlbStack.h - a thread's translation buffers ------------------------===//

#ifndef MEMFACET_MEMORY_TLBSTACK_H
#define MEMFACET_MEMORY_TLBSTACK_H

#include "analysis/memory/CacheArray.h"
#include "analysis/memory/MemoryCounters.h"
#include <vector>

namespace memfacet {

class TlbStack {
public:
  TlbStack() = default;
  explicit TlbStack(const CacheModel &Model);

  /// A touch of a page. How many levels missed.
  uint8_t touch(uint64_t Page, MemoryCounters &To);
  bool empty() const { return Levels.empty(); }

private:
  std::vector<CacheArray> Levels;
  uint64_t LastPage = HeldLine::NoLine; ///< in the first level, most recent
};

} // namespace memfacet

#endif
