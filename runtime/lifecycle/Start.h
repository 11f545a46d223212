//===- Start.h - from nothing to recording --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_START_H
#define MEMFACET_RUNTIME_LIFECYCLE_START_H

#include "runtime/record/Thread.h"

namespace memfacet {

/// Idempotent. Makes the process record, with the calling thread as its thread
/// 0. Signals must be blocked.
void ensureStarted(ThreadState &T);

/// Where the runtime was preloaded, the first instrumented library is loaded.
void beginPreloaded();

} // namespace memfacet

#endif
