//===- CountNext.S - slow paths of code that counts -----------------------===//
//
// As Next.S: every register survives. The arguments of the second one are still
// in their registers when the C++ function is called.
//
//===----------------------------------------------------------------------===//

        .macro  KEEPING name, function
        .globl  \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushfq
        pushq   %rax
        pushq   %rcx
        pushq   %rdx
        pushq   %rsi
        pushq   %rdi
        pushq   %r8
        pushq   %r9
        pushq   %r10
        pushq   %r11
        andq    $-16, %rsp
        cld
        callq   \function
        leaq    -80(%rbp), %rsp
        popq    %r11
        popq    %r10
        popq    %r9
        popq    %r8
        popq    %rdi
        popq    %rsi
        popq    %rdx
        popq    %rcx
        popq    %rax
        popfq
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        retq
        .cfi_endproc
        .size   \name, .-\name
        .endm

        .text
        KEEPING __memfacet_count_check, memfacetCountCheck
        KEEPING __memfacet_count_attach, memfacetCountAttach
        .section .note.GNU-stack, "", @progbits
