//===- Registration.h - threads become known ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_RECORD_REGISTRATION_H
#define MEMFACET_RUNTIME_RECORD_REGISTRATION_H

#include "runtime/record/Thread.h"

namespace memfacet {

/// Makes the calling thread known: an index, a chunk, a ThreadStart event whose
/// argument is \p Creator. \p Index may be chosen before (ThreadCreate).
void registerThread(ThreadState &T, uint32_t Index, uint32_t Creator);

/// The same for a thread that the runtime did not see being created.
void registerUnknownThread(ThreadState &T);

} // namespace memfacet

#endif
