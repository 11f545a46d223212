; Only calls below which memory may be allocated stand among the contexts: not
; those of functions that surely allocate nothing, of the C library, of
; intrinsics, nor musttail calls, after which nothing may be put back.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
declare void @unknown()
declare i64 @strlen(ptr)
declare i32 @reads(ptr) memory(read) nounwind willreturn
declare i32 @setjmp(ptr) returns_twice

define internal i32 @quiet(ptr %p) noinline {
  %v = load i32, ptr %p
  ret i32 %v
}
define internal void @quietRecursion(i32 %n) noinline {
  call void @quietRecursion(i32 %n)
  ret void
}
define internal void @loud() noinline {
  call void @unknown()
  ret void
}

; CHECK-LABEL: define void @none(
; CHECK-NOT:     @__memfacet_depth
; CHECK:       }
define void @none(ptr %p) {
  %a = call i32 @quiet(ptr %p)
  call void @quietRecursion(i32 3)
  %b = call i64 @strlen(ptr %p)
  %c = call i32 @reads(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  musttail call void @none(ptr %p)
  ret void
}

; CHECK-LABEL: define void @all(
; CHECK:         store volatile ptr @__memfacet.allocation.all{{(\.[0-9]+)?}},
; CHECK:         call void @loud()
; CHECK:         store volatile ptr @__memfacet.allocation.all{{(\.[0-9]+)?}},
; CHECK:         call void @unknown()
; CHECK:         store volatile ptr @__memfacet.allocation.all{{(\.[0-9]+)?}},
; CHECK:         call void %f()
; CHECK:       ret void
define void @all(ptr %f) {
  call void @loud()
  call void @unknown()
  call void %f()
  ret void
}

; What a jump left is dropped where setjmp returns.
; CHECK-LABEL: define void @returns(
; CHECK:         [[DEPTH:%.*]] = load volatile i64, ptr @__memfacet_depth
; CHECK:         call i32 @setjmp(ptr %b)
; CHECK:         store volatile i64 [[DEPTH]], ptr @__memfacet_depth
; CHECK:         ret void
define void @returns(ptr %b) {
  %r = call i32 @setjmp(ptr %b)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
