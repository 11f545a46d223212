; Loops whose addresses advance by constant strides have a twin without checks, in
; which control stays as long as no address comes to a chosen line.
; RUN: %selecting -memfacet-carry=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Up: lines are looked at from that of the address on, which is the lowest bit.
define i64 @up(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at, align 8
  %more = add i64 %sum, %v
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i64 %more
}
; CHECK-LABEL: define internal i64 @up.memfacet(
; The loop checks.
; CHECK:       loop:
; CHECK:         call preserve_allcc void @__memfacet_select(
; CHECK:         br i1 %again, label %{{.*}}, label %[[END:.*]]
; The twin does not.
; CHECK:       loop.quiet:
; CHECK-NOT:     br
; CHECK:         load i64, ptr %at{{.*}}, align 8
; CHECK-NOT:     call preserve_allcc
; CHECK:         br i1 %again{{.*}}, label %loop.quiet.again, label %loop.quiet.leave
; CHECK:       loop.quiet.again:
; CHECK-NEXT:    [[FEWER:%.*]] = sub i64 %left, 1
; CHECK-NEXT:    [[MORE:%.*]] = icmp ne i64 [[FEWER]], 0
; CHECK-NEXT:    br i1 [[MORE]], label %loop.quiet, label %loop.quiet.over
; It plans with the address of the next iteration.
; CHECK:       loop.plan:
; CHECK:         [[LEFT:%.*]] = ashr i64
; CHECK:         [[NEXT:%.*]] = getelementptr i64, ptr %p, i64
; CHECK:         [[ADDRESS:%.*]] = ptrtoint ptr [[NEXT]] to i64
; CHECK:         [[LINE:%.*]] = lshr i64 [[ADDRESS]], 6
; CHECK:         [[FROM:%.*]] = call i64 @llvm.fshr.i64(i64 [[LINES:%.*]], i64 [[LINES]], i64 [[LINE]])
; CHECK:         call i64 @llvm.cttz.i64(i64 [[FROM]], i1 true)
; CHECK:         [[COUNT:%.*]] = ashr i64 {{%.*}}, 3
; CHECK:         [[LEAST:%.*]] = call i64 @llvm.smin.i64(i64 [[LEFT]], i64 [[COUNT]])
; CHECK:         [[QUIET:%.*]] = icmp sgt i64 [[LEAST]], 0
; CHECK:         br i1 [[QUIET]], label %loop.quiet, label %loop
; What is left of the loop comes from either of them.
; CHECK:         phi i64 [ %more, {{.*}} ], [ %more{{.+}}, %loop.quiet.leave ]
; CHECK:       }

; Down: the bit of the address is the highest one. Strides that are no powers of
; two are divided by.
define void @down(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %loop ]
  %at = getelementptr [24 x i8], ptr %p, i64 %i
  store i64 0, ptr %at, align 8
  %next = add nsw i64 %i, -1
  %again = icmp sgt i64 %next, 0
  br i1 %again, label %loop, label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @down.memfacet(
; CHECK:       loop.quiet:
; CHECK-NOT:     call preserve_allcc
; CHECK:       loop.plan:
; CHECK:         [[FROM:%.*]] = call i64 @llvm.fshl.i64(
; CHECK:         call i64 @llvm.ctlz.i64(i64 [[FROM]], i1 true)
; CHECK:         sdiv i64 {{%.*}}, 24
; CHECK:       }

; The twin checks what has no stride.
define i64 @gather(ptr %order, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %place = getelementptr i64, ptr %order, i64 %i
  %index = load i64, ptr %place, align 8
  %at = getelementptr i64, ptr %p, i64 %index
  %v = load i64, ptr %at, align 8
  %more = add i64 %sum, %v
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i64 %more
}
; CHECK-LABEL: define internal i64 @gather.memfacet(
; CHECK:       loop.quiet:
; CHECK:         call preserve_allcc void @__memfacet_select(
; CHECK-NOT:     call preserve_allcc
; CHECK:       loop.quiet.again:
; CHECK:       }

; An address that stays is in no chosen line if it was in none.
define void @invariant(ptr %total, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at, align 8
  store volatile i64 %v, ptr %total, align 8
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @invariant.memfacet(
; CHECK:       loop.quiet:
; CHECK-NOT:     call preserve_allcc
; CHECK:       loop.plan:
; CHECK:         call i64 @llvm.smin.i64(
; CHECK-NOT:     call i64 @llvm.smin.i64(
; CHECK:       }

; Several blocks, and exits. What is executed in some iterations only is planned
; with all the same; paths are counted in the twin, too.
define i64 @branches(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at, align 8
  %is.last = icmp eq i64 %v, 0
  br i1 %is.last, label %found, label %body
body:
  %is.odd = trunc i64 %v to i1
  br i1 %is.odd, label %odd, label %latch
odd:
  %other = getelementptr i64, ptr %q, i64 %i
  store i64 %v, ptr %other, align 8
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
found:
  ret i64 %i
end:
  ret i64 -1
}
; CHECK-LABEL: define internal i64 @branches.memfacet(
; CHECK:       loop.quiet:
; CHECK-NOT:     call preserve_allcc
; CHECK:       odd.quiet:
; CHECK-NOT:     call preserve_allcc
; CHECK:       loop.quiet.again:
; CHECK:       loop.plan:
; CHECK:         getelementptr i64, ptr %p,
; CHECK:         getelementptr i64, ptr %q,
; CHECK:         br i1
; CHECK:       loop.quiet.leave:
; CHECK:       loop.quiet.leave
; CHECK:       }

; A block with nothing but the jump back becomes the edge where iterations are
; counted: the twin has another one.
define void @jump(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at, align 8
  %next = add nuw nsw i64 %i, 1
  %is.odd = trunc i64 %v to i1
  br i1 %is.odd, label %odd, label %even
odd:
  %other = getelementptr i64, ptr %q, i64 %i
  store i64 %v, ptr %other, align 8
  br label %latch
even:
  %again = icmp slt i64 %next, %n
  br i1 %again, label %latch, label %end
latch:
  br label %loop
end:
  ret void
}
; CHECK-LABEL: define internal void @jump.memfacet(
; CHECK-NOT:   latch.quiet:
; CHECK:       odd.quiet:
; CHECK-NOT:     call preserve_allcc
; CHECK:         br label %loop.quiet.again
; CHECK:       loop.quiet.again:
; CHECK-NEXT:    [[FEWER:%.*]] = sub i64 %left, 1
; CHECK:         br i1 {{.*}}, label %loop.quiet, label %loop.quiet.over
; CHECK:       loop.quiet.over:
; CHECK:         br label %loop
; CHECK:       }

; Where it is executed in some iterations only, it must be looked at.
define void @sometimes(ptr %total, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at, align 8
  %is.odd = trunc i64 %v to i1
  br i1 %is.odd, label %odd, label %latch
odd:
  store volatile i64 %v, ptr %total, align 8
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @sometimes.memfacet(
; CHECK:       loop.plan:
; CHECK:         [[BIT:%.*]] = lshr i64 {{%.*}}, {{%.*}}
; CHECK:         [[CHOSEN:%.*]] = trunc i64 [[BIT]] to i1
; CHECK-NEXT:    select i1 [[CHOSEN]], i64 0, i64
; CHECK:       }

; One that is over soon has none.
define i64 @short(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at, align 8
  %more = add i64 %sum, %v
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, 12
  br i1 %again, label %loop, label %end
end:
  ret i64 %more
}
; CHECK-LABEL: define internal i64 @short.memfacet(
; CHECK-NOT:   loop.quiet
; CHECK:       }

; One that calls may come to the end of the interval there: it has none either.
declare void @other()
define void @calls(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  store i64 0, ptr %at, align 8
  call void @other()
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @calls.memfacet(
; CHECK-NOT:   loop.quiet
; CHECK:       }
