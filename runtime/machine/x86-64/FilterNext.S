//===- FilterNext.S - slow paths of code that filters ---------------------===//

#include "runtime/machine/x86-64/KeepRegisters.inc"

        // Calls Usual, which needs neither vector registers nor an aligned
        // stack; where it returns false, Behind does the work. Keeps every
        // register but r11, which preserve_all does not ask for.
        .macro  usually Name, Usual, Behind
        .globl  \Name
        .type   \Name, @function
        .p2align 5
\Name\():
        .cfi_startproc
        .irp    Register, rax, rcx, rdx, rsi, rdi, r8, r9, r10
        pushq   %\Register
        .cfi_adjust_cfa_offset 8
        .endr
        callq   \Usual
        testb   %al, %al
        .irp    Register, r10, r9, r8, rdi, rsi, rdx, rcx, rax
        popq    %\Register
        .cfi_adjust_cfa_offset -8
        .endr
        je      \Behind
        retq
        .cfi_endproc
        .size   \Name, .-\Name
        .endm

        .text
        usually __memfacet_touch, memfacetTouch, memfacet_touch_slowly
        usually __memfacet_touch_line, memfacetTouchLine, memfacet_touch_line_slowly
        entry   memfacet_touch_slowly, memfacetTouchSlowly, 0
        .hidden memfacet_touch_slowly
        entry   memfacet_touch_line_slowly, memfacetTouchLineSlowly, 0
        .hidden memfacet_touch_line_slowly
        usually __memfacet_touch_range, memfacetTouchRange, memfacet_touch_range_slowly
        entry   memfacet_touch_range_slowly, memfacetTouchRangeSlowly, 0
        .hidden memfacet_touch_range_slowly
        entry   __memfacet_touch_lanes, memfacetTouchLanes, 0
        entry   __memfacet_loop, memfacetLoop, 0
        usually __memfacet_mark, memfacetMark, memfacet_mark_slowly
        entry   memfacet_mark_slowly, memfacetMarkSlowly, 0
        .hidden memfacet_mark_slowly
        usually __memfacet_unnamed, memfacetUnnamed, memfacet_unnamed_slowly
        entry   memfacet_unnamed_slowly, memfacetUnnamedSlowly, 0
        .hidden memfacet_unnamed_slowly
        usually __memfacet_passed, memfacetPassed, memfacet_passed_slowly
        entry   memfacet_passed_slowly, memfacetPassedSlowly, 0
        .hidden memfacet_passed_slowly
        entry   __memfacet_forget, memfacetForget, 0
        .section .note.GNU-stack, "", @progbits
