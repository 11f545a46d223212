//===- DlOpen.S - dlopen, entered by a jump -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

        .text
        .weak   dlopen
        .type   dlopen, %function
        .p2align 4
dlopen:
        .cfi_startproc
        hint    #34                     // bti c
        stp     x29, x30, [sp, #-32]!
        .cfi_def_cfa_offset 32
        .cfi_offset x29, -32
        .cfi_offset x30, -24
        stp     x0, x1, [sp, #16]
        bl      memfacetBeforeDlopen
        mov     x16, x0
        ldp     x0, x1, [sp, #16]
        ldp     x29, x30, [sp], #32
        .cfi_def_cfa_offset 0
        .cfi_restore x29
        .cfi_restore x30
        br      x16
        .cfi_endproc
        .size   dlopen, .-dlopen
        .section .note.GNU-stack, "", %progbits
