//===- CountNext.S - slow paths of code that counts -----------------------===//

#include "runtime/machine/aarch64/KeepRegisters.inc"

        .text
        entry   __memfacet_count_check, memfacetCountCheck
        entry   __memfacet_count_attach, memfacetCountAttach
        .section .note.GNU-stack, "", %progbits
