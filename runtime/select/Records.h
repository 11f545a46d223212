//===- Records.h - writes selected records to the chunk -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SELECT_RECORDS_H
#define MEMFACET_RUNTIME_SELECT_RECORDS_H

#include "memfacet/Check.h"
#include "runtime/record/Thread.h"
#include "runtime/select/Select.h"
#include <atomic>

extern "C" {
/// Keeps every register (Next.S).
__attribute__((preserve_most)) void __memfacet_next();
}

namespace memfacet::select {

inline bool hasRoom() { return __memfacet_cursor < __memfacet_limit; }

/// Appends a record, for which there must be room. Writes the second word
/// first, so that a visible header means a whole record.
inline void appendSelected(SelectedKind Kind, uint64_t Address, uint64_t Site,
                           uint32_t Value) {
  uint64_t *Cursor = __memfacet_cursor;
  MEMFACET_CHECK(Cursor + SelectedWords <=
                     record::chunkEnd(record::thread().Chunk),
                 "the caller has made room");
  SelectedRecord R = selectedRecord(Kind, Address, Site, Value);
  Cursor[1] = R.Words[1];
  __atomic_store_n(Cursor, R.Words[0], __ATOMIC_RELEASE);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  __memfacet_cursor = Cursor + SelectedWords;
}

/// Makes room, then appends a record.
inline void writeSelected(SelectedKind Kind, uint64_t Address, uint64_t Site,
                          uint32_t Value) {
  if (__builtin_expect(!hasRoom(), 0))
    __memfacet_next();
  appendSelected(Kind, Address, Site, Value);
}

/// Writes the two records of a move, for which a chunk's redzone has room.
inline void writeMove(uint64_t Line, const sharing::LineMove &M) {
  uint64_t Address = Line << SelectLineShift;
  writeSelected(SelectedKind::Moved, Address | M.Byte, M.Site,
                packMove(M.Value));
  appendSelected(SelectedKind::MovedFrom, Address | M.Taker.Byte, M.Taker.Site,
                 packWriter({M.Taker.Thread, M.Updates}));
}

} // namespace memfacet::select

#endif
