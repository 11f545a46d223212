; Copies are a load and a store of their length: in the table where it is
; constant, in a slot where not. A copy of nothing is no access.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.blocks.copies = {{.*}} i32 4, i16 5, i16 5,
; CHECK: @__memfacet.sites.copies = private constant [5 x
; CHECK-SAME: <{ i32 24, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0,
; CHECK-SAME: <{ i32 24, i32 0, i16 1, i16 0, i8 1, i8 0, i8 0,
; CHECK-SAME: <{ i32 0, i32 0, i16 0, i16 2, i8 0, i8 0, i8 1,
; CHECK-SAME: <{ i32 0, i32 0, i16 1, i16 3, i8 1, i8 0, i8 1,
; CHECK-SAME: <{ i32 0, i32 0, i16 1, i16 4, i8 1, i8 0, i8 1, i8 1,

define void @copies(ptr %to, ptr %from, i64 %n) {
; CHECK-LABEL: define void @copies(
; CHECK:         store ptr %from, ptr
; CHECK:         store ptr %to, ptr
; CHECK-COUNT-3: store i64 %n, ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 24, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %to, i8 0, i64 %n, i1 true)
  ret void
}

; CHECK: define void @nothing(
; CHECK-NOT: store ptr %to
define void @nothing(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 0, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
