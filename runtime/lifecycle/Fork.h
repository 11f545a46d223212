//===- Fork.h - a process becomes two -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_FORK_H
#define MEMFACET_RUNTIME_LIFECYCLE_FORK_H

namespace memfacet::lifecycle {

/// Registers the handlers of forks. Must be called before other code registers
/// some: then the child's handler runs first of all.
void installForkHandlers();

/// Does what the child's handler does, for a fork that runs no handlers.
/// Signals must be blocked.
void becomeChild();

} // namespace memfacet::lifecycle

#endif
