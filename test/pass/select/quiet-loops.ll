; Where all addresses of a loop advance by constant strides, they are checked again
; only after as many iterations as none of them comes to a chosen line.
; RUN: %selecting -memfacet-carry=false %s | FileCheck %s

define void @add(ptr %to, ptr %from, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i64, ptr %from, i64 %i
  %v = load i64, ptr %a, align 8
  %b = getelementptr i64, ptr %to, i64 %i
  store i64 %v, ptr %b, align 8
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: define internal void @add.memfacet(
; CHECK:       loop:
; CHECK-NEXT:    [[QUIET:%.*]] = phi i64 [ 0, {{.*}} ]
; CHECK:         %v = load i64, ptr %a
; CHECK:         [[LESS:%.*]] = sub i64 [[QUIET]], 1
; CHECK-NEXT:    [[NONE:%.*]] = icmp eq i64 [[QUIET]], 0
; CHECK-NEXT:    br i1 [[NONE]], label %[[CHECKS:.*]], label %[[REST:.*]], !prof
; CHECK:       [[CHECKS]]:
; CHECK:         load i64, ptr
; CHECK:         call preserve_allcc void @__memfacet_select(
; CHECK:         call preserve_allcc void @__memfacet_select_store(
; CHECK:         call i64 @llvm.fshr.i64(
; CHECK:         call i64 @llvm.cttz.i64(
; CHECK:         udiv i64 {{.*}}, 8
; CHECK:         call i64 @llvm.umin.i64(
; CHECK:       [[REST]]:
; CHECK-NEXT:    [[GOES_ON:%.*]] = phi i64 {{.*}}[ [[LESS]], %loop ]
; CHECK-NEXT:    store i64 %v, ptr %b
; Another interval may have other lines: all is checked at once.
; CHECK:       [[CHECK:[0-9]+]]:
; CHECK:         call preserve_allcc void @__memfacet_count_check()
; CHECK:         phi i64 [ 0, %[[CHECK]] ], [ [[GOES_ON]], %{{.*}} ]

; It is over soon.
define void @few(ptr %to, ptr %from) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i64, ptr %from, i64 %i
  %v = load i64, ptr %a, align 8
  %b = getelementptr i64, ptr %to, i64 %i
  store i64 %v, ptr %b, align 8
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 9
  br i1 %more, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: define internal void @few.memfacet(
; CHECK-NOT:     llvm.fshr
; CHECK:         ret void

; Most of what it does goes anywhere.
define void @gather(ptr %to, ptr %from, ptr %places, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i64, ptr %places, i64 %i
  %place = load i64, ptr %p, align 8
  %a = getelementptr i64, ptr %from, i64 %place
  %v = load i64, ptr %a, align 8
  %b = getelementptr i64, ptr %to, i64 %i
  store i64 %v, ptr %b, align 8
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: define internal void @gather.memfacet(
; CHECK-NOT:     llvm.fshr
; CHECK:         ret void
