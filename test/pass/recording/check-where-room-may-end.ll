; Room is checked at the start, at loop heads and after calls; a chain of blocks
; whose records fit the redzone together needs no further check.
; RUN: %record -memfacet-carry=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
declare void @other()

define i64 @chain(ptr %p, i64 %n) {
; CHECK-LABEL: define i64 @chain(
; CHECK-COUNT-1: call preserve_allcc void @__memfacet_next()
; CHECK-NOT:     call preserve_allcc
; CHECK:         loop:
; CHECK:         [[HERE:%.*]] = phi ptr
; CHECK-COUNT-1: call preserve_allcc void @__memfacet_next()
; CHECK-NOT:     call preserve_allcc
; CHECK:         store volatile ptr [[LAST:%.*]], ptr @__memfacet_cursor
; CHECK-NEXT:    call void @other()
; CHECK-NEXT:    load volatile ptr, ptr @__memfacet_cursor
; CHECK-COUNT-1: call preserve_allcc void @__memfacet_next()
; CHECK-NOT:     call preserve_allcc
; CHECK:         ret i64
entry:
  %c = icmp eq i64 %n, 0
  br i1 %c, label %then, label %loop
then:
  store i64 1, ptr %p
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ 0, %then ], [ %next, %latch ]
  %v = load i64, ptr %p
  %odd = icmp slt i64 %v, 0
  br i1 %odd, label %minus, label %latch
minus:
  store i64 0, ptr %p
  br label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @other()
  %r = load i64, ptr %p
  ret i64 %r
}
