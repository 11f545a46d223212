//===- Outcome.h - what became of an access -------------------------------===//

#ifndef MEMFACET_MEMORY_OUTCOME_H
#define MEMFACET_MEMORY_OUTCOME_H

#include <cstdint>

namespace memfacet {

/// What a simulated memory system did for one access.
struct Outcome {
  /// Number of the level that the line came from, of the line that came from
  /// furthest away: 0, a hit in the first level; as many as there are levels,
  /// memory. See docs/memory-system.md.
  uint8_t Missed = 0;
  /// Levels of the TLB that missed, of the page that took longest.
  uint8_t TlbMissed = 0;
  /// Lines that moved because of it, prefetched and written-back ones included.
  uint32_t FromMemory = 0, ToMemory = 0;
};

} // namespace memfacet

#endif
