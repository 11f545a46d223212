//===- Exit.h - the program's last code -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_EXIT_H
#define MEMFACET_RUNTIME_LIFECYCLE_EXIT_H

namespace memfacet::lifecycle {

/// Arranges that what is left is handed over after the last destructor. Call it
/// before other code registers anything for exit.
void installExit();
/// Reports what is only in the memory of the process, which may soon be another
/// program, or none. Does nothing in a vfork child.
void reportLastCounts();

} // namespace memfacet::lifecycle

#endif
