; The clock counts IR instructions as executed, phi nodes included, debug and
; lifetime markers not. The loop is a record per iteration, though it touches no
; memory; what comes after it counts with its last.
; RUN: %record -memfacet-loops=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.blocks.loop = private constant [3 x
; CHECK-SAME: i32 2, i16 0, i16 0, i32 2,
; CHECK-SAME: i32 4, i16 0, i16 0, i32 512,
; CHECK-SAME: i32 5, i16 0, i16 0, i32 0,

define i64 @loop(i64 %n) {
entry:
  %x = alloca i64
  call void @llvm.lifetime.start.p0(i64 8, ptr %x)
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  call void @llvm.lifetime.end.p0(i64 8, ptr %x)
  ret i64 %next
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
