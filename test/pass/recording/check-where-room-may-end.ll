; Room is checked at the start, at loop heads and after calls; a chain of blocks
; whose records fit the redzone together needs no further check.
; Where the cursor is carried, the start and calls have made room already.
; RUN: %record -memfacet-carry=false %s | FileCheck %s
; RUN: %record %s | FileCheck --check-prefix=CARRY %s
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
; CARRY-LABEL: define i64 @chain(
; CARRY:         call ptr {{.*}}callq __memfacet_reload
; CARRY-NOT:     asm
; CARRY:         loop:
; CARRY:         [[HERE:%.*]] = phi ptr
; CARRY:         icmp uge ptr [[HERE]]
; CARRY:         [[FREE:%.*]] = call ptr asm sideeffect alignstack "callq __memfacet_room", "=&{r11},0,~{dirflag},~{fpsr},~{flags}"(ptr [[HERE]])
; CARRY:         [[RECORD:%.*]] = phi ptr [ [[FREE]], {{%.*}} ], [ [[HERE]], %loop ]
; CARRY-NEXT:    store volatile ptr {{.*}}, ptr [[RECORD]]
; CARRY-NOT:     asm
; CARRY:         call void asm sideeffect "", "{r11}"
; CARRY-NEXT:    call void @other()
; CARRY-NEXT:    [[AFTER:%.*]] = call ptr {{.*}}callq __memfacet_reload
; CARRY:         store volatile ptr {{.*}}, ptr [[AFTER]]
; CARRY-NOT:     call ptr
; CARRY:         ret i64
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

; What an exception left is not known: the handler checks.
; CARRY-LABEL: define void @pads(
; CARRY:         invoke void @other()
; CARRY:       bad:
; CARRY:         callq __memfacet_room
; CARRY:         resume
define void @pads(ptr %p) personality ptr @__gxx_personality_v0 {
  invoke void @other() to label %good unwind label %bad
good:
  ret void
bad:
  %pad = landingpad { ptr, i32 } cleanup
  store i32 1, ptr %p
  resume { ptr, i32 } %pad
}
declare i32 @__gxx_personality_v0(...)
