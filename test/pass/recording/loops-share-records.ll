; A counted loop of one block goes on with its own record: each iteration stores the
; header of the next row, and only what does not advance by a fixed stride.
;
; RUN: %record %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck --check-prefix=NONE %s < %t.ll
; RUN: %record -memfacet-loops=false %s | FileCheck --check-prefix=OFF %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Rows of the entry, of eight iterations and of the exit. The flags of all but the first
; iteration say that they repeat (8; with the loop's number, 2 << 8).
; CHECK: @__memfacet.blocks.scale = private constant [10 x
; CHECK-SAME: i16 2, i16 2, i32 512, i32 [[ID:-?[0-9]+]], i32 0 }>
; CHECK-SAME: i16 2, i16 3, i32 520, i32 [[ID]], i32 trunc
; CHECK-SAME: i16 2, i16 9, i32 520, i32 [[ID]], i32 trunc
; What is loaded has the slot 0 and is 8 bytes further each time, what is stored has a
; slot in each iteration.
; CHECK: @__memfacet.sites.scale = private constant [16 x
; CHECK-SAME: { i32 8, i32 0, i16 0, i16 0, i8 0,
; CHECK-SAME: { i32 8, i32 0, i16 1, i16 0, i8 1,
; CHECK-SAME: { i32 8, i32 8, i16 0, i16 0, i8 0,
; CHECK-SAME: { i32 8, i32 0, i16 2, i16 0, i8 1,
; CHECK-SAME: { i32 8, i32 16, i16 0, i16 0, i8 0,
; CHECK-SAME: { i32 8, i32 0, i16 3, i16 0, i8 1,

; One slot for both neighbours; a stride that is negative.
; CHECK: @__memfacet.sites.neighbours = private constant [16 x
; CHECK-SAME: { i32 4, i32 0, i16 0, i16 0, i8 0,
; CHECK-SAME: { i32 4, i32 8, i16 0, i16 0, i8 1,
; CHECK-SAME: { i32 4, i32 -4, i16 0, i16 0, i8 0,
; CHECK-SAME: { i32 4, i32 4, i16 0, i16 0, i8 1,

; Each iteration has a record where it is not known how many there will be, or something
; is called.
; NONE-DAG: @__memfacet.blocks.search = private constant [3 x
; NONE-DAG: @__memfacet.blocks.calls = private constant [4 x

; OFF-DAG: @__memfacet.blocks.scale = private constant [3 x
; OFF-DAG: @__memfacet.blocks.neighbours = private constant [3 x

define void @scale(ptr %to, ptr %from, i64 %n) {
; CHECK-LABEL: define void @scale(
entry:
  br label %loop

loop:
; CHECK: loop:
; CHECK-NEXT: [[RECORD:%.*]] = phi ptr
; CHECK-NEXT: [[CURSOR:%.*]] = phi ptr
; CHECK-NEXT: [[ROW:%.*]] = phi ptr [ getelementptr inbounds (i8, ptr getelementptr inbounds ({{.*}}, ptr @__memfacet.blocks.scale, i64 0, i64 1), i64 308), {{.*}} ]
; CHECK-NEXT: %i = phi i64
; CHECK-NEXT: [[LAST:%.*]] = icmp eq ptr [[ROW]], getelementptr inbounds (i8, ptr getelementptr inbounds ({{.*}}, ptr @__memfacet.blocks.scale, i64 0, i64 1), i64 308)
; CHECK-NEXT: br i1 [[LAST]], label %[[BEGIN:.*]], label %[[GOON:.*]], !prof
; CHECK: [[BEGIN]]:
; CHECK-NEXT: [[LIMIT:%.*]] = load ptr, ptr @__memfacet_limit
; CHECK-NEXT: icmp uge ptr [[CURSOR]], [[LIMIT]]
; CHECK: callq __memfacet_room
; CHECK: [[NEW:%.*]] = phi ptr
; CHECK-NEXT: store volatile ptr getelementptr inbounds ({{.*}}, ptr @__memfacet.blocks.scale, i64 0, i64 1), ptr [[NEW]]
; CHECK-NEXT: [[BASE:%.*]] = getelementptr i64, ptr %from, i64 %i
; CHECK-NEXT: [[SLOT:%.*]] = getelementptr i64, ptr [[NEW]], i64 1
; CHECK-NEXT: store ptr [[BASE]], ptr [[SLOT]]
; CHECK-NEXT: getelementptr i64, ptr [[NEW]], i64 3
; CHECK-NEXT: br label %[[REST:.*]]
; CHECK: [[GOON]]:
; CHECK-NEXT: [[NEXT:%.*]] = getelementptr inbounds i8, ptr [[ROW]], i64 44
; CHECK-NEXT: store volatile ptr [[NEXT]], ptr [[RECORD]]
; CHECK-NEXT: getelementptr i64, ptr [[CURSOR]], i64 1
; CHECK-NEXT: br label %[[REST]]
; CHECK: [[REST]]:
; CHECK-NEXT: phi ptr
; CHECK-NEXT: [[END:%.*]] = phi ptr
; CHECK: %place = getelementptr
; CHECK-NEXT: [[OWN:%.*]] = getelementptr i64, ptr [[END]], i64 -1
; CHECK-NEXT: store ptr %place, ptr [[OWN]]
; CHECK-NEXT: store i64 %i, ptr %place
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %source = getelementptr inbounds i64, ptr %from, i64 %i
  %v = load i64, ptr %source
  %place = getelementptr inbounds i64, ptr %to, i64 %v
  store i64 %i, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

define void @neighbours(ptr %p, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  %source = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %source
  %further = add nsw i64 %i, 2
  %place = getelementptr inbounds i32, ptr %p, i64 %further
  store i32 %v, ptr %place
  %next = add nsw i64 %i, -1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

define i64 @search(ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %v, 0
  br i1 %more, label %loop, label %exit

exit:
  ret i64 %i
}

declare void @other()

define void @calls(ptr %p, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 %i, ptr %place
  call void @other()
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}
