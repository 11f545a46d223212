//===- Next.S - and its like ----------------------------------------------===//
//
// Called from the middle of a function that expects every register to survive
// (preserve_all). The C++ behind is compiled for general registers only, so
// vector registers are never touched; here the general ones are saved, and the
// flags, and the stack is aligned.
//
//===----------------------------------------------------------------------===//

        .macro  entry Name, Behind, Flags=1
        .globl  \Name
        .type   \Name, @function
        .p2align 4
\Name\():
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        .if     \Flags
        pushfq
        .else
        pushq   %rax
        .endif
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
        callq   \Behind
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
        .if     \Flags
        popfq
        .else
        leaq    8(%rsp), %rsp
        .endif
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        retq
        .cfi_endproc
        .size   \Name, .-\Name
        .endm

        // Flags of a call are nobody's; the slow path of __memfacet_ask is not so
        // slow that putting them back would cost nothing.
        .text
        entry   __memfacet_next, memfacetMakeRoom
        entry   __memfacet_switch, memfacetSwitch
        entry   __memfacet_ask, memfacetAsk, 0
        .section .note.GNU-stack, "", @progbits
