//===- Exit.h - the program's last code -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_EXIT_H
#define MEMFACET_RUNTIME_LIFECYCLE_EXIT_H

namespace memfacet {

/// Arranges that what is left is handed over after the last destructor. To be
/// called before anybody else registers anything for exit.
void installExit();
/// The process may soon be another program, or none: tells what is only in its
/// memory. In a vfork child, nothing.
void reportLastCounts();

} // namespace memfacet

#endif
