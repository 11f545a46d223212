//===- FileRegion.h - raw chunks in a file --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fallback if no collector can be started. The file is opened again for
// each chunk, so that the program's descriptors stay as they are.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_REGION_FILEREGION_H
#define MEMFACET_RUNTIME_REGION_FILEREGION_H

#include "runtime/process/Process.h"

namespace memfacet::region {

/// Makes memfacet.<pid>.region in the current folder and reports that, with the
/// \p Reason: why there is no collector. Returns false if the file cannot be
/// made.
bool openFileRegion(Text Reason);

/// Returns a zeroed chunk at the end of the file, mapped, or null: the disk is
/// full.
ChunkHeader *takeFileChunk();
void closeFileChunk(ChunkHeader *C, uint64_t UsedWords);

/// Appends a copy of chunk \p C, which lies in shared memory.
bool copyToFile(const ChunkHeader *C, uint64_t UsedWords);

/// Appends the chunks that were handed over to a collector that never came.
void copyReadyToFile(process::Process &P);

} // namespace memfacet::region

#endif
