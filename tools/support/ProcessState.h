//===- ProcessState.h - what a process inherits --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TOOLS_SUPPORT_PROCESSSTATE_H
#define MEMFACET_TOOLS_SUPPORT_PROCESSSTATE_H

namespace memfacet {

/// Opens /dev/null in place of standard streams that are closed, so that no
/// other file gets their numbers, and makes a file above the limit an error
/// (EFBIG) instead of a signal. Where there is no memory, the process ends with
/// one line from then on. Must be called first.
void prepareProcess();

/// Undoes prepareProcess before this process executes another program. May be
/// called after fork.
void undoPrepareProcess();

} // namespace memfacet

#endif
