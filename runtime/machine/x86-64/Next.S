//===- Next.S - slow paths of inserted code -------------------------------===//

#include "runtime/machine/x86-64/KeepRegisters.inc"

        .text
        entry   __memfacet_next, memfacetMakeRoom
        .section .note.GNU-stack, "", @progbits
