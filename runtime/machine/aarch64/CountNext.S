//===- CountNext.S - slow paths of code that counts -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/machine/aarch64/KeepRegisters.inc"

        .text
        entry   __memfacet_count_check, memfacetCountCheck
        entry   __memfacet_count_attach, memfacetCountAttach
        entry   __memfacet_count_attach_object, memfacetCountAttachObject
        .section .note.GNU-stack, "", %progbits
