; A block without accesses has no record where each successor can say that it was
; entered from there: a row of its own, chosen by a phi node.
; RUN: opt -load-pass-plugin=%plugin -passes=memfacet-record -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Rows: entry, other, join, then join entered from other; the last field is the
; distance to the row of the run before.
; CHECK: @__memfacet.blocks.f = private constant [4 x
; CHECK-SAME: i32 3, i16 1, i16 1, i32 2, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 2, i16 0, i16 0, i32 0, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 3, i16 1, i16 1, i32 0, i32 [[ID:[-0-9]+]], i32 0 }>
; CHECK-SAME: i32 5, i16 1, i16 1, i32 0, i32 [[ID]], i32 trunc

define i64 @f(ptr %p, i64 %n) {
; CHECK-LABEL: define i64 @f(
; CHECK:       other:
; CHECK-NEXT:    %twice = shl i64 %n, 1
; CHECK-NEXT:    br label %join
; CHECK:       join:
; CHECK-NEXT:    [[ROW:%.*]] = phi ptr [ getelementptr inbounds ([4 x <{{.*}}>], ptr @__memfacet.blocks.f, i64 0, i64 3), %other ], [ getelementptr inbounds ([4 x <{{.*}}>], ptr @__memfacet.blocks.f, i64 0, i64 2), %{{.*}} ]
; CHECK:         store ptr [[ROW]], ptr
entry:
  store i64 0, ptr %p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %other, label %join
other:
  %twice = shl i64 %n, 1
  br label %join
join:
  %m = phi i64 [ %twice, %other ], [ %n, %entry ]
  store i64 %m, ptr %p
  ret i64 %m
}
