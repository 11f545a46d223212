//===- Next.S - slow paths of inserted code -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/machine/aarch64/KeepRegisters.inc"

        .text
        entry   __memfacet_next, memfacetMakeRoom
        .section .note.GNU-stack, "", %progbits
