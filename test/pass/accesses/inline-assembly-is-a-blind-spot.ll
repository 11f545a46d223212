; A statement of assembly that may touch memory is a site of shape 3, without
; slots. Where it may run instrumented code, the run ends there and the cursor is
; in memory; barriers, pauses and arithmetic are like other instructions.
; RUN: %record -memfacet-carry=false %s | FileCheck %s
; RUN: %record -memfacet-verify -disable-output %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Size, offset, base, extra, kind, base kind, shape, flags.
; CHECK: @__memfacet.blocks.clobbers = private constant [2 x
; CHECK-SAME: i32 2, i16 2, i16 1, i32 2,
; CHECK-SAME: i32 2, i16 1, i16 1, i32 1,
; CHECK: @__memfacet.sites.clobbers = private constant [3 x
; CHECK-SAME: i32 4, i32 0, i16 0, i16 0, i8 1, i8 0, i8 0, i8 0,
; CHECK-SAME: i32 0, i32 0, i16 0, i16 0, i8 0, i8 0, i8 3, i8 0,
; CHECK-SAME: i32 4, i32 0, i16 0, i16 0, i8 1, i8 0, i8 0, i8 0,
; CHECK: @__memfacet.blocks.operand = private constant [1 x
; CHECK-SAME: i32 3, i16 2, i16 1, i32 2,
; CHECK: @__memfacet.blocks.address = private constant [1 x
; CHECK-SAME: i32 2, i16 1, i16 0, i32 2,
; CHECK: @__memfacet.blocks.harmless = private constant [1 x
; CHECK-SAME: i32 6, i16 1, i16 1, i32 2,
; CHECK: @__memfacet.blocks.jumps = private constant [3 x
; CHECK-SAME: i32 1, i16 1, i16 0, i32 2,

define void @clobbers(ptr %p) {
; CHECK-LABEL: define void @clobbers(
; CHECK:         store i32 1, ptr %p
; CHECK-NEXT:    store volatile ptr %{{.*}}, ptr @__memfacet_cursor
; CHECK-NEXT:    call void asm sideeffect "call
; CHECK-NEXT:    load volatile ptr, ptr @__memfacet_cursor
  store i32 1, ptr %p
  call void asm sideeffect "call other", "~{memory},~{dirflag},~{fpsr},~{flags}"()
  store i32 2, ptr %p
  ret void
}

define void @operand(ptr %p) {
; CHECK-LABEL: define void @operand(
; CHECK:         store volatile ptr @__memfacet.blocks.operand,
; CHECK-NOT:     store volatile
; CHECK:         call void asm "incl $0"
; CHECK-NOT:     store volatile
; CHECK:         store i32 2
  call void asm "incl $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  store i32 2, ptr %p
  ret void
}

define i32 @address(ptr %p) {
  %v = call i32 asm "movl ($1), $0", "=r,r,~{dirflag},~{fpsr},~{flags}"(ptr %p)
  ret i32 %v
}

define i32 @harmless(ptr %p, i32 %n) {
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"()
  call void asm sideeffect "pause", "~{memory},~{dirflag},~{fpsr},~{flags}"()
  call void asm sideeffect "rep; nop\0A\09mfence # wait", "~{memory},~{dirflag},~{fpsr},~{flags}"()
  %v = call i32 asm "addl $1, $0", "=r,r,0,~{dirflag},~{fpsr},~{flags}"(i32 1, i32 %n)
  store i32 %v, ptr %p
  ret i32 %v
}

define void @jumps(ptr %p) {
  callbr void asm sideeffect "jmp ${1:l}", "r,!i,~{memory},~{dirflag},~{fpsr},~{flags}"(ptr %p)
          to label %next [label %other]
next:
  store i32 1, ptr %p
  ret void
other:
  store i32 2, ptr %p
  ret void
}
