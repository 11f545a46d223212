//===- Next.S - slow paths of inserted code -------------------------------===//

#include "runtime/machine/x86-64/KeepRegisters.inc"

        // Flags of a call are nobody's; the slow path of __memfacet_ask is not so
        // slow that putting them back would cost nothing.
        .text
        entry   __memfacet_next, memfacetMakeRoom
        entry   __memfacet_ask, memfacetAsk, 0
        .section .note.GNU-stack, "", @progbits
