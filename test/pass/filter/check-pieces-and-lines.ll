; An access is looked up in the thread's filter cache, at the way that is guessed
; for its line. Accesses through pointers are looked up as pieces and counted;
; accesses to variables by name are looked up as lines, and only who writes is
; noted. The way gets the time of the access.
; RUN: %filtering -memfacet-carry=false %s | FileCheck %s

@table = internal global [64 x i32] zeroinitializer, align 64
@unaligned = internal global [64 x i8] zeroinitializer, align 1

; A load of 8 aligned bytes: one comparison.
define i64 @piece(ptr %p) {
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
; CHECK-LABEL: define i64 @piece(
; CHECK:         load i8, ptr @__memfacet_filtering
; CHECK:         musttail call i64 @piece.memfacet(ptr %p)

; Without optimisation, stack memory without a name may be where a variable was.
define i64 @unoptimised(ptr %p) noinline optnone {
  %v = load i64, ptr %p, align 8
  ret i64 %v
}
; CHECK-LABEL: define i64 @unoptimised(
; CHECK:         call preserve_allcc void @__memfacet_forget()
; CHECK:         load volatile ptr, ptr @__memfacet_cursor
; CHECK-NOT:     musttail
; CHECK:       }
; CHECK-NOT:   define {{.*}}@unoptimised.memfacet(

; The guess, by a hash of the line; start and length of the way's piece; its
; counts; its time.
; CHECK-LABEL: define internal i64 @piece.memfacet(
; CHECK:         [[TIME:%.*]] = phi i64
; CHECK:         [[CACHE:%.*]] = phi ptr
; CHECK:         [[ADDRESS:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT:    [[LINE:%.*]] = lshr i64 [[ADDRESS]], 6
; CHECK-NEXT:    [[NARROW:%.*]] = trunc i64 [[LINE]] to i32
; CHECK-NEXT:    [[PRODUCT:%.*]] = mul i32 [[NARROW]], -1640531535
; CHECK-NEXT:    [[HASH:%.*]] = lshr i32 [[PRODUCT]], 20
; CHECK-NEXT:    [[GUESSES:%.*]] = getelementptr inbounds i8, ptr [[CACHE]], i64 64
; CHECK-NEXT:    [[WIDE:%.*]] = zext i32 [[HASH]] to i64
; CHECK-NEXT:    [[GUESS:%.*]] = getelementptr inbounds i16, ptr [[GUESSES]], i64 [[WIDE]]
; CHECK-NEXT:    [[SHORT:%.*]] = load i16, ptr [[GUESS]], align 2
; CHECK-NEXT:    [[FIRST:%.*]] = zext i16 [[SHORT]] to i64
; CHECK-NEXT:    [[BASE:%.*]] = getelementptr inbounds i32, ptr [[CACHE]], i64 [[FIRST]]
; CHECK-NEXT:    [[STARTAT:%.*]] = getelementptr inbounds i8, ptr [[BASE]], i64 24704
; CHECK-NEXT:    [[START:%.*]] = load i64, ptr [[STARTAT]]
; CHECK-NEXT:    [[BASE2:%.*]] = getelementptr inbounds i32, ptr [[CACHE]], i64 [[FIRST]]
; CHECK-NEXT:    [[LENGTHAT:%.*]] = getelementptr inbounds i8, ptr [[BASE2]], i64 24712
; CHECK-NEXT:    [[NARROWLENGTH:%.*]] = load i32, ptr [[LENGTHAT]]
; CHECK-NEXT:    [[LENGTH:%.*]] = zext i32 [[NARROWLENGTH]] to i64
; CHECK-NEXT:    [[DISTANCE:%.*]] = sub i64 [[ADDRESS]], [[START]]
; CHECK-NEXT:    [[OUTSIDE:%.*]] = icmp uge i64 [[DISTANCE]], [[LENGTH]]
; CHECK-NEXT:    br i1 [[OUTSIDE]], label %[[COLD:.*]], label %{{.*}}, !prof
; CHECK:         [[WAY:%.*]] = phi i64 [ [[AGAIN:%.*]], %[[COLD]] ], [ [[FIRST]], %{{.*}} ]
; CHECK-NEXT:    [[BASE3:%.*]] = getelementptr inbounds i32, ptr [[CACHE]], i64 [[WAY]]
; CHECK-NEXT:    [[COUNTS:%.*]] = getelementptr inbounds i8, ptr [[BASE3]], i64 24720
; CHECK-NEXT:    [[BEFORE:%.*]] = load i64, ptr [[COUNTS]]
; CHECK-NEXT:    [[MORE:%.*]] = add i64 [[BEFORE]], 1
; CHECK-NEXT:    store i64 [[MORE]], ptr [[COUNTS]]
; CHECK-NEXT:    [[BASE4:%.*]] = getelementptr inbounds i8, ptr [[CACHE]], i64 [[WAY]]
; CHECK-NEXT:    [[NEXT:%.*]] = add i64 [[NOW:%.*]], 2
; CHECK-NEXT:    [[LAST:%.*]] = getelementptr inbounds i8, ptr [[BASE4]], i64 8256
; CHECK-NEXT:    store i64 [[NOW]], ptr [[LAST]]
; CHECK:         load i64, ptr %p
; CHECK:         store i64 [[NEXT]], ptr
; CHECK-NEXT:    ret i64
; CHECK:       [[COLD]]:
; CHECK-NEXT:    store i64 [[TIME]], ptr [[CACHE]]
; CHECK-NEXT:    call preserve_allcc void @__memfacet_touch(i64 [[ADDRESS]], ptr @__memfacet.sites.piece, ptr [[CACHE]])
; CHECK-NEXT:    [[SHORT2:%.*]] = load i16, ptr [[GUESS]], align 2
; CHECK-NEXT:    [[AGAIN]] = zext i16 [[SHORT2]] to i64

; It may reach into the next line: the last byte must be in the piece, too. The
; way is not one that a direct access wrote last.
define void @straddling(ptr %p) {
  store i64 1, ptr %p, align 1
  ret void
}
; CHECK-LABEL: define internal void @straddling.memfacet(
; CHECK:         [[DISTANCE:%.*]] = sub i64
; CHECK:         icmp uge i64 [[DISTANCE]], [[LENGTH:%.*]]
; CHECK:         [[FAR:%.*]] = add i64 [[DISTANCE]], 7
; CHECK-NEXT:    icmp uge i64 [[FAR]], [[LENGTH]]
; CHECK:         add i64 {{%.*}}, 4294967296
; CHECK:         [[WRITER:%.*]] = getelementptr inbounds i8, ptr {{%.*}}, i64 24716
; CHECK-NEXT:    store i32 0, ptr [[WRITER]]
; CHECK:         call preserve_allcc void @__memfacet_touch(

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
; CHECK:         call preserve_allcc void @__memfacet_touch(i64 {{%.*}}, ptr @__memfacet.sites.neighbours, ptr
; CHECK:         call preserve_allcc void @__memfacet_touch(i64 {{%.*}}, ptr getelementptr inbounds (i8, ptr @__memfacet.sites.neighbours, i64 32), ptr
; CHECK:         call preserve_allcc void @__memfacet_touch(i64 {{%.*}}, ptr getelementptr inbounds (i8, ptr @__memfacet.sites.neighbours, i64 64), ptr
; CHECK:       }

; By name: the line, no count, the writer's site, the time.
define void @line(i64 %i, i32 %v) {
  %p = getelementptr [64 x i32], ptr @table, i64 0, i64 %i
  store i32 %v, ptr %p, align 4
  ret void
}
; CHECK-LABEL: define internal void @line.memfacet(
; CHECK:         [[STARTAT:%.*]] = getelementptr inbounds i8, ptr {{%.*}}, i64 24704
; CHECK-NEXT:    [[START:%.*]] = load i64, ptr [[STARTAT]]
; CHECK-NEXT:    [[OTHER:%.*]] = xor i64 {{%.*}}, [[START]]
; CHECK-NEXT:    icmp uge i64 [[OTHER]], 64
; CHECK-NOT:     icmp
; CHECK:         [[LAST:%.*]] = getelementptr inbounds i8, ptr {{%.*}}, i64 8256
; CHECK-NEXT:    store i64 {{%.*}}, ptr [[LAST]]
; CHECK:         [[WRITER:%.*]] = getelementptr inbounds i8, ptr {{%.*}}, i64 24716
; CHECK-NEXT:    store i32 ptrtoint (ptr @__memfacet.sites.line to i32), ptr [[WRITER]]
; CHECK-NOT:     add i64 {{%.*}}, 4294967296
; CHECK:         call preserve_allcc void @__memfacet_touch_line(

; Both ends must be in the line that the way has.
define i64 @line_end(i64 %i) {
  %p = getelementptr [64 x i8], ptr @unaligned, i64 0, i64 %i
  %v = load i64, ptr %p, align 1
  ret i64 %v
}
; CHECK-LABEL: define internal i64 @line_end.memfacet(
; CHECK:         [[OTHER:%.*]] = xor i64 [[ADDRESS:%.*]], [[START:%.*]]
; CHECK-NEXT:    icmp uge i64 [[OTHER]], 64
; CHECK:         [[BYTE:%.*]] = add i64 [[ADDRESS]], 7
; CHECK-NEXT:    [[OTHER2:%.*]] = xor i64 [[BYTE]], [[START]]
; CHECK-NEXT:    icmp uge i64 [[OTHER2]], 64
; CHECK-NOT:     i64 24716
; CHECK:         call preserve_allcc void @__memfacet_touch_line(

; A length that is not constant is the runtime's.
define void @range(ptr %p, i64 %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}
; CHECK-LABEL: define internal void @range.memfacet(
; CHECK:         call preserve_allcc void @__memfacet_touch_range(i64 {{%.*}}, ptr @__memfacet.sites.range, i64 %n)

; So are lanes of which some may be inactive.
define <4 x i32> @lanes(ptr %p, <4 x i1> %mask) {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %mask, <4 x i32> zeroinitializer)
  ret <4 x i32> %v
}
; CHECK-LABEL: define internal <4 x i32> @lanes.memfacet(
; CHECK:         call preserve_allcc void @__memfacet_touch_lanes(i64 {{%.*}}, ptr @__memfacet.sites.lanes, i64 {{%.*}})

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
