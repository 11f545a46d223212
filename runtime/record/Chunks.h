//===- Chunks.h - the chunk that a thread fills ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_RECORD_CHUNKS_H
#define MEMFACET_RUNTIME_RECORD_CHUNKS_H

#include "runtime/record/Thread.h"

namespace memfacet {

/// Gives the thread an empty chunk. Inside a signal handler it is marked as a
/// handler's. May sleep until the collector frees one. Signals must be blocked.
void openChunk(ThreadState &T);

/// Hands the thread's chunk over, if it has one. Signals must be blocked.
void closeChunk(ThreadState &T);

/// Hands over \p C, filled up to \p Cursor, that is not the current chunk.
void handOverChunk(ChunkHeader *C, const uint64_t *Cursor);

/// Hands over what is kept (KeptChunks.h), unless the thread must not wait.
/// Signals must be blocked.
void handOverKeptChunks(ThreadState &T);

/// Where no collector came, moves the thread on from shared memory to the file.
void leaveLostRegion(ThreadState &T);

/// Sets the limit for the records that follow the cursor.
void setLimit(ThreadState &T);

} // namespace memfacet

#endif
