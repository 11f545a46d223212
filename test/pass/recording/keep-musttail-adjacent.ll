; Nothing is inserted between a musttail call and its return, whose instruction
; counts with the run before.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.blocks.f = private constant [1 x {{.*}} i32 3, i16 1, i16 1, i32 2,

define i32 @f(ptr %p) {
; CHECK-LABEL: define i32 @f(
; CHECK:         %r = musttail call i32 @f(ptr %p)
; CHECK-NEXT:    ret i32 %r
  store i32 0, ptr %p
  %r = musttail call i32 @f(ptr %p)
  ret i32 %r
}
