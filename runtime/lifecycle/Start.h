//===- Start.h - start of recording ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_START_H
#define MEMFACET_RUNTIME_LIFECYCLE_START_H

#include "runtime/record/Thread.h"

namespace memfacet::lifecycle {

/// Makes the process record, with the calling thread as its thread 0. Further
/// calls do nothing. Signals must be blocked.
void ensureStarted(record::ThreadState &T);

/// Begins when the first instrumented library is loaded, if the runtime was
/// preloaded.
void beginPreloaded();

} // namespace memfacet::lifecycle

#endif
