; What may write records itself ends a record, and so do the heads of loops and
; what more than sixteen words would be needed for.
; RUN: %record -memfacet-loops=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Before: none in any of the rows but the last.
; CHECK: @__memfacet.blocks.calls = private constant [3 x
; CHECK-SAME: i32 2, i16 1, i16 1, i32 2, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 2, i16 1, i16 1, i32 1, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 5, i16 1, i16 1, i32 0, i32 {{[-0-9]+}}, i32 trunc
define void @calls(ptr %p) {
entry:
  store i8 1, ptr %p
  call void @other()
  store i8 2, ptr %p
  br label %next
next:
  %q = getelementptr i8, ptr %p, i64 1
  store i8 3, ptr %q
  ret void
}
declare void @other()

; CHECK: @__memfacet.blocks.loops = private constant [3 x
; CHECK-SAME: i32 2, i16 1, i16 1, i32 2, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 3, i16 1, i16 1, i32 512, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 5, i16 1, i16 1, i32 0, i32 {{[-0-9]+}}, i32 trunc
define void @loops(ptr %p) {
entry:
  store i64 1, ptr %p
  br label %loop
loop:
  %v = load i64, ptr %p
  %c = icmp eq i64 %v, 0
  br i1 %c, label %loop, label %done
done:
  store i64 2, ptr %p
  ret void
}

; Fifteen slots, then one more.
; CHECK: @__memfacet.blocks.long = private constant [3 x
; CHECK-SAME: i32 31, i16 16, i16 15, i32 2, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 33, i16 1, i16 15, i32 0, i32 {{[-0-9]+}}, i32 trunc
; CHECK-SAME: i32 2, i16 1, i16 1, i32 0, i32 {{[-0-9]+}}, i32 0 }>
define void @long(ptr %p, i64 %i, i1 %c, ptr %q) {
entry:
  store i8 0, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 %i
  store i8 0, ptr %p1
  %p2 = getelementptr i8, ptr %p1, i64 %i
  store i8 0, ptr %p2
  %p3 = getelementptr i8, ptr %p2, i64 %i
  store i8 0, ptr %p3
  %p4 = getelementptr i8, ptr %p3, i64 %i
  store i8 0, ptr %p4
  %p5 = getelementptr i8, ptr %p4, i64 %i
  store i8 0, ptr %p5
  %p6 = getelementptr i8, ptr %p5, i64 %i
  store i8 0, ptr %p6
  %p7 = getelementptr i8, ptr %p6, i64 %i
  store i8 0, ptr %p7
  %p8 = getelementptr i8, ptr %p7, i64 %i
  store i8 0, ptr %p8
  %p9 = getelementptr i8, ptr %p8, i64 %i
  store i8 0, ptr %p9
  %p10 = getelementptr i8, ptr %p9, i64 %i
  store i8 0, ptr %p10
  %p11 = getelementptr i8, ptr %p10, i64 %i
  store i8 0, ptr %p11
  %p12 = getelementptr i8, ptr %p11, i64 %i
  store i8 0, ptr %p12
  %p13 = getelementptr i8, ptr %p12, i64 %i
  store i8 0, ptr %p13
  %p14 = getelementptr i8, ptr %p13, i64 %i
  store i8 0, ptr %p14
  %l = load i8, ptr %p14
  br i1 %c, label %same, label %other
same:
  store i8 0, ptr %p7
  ret void
other:
  store i8 0, ptr %q
  ret void
}
