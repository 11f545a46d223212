; The room check splits the entry block: static allocas stay above it, or they
; would become dynamic.
; RUN: %record -memfacet-carry=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
define i32 @f() {
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT:    %a = alloca i32
; CHECK-NEXT:    %b = alloca i32
; CHECK-NEXT:    load volatile ptr, ptr @__memfacet_cursor
  %a = alloca i32
  store i32 1, ptr %a
  %b = alloca i32
  store i32 2, ptr %b
  %v = load i32, ptr %a
  ret i32 %v
}
