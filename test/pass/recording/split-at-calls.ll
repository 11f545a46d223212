; Other records may come in at a call: what follows it is a run of its own, also
; without accesses. A call that surely returns and is followed by no access
; keeps its rest; a leaf that only reads does not split at all: what it reads is
; an access of the same run.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Flag 2: enters the function; 1: continues a block.
; CHECK: @__memfacet.blocks.three = private constant [3 x
; CHECK-SAME: i32 2, i16 1, i16 1, i32 2,
; CHECK-SAME: i32 2, i16 1, i16 1, i32 1,
; CHECK-SAME: i32 1, i16 0, i16 0, i32 1,
; CHECK: @__memfacet.blocks.sure = private constant [1 x
; CHECK-SAME: i32 3, i16 1, i16 1, i32 2,
; CHECK: @__memfacet.blocks.leaf = private constant [1 x
; CHECK-SAME: i32 4, i16 3, i16 2, i32 2,
; CHECK: @__memfacet.blocks.never = private constant [1 x
; CHECK-SAME: i32 2, i16 1, i16 1, i32 2,

declare void @other()
declare void @sure_to_return() nounwind willreturn
declare i64 @strlen(ptr) nounwind willreturn memory(argmem: read)
declare void @exit(i32) noreturn

define void @three(ptr %p) {
  store i32 1, ptr %p
  call void @other()
  store i32 2, ptr %p
  call void @other()
  ret void
}

define void @sure(ptr %p) {
  store i32 1, ptr %p
  call void @sure_to_return()
  ret void
}

define i64 @leaf(ptr %p) {
  store i8 0, ptr %p
  %n = call i64 @strlen(ptr %p)
  store i8 1, ptr %p
  ret i64 %n
}

define void @never(ptr %p) {
  store i32 1, ptr %p
  call void @exit(i32 1)
  unreachable
}
