//===- Machine.h - what depends on the processor --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is one header for each processor; all define the same functions. There
// is one folder of assembly for each processor. A further processor needs one
// more of each.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_MACHINE_MACHINE_H
#define MEMFACET_RUNTIME_MACHINE_MACHINE_H

#if defined(__x86_64__)
#include "runtime/machine/X86_64.h"
#elif defined(__aarch64__)
#include "runtime/machine/AArch64.h"
#else
#error "the runtime knows Linux on x86-64 and aarch64"
#endif

#endif
