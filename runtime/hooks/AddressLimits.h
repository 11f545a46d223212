//===- AddressLimits.h - limits without the runtime's memory --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_ADDRESSLIMITS_H
#define MEMFACET_RUNTIME_HOOKS_ADDRESSLIMITS_H

#include "runtime/support/FunctionRef.h"
#include <sys/resource.h>
#include <sys/types.h>

namespace memfacet::hooks {

/// Does what prlimit does for limits of this process's address space. \p New
/// and \p Old may be null. Replaces \p New by the kernel's limit, then makes
/// the call by \p Call, which must pass on \p New. Returns its result; 0:
/// success.
long exchangeLimit(const rlimit *&New, rlimit *Old, FunctionRef<long> Call);

/// Returns whether limits of \p Resource in process \p Id are those of this
/// process's address space.
bool isOwnAddressSpace(pid_t Id, int Resource);

} // namespace memfacet::hooks

#endif
