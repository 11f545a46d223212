; From at most 24 checks of a function, the most frequent ones, the recording
; version goes on in the fast one; the fast version goes on in the other from
; each. Here are 28: at the beginning, behind 26 calls, and in a loop.
; RUN: %record -memfacet-two-versions -memfacet-loops=false %s -o %t.ll
; RUN: grep -c "call preserve_allcc void @__memfacet_switch()" %t.ll \
; RUN:   | FileCheck --check-prefix=SWITCH %s
; RUN: grep -c "call preserve_allcc void @__memfacet_next()" %t.ll \
; RUN:   | FileCheck --check-prefix=NEXT %s
; RUN: FileCheck %s < %t.ll

; SWITCH: {{^52$}}
; NEXT: {{^4$}}

declare void @other()

; The loop is the most frequent: both of its versions have three ways in.
; CHECK-LABEL: define void @many(
; CHECK: %i = phi i64 [ 0, %{{.*}} ], [ %next, %{{.*}} ], [ %i.fast, %{{.*}} ]
; CHECK: %i.fast = phi i64 [ 0, %{{.*}} ], [ %i, %{{.*}} ], [ %next.fast, %{{.*}} ]
define void @many(ptr %p, i64 %n) {
  call void @other()
  store i64 0, ptr %p
  call void @other()
  store i64 1, ptr %p
  call void @other()
  store i64 2, ptr %p
  call void @other()
  store i64 3, ptr %p
  call void @other()
  store i64 4, ptr %p
  call void @other()
  store i64 5, ptr %p
  call void @other()
  store i64 6, ptr %p
  call void @other()
  store i64 7, ptr %p
  call void @other()
  store i64 8, ptr %p
  call void @other()
  store i64 9, ptr %p
  call void @other()
  store i64 10, ptr %p
  call void @other()
  store i64 11, ptr %p
  call void @other()
  store i64 12, ptr %p
  call void @other()
  store i64 13, ptr %p
  call void @other()
  store i64 14, ptr %p
  call void @other()
  store i64 15, ptr %p
  call void @other()
  store i64 16, ptr %p
  call void @other()
  store i64 17, ptr %p
  call void @other()
  store i64 18, ptr %p
  call void @other()
  store i64 19, ptr %p
  call void @other()
  store i64 20, ptr %p
  call void @other()
  store i64 21, ptr %p
  call void @other()
  store i64 22, ptr %p
  call void @other()
  store i64 23, ptr %p
  call void @other()
  store i64 24, ptr %p
  call void @other()
  store i64 25, ptr %p
  br label %loop

loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}
