//===- DlOpen.S - dlopen, entered by a jump -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

        .text
        .weak   dlopen
        .type   dlopen, @function
        .p2align 4
dlopen:
        .cfi_startproc
        pushq   %rdi
        .cfi_adjust_cfa_offset 8
        pushq   %rsi
        .cfi_adjust_cfa_offset 8
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        callq   memfacetBeforeDlopen
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        popq    %rsi
        .cfi_adjust_cfa_offset -8
        popq    %rdi
        .cfi_adjust_cfa_offset -8
        jmpq    *%rax
        .cfi_endproc
        .size   dlopen, .-dlopen
        .section .note.GNU-stack, "", @progbits
