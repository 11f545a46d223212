; Accesses share a check where their indices differ by a constant, however the
; index is written.
; RUN: %selecting -memfacet-carry=false %s | FileCheck %s
; RUN: %selecting -memfacet-carry=false %s | FileCheck --check-prefix=RECORD %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that is unrolled twice: i is even, so i | 1 is i + 1.
define void @unrolled(ptr %p, i64 %i) {
  %first = getelementptr i64, ptr %p, i64 %i
  store i64 1, ptr %first, align 8
  %odd = or disjoint i64 %i, 1
  %second = getelementptr i64, ptr %p, i64 %odd
  store i64 2, ptr %second, align 8
  ret void
}
; CHECK-LABEL: define internal void @unrolled.memfacet(
; CHECK:         call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_spans)
; CHECK:         call preserve_allcc void @__memfacet_select_store(
; CHECK:         [[SECOND:%.*]] = add i64 {{%.*}}, 8
; CHECK-NEXT:    call preserve_allcc void @__memfacet_select_store(i64 [[SECOND]]
; CHECK-NOT:     threadlocal.address.p0(ptr @__memfacet_spans)
; CHECK:         store i64 1
; CHECK-NOT:     call preserve_allcc
; CHECK:         store i64 2
; A record has one address for both.
; RECORD-LABEL: define void @unrolled(
; RECORD-COUNT-1: ptrtoint ptr %first to i64
; RECORD-NOT:     ptrtoint ptr
; RECORD:         ret void

; A number of 32 bits that does not overflow, as in a[i - 1] and a[i + 1].
define double @around(ptr %p, i32 %i) {
  %less = add nsw i32 %i, -1
  %wide.less = sext i32 %less to i64
  %before = getelementptr double, ptr %p, i64 %wide.less
  %a = load double, ptr %before, align 8
  %more = add nsw i32 %i, 1
  %wide.more = sext i32 %more to i64
  %after = getelementptr double, ptr %p, i64 %wide.more
  %b = load double, ptr %after, align 8
  %sum = fadd double %a, %b
  ret double %sum
}
; CHECK-LABEL: define internal double @around.memfacet(
; CHECK:         call preserve_allcc void @__memfacet_select(
; CHECK:         [[AFTER:%.*]] = add i64 {{%.*}}, 16
; CHECK-NEXT:    call preserve_allcc void @__memfacet_select(i64 [[AFTER]]
; CHECK:         load double
; CHECK-NOT:     call preserve_allcc
; CHECK:         load double

; One that may overflow: the second address may be anywhere.
define void @wraps(ptr %p, i32 %i) {
  %wide = zext i32 %i to i64
  %first = getelementptr i8, ptr %p, i64 %wide
  store i8 1, ptr %first, align 1
  %more = add i32 %i, 1
  %wide.more = zext i32 %more to i64
  %second = getelementptr i8, ptr %p, i64 %wide.more
  store i8 2, ptr %second, align 1
  ret void
}
; CHECK-LABEL: define internal void @wraps.memfacet(
; CHECK:         call preserve_allcc void @__memfacet_select_store(
; CHECK:         store i8 1
; CHECK:         call preserve_allcc void @__memfacet_select_store(
; CHECK:         store i8 2

; The loop has two checks, as the load comes between; the plan has one distance.
define void @update(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %at, align 8
  %other = load i64, ptr %q, align 8
  %sum = add i64 %v, %other
  store i64 %sum, ptr %at, align 8
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @update.memfacet(
; CHECK:       loop.plan:
; CHECK:         call i64 @llvm.fshr.i64(
; CHECK-NOT:     call i64 @llvm.fshr.i64(
; CHECK:       }

; More than a line, at most some: are the next residues chosen?
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @clear(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 130, i1 false)
  ret void
}
; 130 bytes are in at most four lines.
; CHECK-LABEL: define internal void @clear.memfacet(
; CHECK:         [[FROM:%.*]] = call i64 @llvm.fshr.i64(
; CHECK-NEXT:    [[NEAR:%.*]] = and i64 [[FROM]], 15
; CHECK-NEXT:    icmp ne i64 [[NEAR]], 0
; CHECK-NEXT:    br i1
; CHECK:         call preserve_allcc void @__memfacet_select_range(

; What is known of an address holds where its access is executed: the vector is
; in one line, but the plan looks at where it would be in each iteration. The
; store after it may be in the next line, so both lines are looked at.
define void @sometimes(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i64, ptr %p, i64 %i
  %low = and i64 %i, 7
  %first = icmp eq i64 %low, 0
  br i1 %first, label %vector, label %latch
vector:
  store <8 x i64> zeroinitializer, ptr %at, align 64
  br label %latch
latch:
  %i7 = add nuw nsw i64 %i, 7
  %at7 = getelementptr i64, ptr %p, i64 %i7
  store i64 1, ptr %at7, align 8
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @sometimes.memfacet(
; CHECK:       loop.plan:
; CHECK:         [[AT:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_spans)
; CHECK-NEXT:    [[SPANS:%.*]] = load i64, ptr [[AT]]
; CHECK:         call i64 @llvm.fshr.i64(i64 [[SPANS]],
; CHECK-NOT:     call i64 @llvm.fshr.i64(
; CHECK:       }
