//===- Touch.S - accesses that become what a thread remembers -------------===//
//
// Up to a hundred million calls a second. Arguments (memfacet/Filter.h): the
// address in rdi, the Site in rsi, what is to be known of the accesses in rdx.
// Every register is kept but r11, as clang's preserve_all wants it. The runtime
// is part of the executable, so that its thread-locals are at constant places.
//
//   E = front of the address's set
//   if all of the accesses are in one line, of which the bits of Pieces.h are 0
//     record: change, address, half the site, E.Writer | counts of E
//     E = the line
//   else memfacet_touch_slowly
//
//===----------------------------------------------------------------------===//

        // Fields of FrontEntry.
        .set    Start, 0
        .set    Length, 8
        .set    Writer, 12
        .set    Counts, 16
        .set    Line, 24
        // Also in Touch.cpp.
        .set    LargeCounts, 0xffff8000ffff8000
        .set    LineMask, 63
        .set    MixedLine, 0xffff

        // r11: the entry, from the thread's pointer. rax, rcx, r8: free.
        .macro  begin
        pushq   %rax
        .cfi_adjust_cfa_offset 8
        pushq   %rcx
        .cfi_adjust_cfa_offset 8
        pushq   %r8
        .cfi_adjust_cfa_offset 8
        movl    %edi, %r11d
        shrl    $1, %r11d
        andl    $0x7e0, %r11d
        leaq    __memfacet_front@tpoff(%r11), %r11
        // The last byte that must be in the line.
        movzbl  %dl, %eax
        movl    %edi, %ecx
        andl    $LineMask, %ecx
        addl    %ecx, %eax
        cmpl    $LineMask, %eax
        ja      9f
        .endm

        .macro  end
        popq    %r8
        .cfi_adjust_cfa_offset -8
        popq    %rcx
        .cfi_adjust_cfa_offset -8
        popq    %rax
        .cfi_adjust_cfa_offset -8
        .endm

        // Leaves the address of the line in rax.
        .macro  record  Fail
        movq    %fs:__memfacet_cursor@tpoff, %rcx
        cmpq    %fs:__memfacet_limit@tpoff, %rcx
        jae     \Fail
        movq    %fs:Counts(%r11), %rax
        movabsq $LargeCounts, %r8
        testq   %r8, %rax
        jne     \Fail
        movq    %rax, %r8
        shrq    $16, %r8
        orl     %r8d, %eax
        orl     %fs:Writer(%r11), %eax
        shlq    $32, %rax
        movl    %esi, %r8d
        orq     %rax, %r8
        movq    %rdi, %rax
        btsq    $62, %rax
        movq    %r8, 8(%rcx)
        movq    %rax, (%rcx)
        addq    $16, %rcx
        movq    %rcx, %fs:__memfacet_cursor@tpoff
        movq    %rdi, %rax
        andq    $~LineMask, %rax
        movq    $0, %fs:Counts(%r11)
        .endm

        .macro  function Name
        .globl  \Name
        .type   \Name, @function
        .p2align 5
\Name\():
        .cfi_startproc
        .endm

        .macro  slowly Name, Behind
9:
        .cfi_adjust_cfa_offset 24
        end
        jmp     \Behind
        .cfi_endproc
        .size   \Name, .-\Name
        .endm

        .text
        function __memfacet_touch
        begin
        movq    %rdi, %rax
        shrq    $26, %rax
        leaq    _ZN8memfacet10PiecePartsE(%rip), %rcx
        movq    (%rcx,%rax,8), %rcx
        testq   %rcx, %rcx
        je      1f
        movl    %edi, %eax
        andl    $0x3ffffc0, %eax
        shrl    $5, %eax
        movzwl  (%rcx,%rax), %eax
        testl   %eax, %eax
        jne     2f
1:
        record  9f
        movq    %rax, %fs:Start(%r11)
        movq    $64, %fs:Length(%r11)
        movq    $0, %fs:Line(%r11)
        end
        ret

        // Objects begin in the line, as pieceAround has it.
2:
        .cfi_adjust_cfa_offset 24
        cmpl    $MixedLine, %eax
        je      9f
        pushq   %r9
        .cfi_adjust_cfa_offset 8
        pushq   %r10
        .cfi_adjust_cfa_offset 8
        movl    %eax, %r8d
        orl     $0x10001, %r8d
        movl    %edi, %ecx
        shrl    $2, %ecx
        andl    $15, %ecx
        movl    $2, %eax
        shll    %cl, %eax
        decl    %eax
        andl    %r8d, %eax
        bsrl    %eax, %eax              // the granule where the piece begins
        incl    %ecx
        shrl    %cl, %r8d
        bsfl    %r8d, %r8d
        addl    %ecx, %r8d
        subl    %eax, %r8d
        leal    (,%r8,4), %r10d         // its length
        movq    %rdi, %r9
        andq    $~LineMask, %r9
        leaq    (%r9,%rax,4), %r9       // its start
        movzbl  %dl, %eax
        movl    %edi, %ecx
        subl    %r9d, %ecx
        addl    %ecx, %eax
        cmpl    %r10d, %eax
        jae     8f
        record  8f
        movq    %r9, %fs:Start(%r11)
        movq    %r10, %fs:Length(%r11)
        movq    $0, %fs:Line(%r11)
        popq    %r10
        .cfi_adjust_cfa_offset -8
        popq    %r9
        .cfi_adjust_cfa_offset -8
        end
        ret
8:
        .cfi_adjust_cfa_offset 40
        popq    %r10
        .cfi_adjust_cfa_offset -8
        popq    %r9
        .cfi_adjust_cfa_offset -8
        .cfi_adjust_cfa_offset -24
        slowly  __memfacet_touch, memfacet_touch_slowly

        function __memfacet_touch_line
        begin
        record  9f
        movq    %rdi, %fs:Start(%r11)
        movq    $0, %fs:Length(%r11)
        movq    %rax, %fs:Line(%r11)
        end
        ret
        slowly  __memfacet_touch_line, memfacet_touch_line_slowly

        .section .note.GNU-stack, "", @progbits
