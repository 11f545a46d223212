; Linkers take a result away from a function if no caller reads it. What the
; function calls in its place must go on to agree with it.
; RUN: %selecting -memfacet-carry=false %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt -passes=deadargelim,verify -disable-output %t.ll
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
declare void @llvm.va_start(ptr)

define internal { i64, i64 } @local(ptr %p, i64 %n) noinline {
  %v = load i64, ptr %p
  %a = insertvalue { i64, i64 } undef, i64 %v, 0
  %b = insertvalue { i64, i64 } %a, i64 %n, 1
  ret { i64, i64 } %b
}
; CHECK-LABEL: define internal { i64, i64 } @local(
; CHECK:         [[R:%.*]] = tail call { i64, i64 } @local.memfacet(ptr %p, i64 %n)
; CHECK-NEXT:    ret { i64, i64 } [[R]]

define internal i32 @variadic(ptr %p, ...) noinline {
  %list = alloca [24 x i8], align 16
  call void @llvm.va_start(ptr %list)
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define internal i32 @variadic(
; CHECK:         musttail call i32 (ptr, ...) @variadic.memfacet(
; CHECK:         musttail call i32 (ptr, ...) @variadic.recording(

; Calls in its place must remain jumps.
define internal i64 @bounces(ptr %p) noinline {
  %v = load i64, ptr %p
  %r = musttail call i64 @bounces(ptr %p)
  ret i64 %r
}
; CHECK-LABEL: define internal i64 @bounces(
; CHECK:         musttail call i64 @bounces.memfacet(ptr %p)

define internal void @nothing(ptr %p) noinline {
  store i32 0, ptr %p
  ret void
}
; CHECK-LABEL: define internal void @nothing(
; CHECK:         musttail call void @nothing.memfacet(ptr %p)

define dso_local i64 @caller(ptr %p) {
  %pair = call { i64, i64 } @local(ptr %p, i64 3)
  %first = extractvalue { i64, i64 } %pair, 0
  %length = call i32 (ptr, ...) @variadic(ptr %p, i32 4)
  %forever = call i64 @bounces(ptr %p)
  call void @nothing(ptr %p)
  ret i64 %first
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}
