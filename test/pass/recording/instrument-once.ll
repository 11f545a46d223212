; A module flag marks what is done: the end of the pipeline comes twice when
; linking with ThinLTO.
; RUN: %record %s -o %t.once
; RUN: opt -load-pass-plugin=%plugin -memfacet-select=false -passes=memfacet-record,memfacet-record -S %s -o %t.twice
; RUN: diff %t.once %t.twice
; RUN: FileCheck %s < %t.once
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK: define i32 @f(
; CHECK-COUNT-1: callq __memfacet_reload
; CHECK-NOT: callq
; CHECK: !{i32 7, !"memfacet", i32 21}
define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
