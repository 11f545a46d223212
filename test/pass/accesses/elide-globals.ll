; The address of a global is in the table of references; thread-locals differ by
; thread and need a slot.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
@table = global [64 x i32] zeroinitializer
@elsewhere = external global i64
@mine = thread_local global i32 0

; CHECK: @__memfacet.blocks.touch = {{.*}} i32 6, i16 4, i16 1,
; CHECK: @__memfacet.refs.touch = private constant [2 x <{ ptr }>] [<{ ptr }> <{ ptr @table }>, <{ ptr }> <{ ptr @elsewhere }>], section "memfacet_refs", align 8
; CHECK: @__memfacet.sites.touch = private constant [4 x
; CHECK-SAME: <{ i32 4, i32 12, i16 0, i16 0, i8 1, i8 1,
; CHECK-SAME: <{ i32 8, i32 0, i16 1, i16 0, i8 0, i8 1,
; CHECK-SAME: <{ i32 4, i32 0, i16 0, i16 0, i8 1, i8 0,
; CHECK-SAME: <{ i32 4, i32 0, i16 0, i16 0, i8 0, i8 1,

define i32 @touch(i32 %x) {
; CHECK-LABEL: define i32 @touch(
; CHECK:         store ptr %m, ptr
; CHECK-NOT:     store ptr @
  store i32 %x, ptr getelementptr inbounds ([64 x i32], ptr @table, i64 0, i64 3)
  %e = load i64, ptr @elsewhere
  %m = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  store i32 1, ptr %m
  %r = load i32, ptr @table
  ret i32 %r
}

declare ptr @llvm.threadlocal.address.p0(ptr)
