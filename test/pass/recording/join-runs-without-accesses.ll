; A run without accesses in which records meet only stores another header, that
; of the path it was reached by, into whichever record that was.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Rows: entry, then join after it, other, join after it.
; CHECK: @__memfacet.blocks.f = private constant [4 x
; CHECK-SAME: i32 3, i16 1, i16 1, i32 2, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 5, i16 0, i16 1, i32 0, i32 [[ID:[-0-9]+]], i32 trunc
; CHECK-SAME: i32 5, i16 1, i16 2, i32 0, i32 {{[-0-9]+}}, i32 trunc
; CHECK-SAME: i32 7, i16 0, i16 2, i32 0, i32 [[ID]], i32 trunc

define i64 @f(ptr %p, ptr %q, i64 %n) {
; CHECK-LABEL: define i64 @f(
; CHECK:         [[RECORD:%.*]] = call ptr asm {{.*}}callq __memfacet_reload
; CHECK-NEXT:    store volatile ptr @__memfacet.blocks.f, ptr [[RECORD]]
; CHECK-NEXT:    [[ONE:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 2
; CHECK:       other:
; CHECK-NEXT:    store volatile ptr getelementptr inbounds ([4 x {{.*}} @__memfacet.blocks.f, i64 0, i64 2), ptr [[RECORD]]
; CHECK-NEXT:    [[TWO:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 3
; CHECK:       join:
; CHECK-DAG:     [[END:%.*]] = phi ptr [ [[TWO]], %other ], [ [[ONE]], %{{.*}} ]
; CHECK-DAG:     [[ROW:%.*]] = phi ptr [ getelementptr inbounds ([4 x {{.*}} @__memfacet.blocks.f, i64 0, i64 3), %other ], [ getelementptr inbounds ([4 x {{.*}} @__memfacet.blocks.f, i64 0, i64 1), %{{.*}} ]
; CHECK:         store volatile ptr [[ROW]], ptr [[RECORD]]
; CHECK:         store volatile ptr [[END]], ptr @__memfacet_cursor
entry:
  store i64 0, ptr %p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %other, label %join
other:
  store i64 1, ptr %q
  br label %join
join:
  %m = phi i64 [ 1, %other ], [ %n, %entry ]
  ret i64 %m
}

; Not where control may come from what has written records since.
; CHECK: define i64 @g(
; CHECK:       join:
; CHECK-NOT:     phi ptr [ getelementptr
; CHECK:         ret i64
define i64 @g(ptr %p, i64 %n) {
entry:
  store i64 0, ptr %p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %other, label %join
other:
  call void @writes()
  br label %join
join:
  %m = phi i64 [ 1, %other ], [ %n, %entry ]
  ret i64 %m
}
declare void @writes() nounwind willreturn

; A run stores no header where it has no accesses and those that follow store
; theirs at once.
; CHECK-LABEL: define i64 @h(
; CHECK:       test:
; CHECK-NOT:     store
; CHECK:         %d = icmp
; CHECK-NOT:     store
; CHECK:       small:
; CHECK-NEXT:    store volatile ptr getelementptr inbounds ({{.*}} @__memfacet.blocks.h
define i64 @h(ptr %p, i64 %n) {
entry:
  store i64 0, ptr %p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %large, label %test
test:
  %d = icmp slt i64 %n, 5
  br i1 %d, label %small, label %large
small:
  ret i64 1
large:
  ret i64 2
}

; If it may end the program, the header says how far control came.
; CHECK-LABEL: define i64 @k(
; CHECK:       test:
; CHECK-NEXT:    store volatile ptr getelementptr inbounds ({{.*}} @__memfacet.blocks.k
; CHECK:         sdiv
define i64 @k(ptr %p, i64 %n) {
entry:
  store i64 0, ptr %p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %large, label %test
test:
  %q = sdiv i64 100, %n
  %d = icmp slt i64 %n, 5
  br i1 %d, label %small, label %large
small:
  ret i64 1
large:
  ret i64 2
}
