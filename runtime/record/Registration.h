//===- Registration.h - registration of threads ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_RECORD_REGISTRATION_H
#define MEMFACET_RUNTIME_RECORD_REGISTRATION_H

#include "runtime/record/Thread.h"

namespace memfacet::record {

/// Registers the calling thread: gives it a chunk and \p Index, which the
/// caller took from RegionHeader::Threads, and writes a ThreadStart event whose
/// argument is \p Creator.
void registerThread(ThreadState &T, uint32_t Index, uint32_t Creator);

/// Registers a thread whose creation the runtime did not see.
void registerUnknownThread(ThreadState &T);

} // namespace memfacet::record

#endif
