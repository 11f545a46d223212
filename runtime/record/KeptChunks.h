//===- KeptChunks.h - chunks of handlers that must not wait ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A handler may have interrupted its thread between taking an order number and
// writing the event. The collector waits for that event and frees no chunk, so
// the handler cannot wait for one. It fills private memory of the thread, which
// is handed over once the event is there.
//
// Code that a handler leaves suspended, by a switch to another context, holds a
// cursor in its chunk, and when it goes on is not known. So the thread fills
// private memory, too: what is complete is handed over before the records of
// other contexts, the rest after them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_KEPTCHUNKS_H
#define MEMFACET_RUNTIME_RECORD_KEPTCHUNKS_H

#include "runtime/record/Thread.h"

namespace memfacet::record {

/// Returns whether interrupted code of the thread holds an order number.
bool mustNotWait(const ThreadState &T);

/// Returns a chunk outside the region, or null when memory is short.
ChunkHeader *takeKeptChunk();
bool isKeptChunk(const ChunkHeader *C);
/// Adds \p C, which is filled up to its UsedWords, to the thread's kept chunks.
void keepChunk(ThreadState &T, ChunkHeader *C);

/// Calls \p HandOver with each kept chunk, the oldest first, and frees it.
void drainKeptChunks(ThreadState &T,
                     void (*HandOver)(ThreadState &, ChunkHeader &));
/// Returns the number of words of the kept chunk \p C that were handed over
/// already.
uint64_t &handedWords(ChunkHeader &C);
/// Forgets the kept chunks in a forked child: they belong to the parent.
void forgetKeptChunks(ThreadState &T);

} // namespace memfacet::record

#endif
