//===- ProcessState.h - what a process has from its parent ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TOOLS_SUPPORT_PROCESSSTATE_H
#define MEMFACET_TOOLS_SUPPORT_PROCESSSTATE_H

namespace memfacet {

/// Opens /dev/null in place of standard streams that are closed, so that no
/// other file gets their numbers, and makes a file above the limit an error
/// (EFBIG) instead of a signal. To be called first.
void prepareProcess();

/// Undoes prepareProcess, for a program that this process becomes. May be
/// called after fork.
void undoPrepareProcess();

} // namespace memfacet

#endif
