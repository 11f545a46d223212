//===- Chunks.h - the chunk that a thread fills ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_RECORD_CHUNKS_H
#define MEMFACET_RUNTIME_RECORD_CHUNKS_H

#include "runtime/record/Thread.h"

namespace memfacet::record {

/// Gives the thread an empty chunk. Inside a signal handler, the chunk is
/// marked as a handler's. May sleep until the collector frees a chunk. Signals
/// must be blocked.
void openChunk(ThreadState &T);

/// Hands the thread's chunk over, if it has one. Signals must be blocked.
void closeChunk(ThreadState &T);

/// Hands over \p C, which is filled up to \p Cursor and is not the current
/// chunk.
void handOverChunk(ChunkHeader *C, const uint64_t *Cursor);

/// Hands over what is complete in the private chunks that handlers interrupted,
/// so that it comes before what is recorded from now on. Signals must be
/// blocked.
void handOverInterrupted(ThreadState &T);

/// Hands over the kept chunks (KeptChunks.h), unless the thread must not wait.
/// Signals must be blocked.
void handOverKeptChunks(ThreadState &T);

/// Moves the thread from shared memory to the file if no collector came.
void leaveLostRegion(ThreadState &T);

/// Sets the limit for the records that follow the cursor.
void setLimit(ThreadState &T);

} // namespace memfacet::record

#endif
