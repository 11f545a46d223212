//===- Fork.h - a process becomes two -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_FORK_H
#define MEMFACET_RUNTIME_LIFECYCLE_FORK_H

namespace memfacet {

/// To be called before anybody else registers fork handlers: the child's then
/// runs first of all.
void installForkHandlers();

/// The child's handler, for a fork that runs none. Signals must be blocked.
void becomeChild();

} // namespace memfacet

#endif
