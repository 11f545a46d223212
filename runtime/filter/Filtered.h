//===- Filtered.h - filtered records into the thread's chunk --------------===//

#ifndef MEMFACET_RUNTIME_FILTER_FILTERED_H
#define MEMFACET_RUNTIME_FILTER_FILTERED_H

#include "runtime/record/Thread.h"
#include <atomic>

extern "C" {
/// Keeps every register (Next.S).
__attribute__((preserve_most)) void __memfacet_next();
}

namespace memfacet {

/// Appends a record, for which there is room. The second word comes first, so
/// that a visible header means a whole record.
inline void appendFiltered(FilteredKind Kind, uint64_t Address, uint32_t Way,
                           uint64_t Site, uint32_t Value) {
  uint64_t *At = __memfacet_cursor;
  FilteredRecord R = filteredRecord(Kind, Address, Way, Site, Value);
  At[1] = R.Words[1];
  __atomic_store_n(At, R.Words[0], __ATOMIC_RELEASE);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  __memfacet_cursor = At + FilteredWords;
}

inline bool hasRoom() { return __memfacet_cursor < __memfacet_limit; }
inline void makeRecordRoom() {
  if (__builtin_expect(!hasRoom(), 0))
    __memfacet_next();
}

inline void writeFiltered(FilteredKind Kind, uint64_t Address, uint32_t Way,
                          uint64_t Site, uint32_t Value) {
  makeRecordRoom();
  appendFiltered(Kind, Address, Way, Site, Value);
}

} // namespace memfacet

#endif
