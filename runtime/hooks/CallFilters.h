//===- CallFilters.h - programs that forbid themselves system calls -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_CALLFILTERS_H
#define MEMFACET_RUNTIME_HOOKS_CALLFILTERS_H

#include "runtime/support/FunctionRef.h"
#include <linux/filter.h>

namespace memfacet::hooks {

/// Returns whether \p Filter allows the system calls that the runtime makes
/// while the program runs. The kernel has accepted \p Filter.
bool allowsRuntime(const sock_fprog &Filter);

/// Calls \p Call, a system call that installs \p Filter; null: only read, write
/// and _exit are allowed. If that forbids what the runtime needs, the recording
/// ends: the program may be killed for a call that it does not make itself.
long recordFilter(const sock_fprog *Filter, FunctionRef<long> Call);

} // namespace memfacet::hooks

#endif
