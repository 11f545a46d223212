; A second body has labels of its own: where only computed gotos use their
; addresses, it has tables of its own, too. The first body's stay as they are.
; RUN: %selecting %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
@table = internal unnamed_addr constant [2 x ptr] [ptr blockaddress(@interpret, %add), ptr blockaddress(@interpret, %stop)]
@stored = internal constant [2 x ptr] [ptr blockaddress(@stores, %add), ptr blockaddress(@stores, %stop)]
@crossing = internal constant [2 x ptr] [ptr blockaddress(@crosses, %add), ptr blockaddress(@crosses, %stop)]
@shared = internal constant [2 x ptr] [ptr blockaddress(@sharesItsTable, %add), ptr blockaddress(@sharesItsTable, %stop)]
@visible = constant [2 x ptr] [ptr blockaddress(@showsItsTable, %add), ptr blockaddress(@showsItsTable, %stop)]
@distances = internal constant [2 x i32] [i32 0, i32 trunc (i64 sub (i64 ptrtoint (ptr blockaddress(@addsDistances, %stop) to i64), i64 ptrtoint (ptr blockaddress(@addsDistances, %add) to i64)) to i32)]

; CHECK:       @[[COPY:table.[0-9]+]] = private unnamed_addr constant [2 x ptr] [ptr blockaddress(@interpret.memfacet, %add), ptr blockaddress(@interpret.memfacet, %stop)]
; CHECK-NEXT:  @table = internal unnamed_addr constant [2 x ptr] [ptr blockaddress(@interpret, %add), ptr blockaddress(@interpret, %stop)]

; CHECK-LABEL: define i64 @interpret(
; CHECK:         getelementptr [2 x ptr], ptr @table, i64 0, i64 %code
; CHECK:         indirectbr ptr %label, [label %add, label %stop]
define i64 @interpret(ptr %p) {
  br label %next
next:
  %at = phi ptr [ %p, %0 ], [ %after, %add ]
  %old = phi i64 [ 0, %0 ], [ %sum, %add ]
  %code = load i64, ptr %at
  %place = getelementptr [2 x ptr], ptr @table, i64 0, i64 %code
  %label = load ptr, ptr %place
  indirectbr ptr %label, [label %add, label %stop]
add:
  %sum = add i64 %old, %code
  %after = getelementptr i64, ptr %at, i64 1
  br label %next
stop:
  ret i64 %old
}

; Not where other code could come back with a label of the other body.
; CHECK-NOT:   define {{.*}}.memfacet(
; CHECK-LABEL: define internal i64 @interpret.memfacet(
; CHECK:         getelementptr [2 x ptr], ptr @[[COPY]], i64 0, i64 %code
; CHECK:         indirectbr ptr %label, [label %add, label %stop]
; CHECK-NOT:   define {{.*}}.memfacet(
; CHECK-LABEL: define internal i64 @crosses.memfacet(
; CHECK:         indirectbr
; CHECK-NOT:   define {{.*}}.memfacet(
; CHECK-LABEL: define internal ptr @reads.memfacet(
; CHECK-NOT:   define {{.*}}.memfacet(

define void @stores(ptr %p) {
  br label %next
next:
  %code = load i64, ptr %p
  %place = getelementptr [2 x ptr], ptr @stored, i64 0, i64 %code
  %label = load ptr, ptr %place
  store ptr %label, ptr %p
  indirectbr ptr %label, [label %add, label %stop]
add:
  store i64 1, ptr %p
  br label %next
stop:
  ret void
}

; Control never leaves a body: labels may live in its loops.
define i64 @crosses(ptr %p) {
  br label %first
first:
  %one = load ptr, ptr @crossing
  br label %next
next:
  %label = phi ptr [ %one, %first ], [ %other, %add ]
  %old = load i64, ptr %p
  indirectbr ptr %label, [label %add, label %stop]
add:
  %place = getelementptr [2 x ptr], ptr @crossing, i64 0, i64 %old
  %other = load ptr, ptr %place
  br label %next
stop:
  ret i64 %old
}

define void @sharesItsTable(ptr %p) {
  br label %next
next:
  %code = load i64, ptr %p
  %place = getelementptr [2 x ptr], ptr @shared, i64 0, i64 %code
  %label = load ptr, ptr %place
  indirectbr ptr %label, [label %add, label %stop]
add:
  store i64 1, ptr %p
  br label %next
stop:
  ret void
}

define ptr @reads() {
  %label = load ptr, ptr @shared
  ret ptr %label
}

define void @showsItsTable(ptr %p) {
  br label %next
next:
  %code = load i64, ptr %p
  %place = getelementptr [2 x ptr], ptr @visible, i64 0, i64 %code
  %label = load ptr, ptr %place
  indirectbr ptr %label, [label %add, label %stop]
add:
  store i64 1, ptr %p
  br label %next
stop:
  ret void
}

define void @addsDistances(ptr %p) {
  br label %next
next:
  %code = load i64, ptr %p
  %place = getelementptr [2 x i32], ptr @distances, i64 0, i64 %code
  %distance = load i32, ptr %place
  %label = getelementptr i8, ptr blockaddress(@addsDistances, %add), i32 %distance
  indirectbr ptr %label, [label %add, label %stop]
add:
  store i64 1, ptr %p
  br label %next
stop:
  ret void
}

define void @takesALabel(ptr %p, ptr %label) {
  store i64 1, ptr %p
  indirectbr ptr %label, [label %stop]
stop:
  ret void
}
