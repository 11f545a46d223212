; Nothing is inserted between a musttail call and its return, whose instruction
; counts with the run before.
; RUN: opt -load-pass-plugin=%plugin -passes=memfacet-record -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK: @__memfacet.blocks.f = private constant [1 x {{.*}} i32 3, i16 1, i16 1, i32 2,

define i32 @f(ptr %p) {
; CHECK-LABEL: define i32 @f(
; CHECK:         %r = musttail call i32 @f(ptr %p)
; CHECK-NEXT:    ret i32 %r
  store i32 0, ptr %p
  %r = musttail call i32 @f(ptr %p)
  ret i32 %r
}
