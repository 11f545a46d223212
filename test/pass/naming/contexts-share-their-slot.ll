; What it takes to find a function's slot among the contexts, and to put back
; what was there, is done once for many calls: in a block, in a loop, or from
; where the first of them may follow. Whoever may look at the contexts without an
; entry of its own finds the depth as it was.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
declare void @unknown()
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @fails() noreturn

; CHECK-LABEL: define void @block(
; CHECK:         [[DEPTH:%.*]] = load volatile i64, ptr @__memfacet_depth
; CHECK:         [[SLOT:%.*]] = getelementptr inbounds [64 x ptr], ptr @__memfacet_contexts
; CHECK-NEXT:    [[OUTER:%.*]] = load volatile ptr, ptr [[SLOT]]
; CHECK-NEXT:    store volatile ptr @__memfacet.allocation.block, ptr [[SLOT]]
; CHECK-NEXT:    [[ONE:%.*]] = add i64 [[DEPTH]], 1
; CHECK-NEXT:    store volatile i64 [[ONE]], ptr @__memfacet_depth
; CHECK:         call void @unknown()
; CHECK-NOT:     ptr @__memfacet_depth
; CHECK:         call void @free(
; CHECK-NOT:     ptr @__memfacet_depth
; CHECK:         store volatile ptr @__memfacet.allocation.block.{{[0-9]+}}, ptr [[SLOT]]
; CHECK-NEXT:    [[TWO:%.*]] = add i64 [[DEPTH]], 1
; CHECK-NEXT:    store volatile i64 [[TWO]], ptr @__memfacet_depth
; CHECK:         call void @unknown()
; CHECK:         store volatile i64 [[DEPTH]], ptr @__memfacet_depth
; CHECK:         call ptr @malloc(
; CHECK-NOT:     store volatile i64 [[DEPTH]]
; CHECK:         store volatile ptr @__memfacet.allocation.block.{{[0-9]+}}, ptr [[SLOT]]
; CHECK:         store volatile i64 {{.*}}, ptr @__memfacet_depth
; CHECK:         call void @unknown()
; CHECK:         store volatile ptr [[OUTER]], ptr [[SLOT]]
; CHECK-NEXT:    store volatile i64 [[DEPTH]], ptr @__memfacet_depth
; CHECK-NOT:     @__memfacet_contexts
; CHECK:       ret void
define void @block(ptr %p) {
  call void @unknown()
  call void @free(ptr %p)
  call void @unknown()
  %m = call ptr @malloc(i64 8)
  call void @unknown()
  ret void
}

; CHECK-LABEL: define void @loop(
; CHECK-NEXT:    [[DEPTH:%.*]] = load volatile i64, ptr @__memfacet_depth
; CHECK:         [[SLOT:%.*]] = getelementptr inbounds [64 x ptr], ptr @__memfacet_contexts
; CHECK-NEXT:    [[OUTER:%.*]] = load volatile ptr, ptr [[SLOT]]
; CHECK:       loop:
; CHECK-NOT:     load volatile {{.*}}@__memfacet_depth
; CHECK:         store volatile ptr @__memfacet.allocation.loop, ptr [[SLOT]]
; CHECK:         call void @unknown()
; CHECK-NOT:     store volatile i64 [[DEPTH]]
; CHECK:       failing:
; CHECK:         store volatile ptr [[OUTER]], ptr [[SLOT]]
; CHECK-NEXT:    store volatile i64 [[DEPTH]], ptr @__memfacet_depth
; CHECK:         call void @fails()
; CHECK:       last:
; CHECK:         store volatile ptr [[OUTER]], ptr [[SLOT]]
; CHECK-NEXT:    store volatile i64 [[DEPTH]], ptr @__memfacet_depth
; CHECK:         ret void
define void @loop(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %next ]
  call void @unknown()
  %bad = icmp eq i32 %i, 1000
  br i1 %bad, label %failing, label %next
next:
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %last
failing:
  call void @fails()
  unreachable
last:
  ret void
}

; Where control may have come without a call: the edges that lead there get one
; block.
; CHECK-LABEL: define void @some(
; CHECK-NOT:     @__memfacet_depth
; CHECK:       more:
; CHECK:         load volatile i64, ptr @__memfacet_depth
; CHECK:       end.context:
; CHECK:         store volatile ptr {{%[0-9]+}}, ptr {{%[0-9]+}}
; CHECK-NEXT:    store volatile i64 {{%[0-9]+}}, ptr @__memfacet_depth
; CHECK-NEXT:    br label %end
; CHECK:       end:
; CHECK-NOT:     @__memfacet_depth
; CHECK:         ret void
define void @some(i1 %a, i1 %b) {
  br i1 %a, label %more, label %end
more:
  call void @unknown()
  br i1 %b, label %left, label %right
left:
  call void @unknown()
  br label %both
right:
  call void @unknown()
  br label %both
both:
  call void @unknown()
  br i1 %b, label %rest, label %end
rest:
  call void @unknown()
  br label %end
end:
  ret void
}

; Where control cannot stop on its way, nothing less than the whole function.
; CHECK-LABEL: define void @computed(
; CHECK-NEXT:    [[DEPTH:%.*]] = load volatile i64, ptr @__memfacet_depth
; CHECK-NOT:     .context:
; CHECK:       end:
; CHECK:         store volatile ptr {{.*}}
; CHECK-NEXT:    store volatile i64 [[DEPTH]], ptr @__memfacet_depth
; CHECK:         ret void
define void @computed(i1 %a, ptr %to) {
  br i1 %a, label %end, label %start
start:
  indirectbr ptr %to, [label %left, label %end]
left:
  call void @unknown()
  br label %right
right:
  call void @unknown()
  indirectbr ptr %to, [label %left, label %end]
end:
  ret void
}
