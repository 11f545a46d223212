; A function that writes records is neither readnone nor readonly, whatever was
; inferred before, or declared for one of another object; what the C library
; defines keeps its attributes.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: define i32 @pure(i32 %x) [[PURE:#[0-9]+]] {
define i32 @pure(i32 %x) memory(none) nosync nounwind {
  ret i32 %x
}

; CHECK: declare double @sin(double) [[SIN:#[0-9]+]]
declare double @sin(double) nounwind willreturn memory(none)

; CHECK: declare i32 @elsewhere(i32) [[ELSEWHERE:#[0-9]+]]
declare i32 @elsewhere(i32) nounwind willreturn memory(none)

define i32 @caller(i32 %x, double %d) {
; CHECK-LABEL: define i32 @caller(
; CHECK:         call i32 @pure(i32 %x) [[CALL:#[0-9]+]]
; CHECK:         call double @sin(double %d) [[SINCALL:#[0-9]+]]
  %r = call i32 @pure(i32 %x) memory(none) cold
  %s = call double @sin(double %d) memory(none) nounwind
; CHECK:         call i32 @elsewhere(i32 %x) [[ELSEWHERE]]
  %t = call i32 @elsewhere(i32 %x) nounwind willreturn memory(none)
  ret i32 %r
}

; CHECK-DAG: attributes [[ELSEWHERE]] = { nounwind willreturn }
; CHECK-DAG: attributes [[PURE]] = { nounwind }
; CHECK-DAG: attributes [[SIN]] = { nounwind willreturn memory(none) }
; CHECK-DAG: attributes [[CALL]] = { cold }
; CHECK-DAG: attributes [[SINCALL]] = { nounwind memory(none) }
