; A call with an argument by value reads what it copies. The copy is written
; before the called function begins, and recorded there, at the function's line.
; Not so for musttail, which leaves the arguments in their place.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
%large = type [8 x i64]
@Large = global %large zeroinitializer

; CHECK: @__memfacet.sites.pass = private constant [1 x
; CHECK-SAME: <{ i32 64, i32 0, i16 {{.*}}, i16 0, i8 0, i8 {{[0-9]}}, i8 0,
define void @pass() {
  call void @take(ptr byval(%large) align 8 @Large)
  ret void
}

; CHECK: @__memfacet.sites.take = private constant [2 x
; CHECK-SAME: <{ i32 64, i32 0, i16 0, i16 0, i8 1, i8 0, i8 0,
; CHECK-SAME: <{ i32 8, i32 8, i16 0, i16 0, i8 0, i8 0, i8 0,
define void @take(ptr byval(%large) align 8 %copy) {
  %p = getelementptr i8, ptr %copy, i64 8
  %v = load volatile i64, ptr %p
  ret void
}

; CHECK: @__memfacet.sites.forward = private constant [1 x
; CHECK-SAME: <{ i32 64, i32 0, i16 0, i16 0, i8 1, i8 0, i8 0,
define void @forward(ptr byval(%large) align 8 %copy) {
  musttail call void @take(ptr byval(%large) align 8 %copy)
  ret void
}
