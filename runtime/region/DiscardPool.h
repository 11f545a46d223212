//===- DiscardPool.h - chunks that are not read ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserted code always writes somewhere. Where nothing is recorded, each thread
// overwrites a private chunk from here.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_REGION_DISCARDPOOL_H
#define MEMFACET_RUNTIME_REGION_DISCARDPOOL_H

#include "memfacet/Region.h"

namespace memfacet::region {

/// Returns a chunk to overwrite. Never fails: when memory is short, threads
/// share one chunk.
ChunkHeader *takeDiscardChunk();
/// Returns the chunk that threads share.
ChunkHeader *sharedDiscardChunk();
void giveDiscardChunk(ChunkHeader *C);
bool isDiscardChunk(const ChunkHeader *C);

} // namespace memfacet::region

#endif
