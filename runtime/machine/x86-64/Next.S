//===- Next.S - slow paths of inserted code -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/machine/x86-64/KeepRegisters.inc"

        .text
        entry   __memfacet_next, memfacetMakeRoom
        entry   memfacet_make_room, memfacetMakeRoom, 0
        .hidden memfacet_make_room

        .globl  __memfacet_room
        .type   __memfacet_room, @function
        .p2align 4
__memfacet_room:
        .cfi_startproc
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        movq    __memfacet_cursor@gottpoff(%rip), %rax
        movq    %r11, %fs:(%rax)
        popq    %rax
        .cfi_adjust_cfa_offset -8
.Lmake_room:
        callq   memfacet_make_room
        movq    __memfacet_cursor@gottpoff(%rip), %r11
        movq    %fs:(%r11), %r11
        retq
        .cfi_endproc
        .size   __memfacet_room, .-__memfacet_room

        .globl  __memfacet_reload
        .type   __memfacet_reload, @function
        .p2align 4
__memfacet_reload:
        .cfi_startproc
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        movq    __memfacet_cursor@gottpoff(%rip), %r11
        movq    __memfacet_limit@gottpoff(%rip), %rax
        movq    %fs:(%r11), %r11
        cmpq    %fs:(%rax), %r11
        popq    %rax
        .cfi_adjust_cfa_offset -8
        jae     .Lmake_room
        retq
        .cfi_endproc
        .size   __memfacet_reload, .-__memfacet_reload
        .section .note.GNU-stack, "", @progbits
