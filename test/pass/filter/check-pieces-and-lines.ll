; Accesses through pointers are looked up as pieces and counted; accesses to
; variables by name are looked up as lines, and only who writes is noted.
; RUN: %record -memfacet-filter -memfacet-carry=false %s | FileCheck %s

@table = internal global [64 x i32] zeroinitializer, align 64

; A load of 8 aligned bytes: one comparison.
define i64 @piece(ptr %p) {
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
; CHECK-LABEL: define i64 @piece(
; CHECK:         load i8, ptr @__memfacet_filtering
; CHECK:         musttail call i64 @piece.memfacet(ptr %p)

; CHECK-LABEL: define internal i64 @piece.memfacet(
; CHECK:         [[ADDRESS:%.*]] = ptrtoint ptr %p to i64
; CHECK:         [[SHIFTED:%.*]] = lshr i64 [[ADDRESS]], 1
; CHECK:         [[OFFSET:%.*]] = and i64 [[SHIFTED]], 2016
; CHECK:         [[FRONT:%.*]] = call {{.*}}ptr @llvm.threadlocal.address.p0(ptr align 64 @__memfacet_front)
; CHECK:         [[ENTRY:%.*]] = getelementptr i8, ptr [[FRONT]], i64 [[OFFSET]]
; CHECK:         [[DISTANCE:%.*]] = sub i64 [[ADDRESS]],
; CHECK:         [[OUTSIDE:%.*]] = icmp uge i64 [[DISTANCE]],
; CHECK-NEXT:    br i1 [[OUTSIDE]], label %[[COLD:.*]], label %[[HIT:.*]], !prof
; CHECK:       [[HIT]]:
; CHECK:         [[COUNTS:%.*]] = getelementptr inbounds i8, ptr [[ENTRY]], i64 16
; CHECK:         [[BEFORE:%.*]] = load i64, ptr [[COUNTS]]
; CHECK-NEXT:    [[MORE:%.*]] = add i64 [[BEFORE]], 1
; CHECK-NEXT:    store i64 [[MORE]], ptr [[COUNTS]]
; CHECK:         load i64, ptr %p
; CHECK:       [[COLD]]:
; CHECK-NEXT:    call preserve_allcc void @__memfacet_touch(i64 [[ADDRESS]],

; Neighbours with one base share a check, of the first and the last byte: two
; loads and a store. Where it fails, each has a check of its own.
define void @neighbours(ptr %p) {
  %a = load i32, ptr %p, align 4
  %q = getelementptr i8, ptr %p, i64 8
  %b = load i32, ptr %q, align 4
  %sum = add i32 %a, %b
  %r = getelementptr i8, ptr %p, i64 16
  store i32 %sum, ptr %r, align 4
  ret void
}
; CHECK-LABEL: define internal void @neighbours.memfacet(
; CHECK:         [[FAR:%.*]] = add i64 {{%.*}}, 19
; CHECK-NEXT:    icmp uge i64 [[FAR]],
; CHECK:         add i64 {{%.*}}, 4294967298
; CHECK:         add i64 {{%.*}}, 4294967296
; CHECK-NOT:     4294967298
; CHECK:       }

; By name: the line, no count, the writer's site.
define void @line(i64 %i, i32 %v) {
  %p = getelementptr [64 x i32], ptr @table, i64 0, i64 %i
  store i32 %v, ptr %p, align 4
  ret void
}
; CHECK-LABEL: define internal void @line.memfacet(
; CHECK:         [[OTHER:%.*]] = xor i64
; CHECK-NEXT:    icmp uge i64 [[OTHER]], 64
; CHECK:         store i32 ptrtoint (ptr @__memfacet.sites.line to i32),
; CHECK-NOT:     add i64 {{%.*}}, 4294967296
; CHECK:         call preserve_allcc void @__memfacet_touch_line(

; A length that is not constant is the runtime's.
define void @range(ptr %p, i64 %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}
; CHECK-LABEL: define internal void @range.memfacet(
; CHECK:         call preserve_allcc void @__memfacet_touch_range(i64 {{%.*}}, ptr @__memfacet.sites.range, i64 %n)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
