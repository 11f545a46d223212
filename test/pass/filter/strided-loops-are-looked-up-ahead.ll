; A loop of one block whose addresses advance by fixed strides, so often as is
; known before, has no checks: the runtime is told where its accesses begin, their
; strides and how often they happen, and looks up iterations ahead.
; RUN: %filtering -memfacet-carry=false %s | FileCheck %s
; RUN: %filtering -memfacet-carry=false -memfacet-look-ahead=false \
; RUN:   %s | FileCheck %s --check-prefix=OFF
; OFF-NOT: call {{.*}} @__memfacet_loop(

define void @scale(ptr %p, ptr %q, i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %pi = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %pi, align 8
  %w = fmul double %v, 2.0
  %q1 = getelementptr i8, ptr %q, i64 16
  %qi = getelementptr double, ptr %q1, i64 %i
  store double %w, ptr %qi, align 8
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
; Iterations, then address and stride of the load and of the store.
; CHECK-LABEL: define internal void @scale.memfacet(
; CHECK:         [[LOOP:%.*]] = alloca [6 x i64]
; CHECK:       before:
; CHECK:         [[ITERATIONS:%.*]] = getelementptr inbounds i8, ptr [[LOOP]], i64 0
; CHECK:         store i64 %n, ptr [[ITERATIONS]]
; CHECK:         [[P:%.*]] = ptrtoint ptr {{.*}} to i64
; CHECK:         [[LOAD:%.*]] = getelementptr inbounds i8, ptr [[LOOP]], i64 16
; CHECK:         store i64 [[P]], ptr [[LOAD]]
; CHECK:         [[LOADSTRIDE:%.*]] = getelementptr inbounds i8, ptr [[LOOP]], i64 24
; CHECK:         store i64 8, ptr [[LOADSTRIDE]]
; CHECK:         [[Q:%.*]] = ptrtoint ptr {{.*}} to i64
; CHECK:         [[STORE:%.*]] = getelementptr inbounds i8, ptr [[LOOP]], i64 32
; CHECK:         store i64 [[Q]], ptr [[STORE]]
; CHECK:         [[STORESTRIDE:%.*]] = getelementptr inbounds i8, ptr [[LOOP]], i64 40
; CHECK:         store i64 8, ptr [[STORESTRIDE]]
; CHECK:       loop:
; CHECK:         [[LEFT:%.*]] = phi i64 [ 0, %before ], [ [[LESS:%.*]], %{{.*}} ]
; CHECK:         [[NONE:%.*]] = icmp eq i64 [[LEFT]], 0
; CHECK:         br i1 [[NONE]]
; CHECK:         [[AT:%.*]] = ptrtoint ptr [[LOOP]] to i64
; CHECK-NEXT:    call preserve_allcc void @__memfacet_loop(i64 [[AT]], ptr {{.*}}, i64 2)
; CHECK:         [[AHEADAT:%.*]] = getelementptr inbounds i8, ptr [[LOOP]], i64 8
; CHECK-NEXT:    [[AHEAD:%.*]] = load i64, ptr [[AHEADAT]]
; CHECK:         [[MORE:%.*]] = phi i64 [ [[AHEAD]], %{{.*}} ], [ [[LEFT]], %loop ]
; CHECK:         [[LESS]] = sub i64 [[MORE]], 1
; CHECK-NOT:     call preserve_allcc void @__memfacet_touch
; CHECK:         ret void

; Where one goes depends on what the other has loaded.
define i64 @gather(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pi = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %pi, align 8
  %qi = getelementptr i64, ptr %q, i64 %v
  %w = load i64, ptr %qi, align 8
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i64 %w
}
; CHECK-LABEL: define internal i64 @gather.memfacet(
; CHECK-NOT:     call {{.*}} @__memfacet_loop(
; CHECK:         call preserve_allcc void @__memfacet_touch(

; How often it is executed depends on what it finds.
define i64 @search(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pi = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %pi, align 8
  %next = add i64 %i, 1
  %again = icmp ne i64 %v, 0
  br i1 %again, label %loop, label %end
end:
  ret i64 %i
}
; CHECK-LABEL: define internal i64 @search.memfacet(
; CHECK-NOT:     call {{.*}} @__memfacet_loop(
; CHECK:         call preserve_allcc void @__memfacet_touch(

; Each access is to another line: checks cost as little.
define i64 @column(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %pi = getelementptr [16 x i64], ptr %p, i64 %i
  %v = load i64, ptr %pi, align 8
  %t = add i64 %s, %v
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i64 %t
}
; CHECK-LABEL: define internal i64 @column.memfacet(
; CHECK-NOT:     call {{.*}} @__memfacet_loop(
; CHECK:         call preserve_allcc void @__memfacet_touch(
