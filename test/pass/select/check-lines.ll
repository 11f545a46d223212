; An access is recorded where its line is chosen: the bits of the mask are 0 in
; its address, less that of line 21. The access itself stays where it was.
; RUN: %selecting -memfacet-carry=false %s | FileCheck %s

; Eight aligned bytes stay in one line.
define i64 @one_line(ptr %p) {
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
; CHECK-LABEL: define i64 @one_line(
; CHECK:         load i8, ptr @__memfacet_selecting
; CHECK:         musttail call i64 @one_line.memfacet(ptr %p)

; CHECK-LABEL: define internal i64 @one_line.memfacet(
; CHECK:         [[ADDRESS:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT:    [[PLACE:%.*]] = sub i64 [[ADDRESS]], 1344
; CHECK-NEXT:    [[AT:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_line_mask)
; CHECK-NEXT:    [[MASK:%.*]] = load i64, ptr [[AT]]
; CHECK-NEXT:    [[BITS:%.*]] = and i64 [[PLACE]], [[MASK]]
; CHECK-NEXT:    [[CHOSEN:%.*]] = icmp eq i64 [[BITS]], 0
; CHECK-NEXT:    br i1 [[CHOSEN]], label %[[SELECT:.*]], label %[[REST:.*]], !prof
; CHECK:       [[SELECT]]:
; CHECK-NEXT:    call preserve_allcc void @__memfacet_select(i64 [[ADDRESS]], ptr @__memfacet.sites.one_line)
; CHECK-NEXT:    br label %[[REST]]
; CHECK:       [[REST]]:
; CHECK-NEXT:    load i64, ptr %p

; Without optimisation, there is one body.
define i64 @unoptimised(ptr %p) noinline optnone {
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
; CHECK-NOT:   define {{.*}}@unoptimised.memfacet(

; An access that writes has an entry of its own.
define void @writes(ptr %p) {
  store i64 1, ptr %p, align 8
  ret void
}
; CHECK-LABEL: define internal void @writes.memfacet(
; CHECK:         icmp eq i64 {{%.*}}, 0
; CHECK:         call preserve_allcc void @__memfacet_select_store(

; It may go on in the next line: then its own may be the one before a chosen one.
define i64 @two_lines(ptr %p) {
  %v = load i64, ptr %p, align 1
  ret i64 %v
}
; CHECK-LABEL: define internal i64 @two_lines.memfacet(
; CHECK:         [[ADDRESS:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT:    [[PLACE:%.*]] = sub i64 [[ADDRESS]], 1280
; CHECK-NEXT:    call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_span_mask)
; CHECK-NEXT:    [[MASK:%.*]] = load i64, ptr
; CHECK-NEXT:    [[BITS:%.*]] = and i64 [[PLACE]], [[MASK]]
; CHECK-NEXT:    icmp eq i64 [[BITS]], 0
; CHECK:         call preserve_allcc void @__memfacet_select_across(

; Neighbours with one base share a check; each of them is recorded by itself.
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
; CHECK:         sub i64 [[ADDRESS:%.*]], 1280
; CHECK:         icmp eq i64
; CHECK:         call preserve_allcc void @__memfacet_select(i64 [[ADDRESS]], ptr @__memfacet.sites.neighbours)
; CHECK:         call preserve_allcc void @__memfacet_select(i64 {{%.*}}, ptr getelementptr inbounds (i8, ptr @__memfacet.sites.neighbours, i64 32))
; CHECK:         call preserve_allcc void @__memfacet_select_store(i64 {{%.*}}, ptr getelementptr inbounds (i8, ptr @__memfacet.sites.neighbours, i64 64))
; CHECK-NOT:     icmp
; CHECK:       }

; A length that is not constant may be 0: then the runtime says that this was no
; access.
define void @range(ptr %p, i64 %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}
; CHECK-LABEL: define internal void @range.memfacet(
; CHECK:         [[SPAN:%.*]] = sub i64 %n, 1
; CHECK-NEXT:    [[OTHER:%.*]] = icmp uge i64 [[SPAN]], 64
; CHECK-NEXT:    sub i64 {{%.*}}, 1280
; CHECK:         or i1 [[OTHER]], {{%.*}}
; CHECK:         call preserve_allcc void @__memfacet_select_range(i64 {{%.*}}, ptr @__memfacet.sites.range, i64 %n)

; Lanes of which some may be inactive are the runtime's.
define <4 x i32> @lanes(ptr %p, <4 x i1> %mask) {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %mask, <4 x i32> zeroinitializer)
  ret <4 x i32> %v
}
; CHECK-LABEL: define internal <4 x i32> @lanes.memfacet(
; CHECK:         call preserve_allcc void @__memfacet_select_lanes(i64 {{%.*}}, ptr @__memfacet.sites.lanes, i64 {{%.*}})

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
