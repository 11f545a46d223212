; A function has a second body for programs that sample reuse pairs: it writes no
; records, and asks behind its accesses whether one of them is chosen or goes to a
; watched line.
; RUN: %record -memfacet-pairs -memfacet-carry=false %s | FileCheck %s
; RUN: %record -memfacet-carry=false %s | FileCheck --check-prefix=ONE %s
; RUN: %record -memfacet-pairs -disable-output %s

; ONE-NOT: __memfacet_asking
; ONE-NOT: __memfacet_left

@g = global [16 x i64] zeroinitializer, align 64
declare void @other()
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; Four units: those at 0 and 56 of %p share a spot, which covers 65 bytes: two
; lines are looked at, at once. That at 800 has its own, and cannot leave its line.
; Where the first look finds something, a second one is for the lines that are
; accessed. Where the answer is yes, the words of the record follow, and which of
; its accesses they are for: 4 << 32 | 4 << 16 | 0.
; CHECK-LABEL: define i64 @together(
; CHECK:         load i8, ptr @__memfacet_asking
; CHECK:         br i1 {{.*}}, label %[[ASKS:.*]], label %[[RECORDS:.*]]
; CHECK:       [[RECORDS]]:
; CHECK:         load volatile ptr, ptr @__memfacet_cursor
; CHECK:         ret i64
; CHECK:       [[ASKS]]:
; CHECK-NEXT:    [[LEFT:%.*]] = load volatile i64, ptr @__memfacet_left
; CHECK-NOT:     __memfacet_cursor
; CHECK:         load i64, ptr %q
; CHECK-NEXT:    [[BOTH:%.*]] = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 [[LEFT]], i64 4)
; CHECK-NEXT:    [[REST:%.*]] = extractvalue { i64, i1 } [[BOTH]], 0
; CHECK-NEXT:    [[CHOSEN:%.*]] = extractvalue { i64, i1 } [[BOTH]], 1
; CHECK-NEXT:    br i1 [[CHOSEN]], label %[[TELL:.*]], label %[[LOOK:.*]], !prof
; CHECK:       [[LOOK]]:
; CHECK:         ptrtoint ptr %p to i64
; CHECK-NEXT:    trunc i64 {{.*}} to i32
; CHECK-NEXT:    lshr i32 {{.*}}, 6
; CHECK-NEXT:    zext i32
; CHECK-NEXT:    load ptr, ptr @__memfacet_watched, align 8, !invariant.load
; CHECK-NEXT:    getelementptr
; CHECK-NEXT:    getelementptr i8, ptr {{.*}}, i64 1
; CHECK-NEXT:    load volatile i16
; CHECK:         add i64 {{.*}}, 800
; CHECK:         load volatile i8
; CHECK:         ptrtoint ptr %q to i64
; CHECK:         load volatile i8
; CHECK-NOT:     load volatile
; CHECK:         br i1 {{.*}}, label %[[CLOSE:.*]], label %[[ON:.*]], !prof
; CHECK:       [[ON]]:
; CHECK-NEXT:    [[NOW:%.*]] = phi i64
; CHECK-NEXT:    store volatile i64 [[NOW]], ptr @__memfacet_left
; CHECK-NEXT:    ret i64
; CHECK:       [[CLOSE]]:
; CHECK:         load volatile i8
; CHECK:         add i64 {{.*}}, 63
; CHECK:         load volatile i8
; CHECK:         br i1 {{.*}}, label %[[TELL]], label %[[ON]]
; CHECK:       [[TELL]]:
; CHECK-NEXT:    store volatile i64 [[REST]], ptr @__memfacet_left
; CHECK-NEXT:    store ptr @__memfacet.blocks.together, ptr @__memfacet_question
; CHECK-NEXT:    store i64 17180131328, {{.*}} @__memfacet_question, i64 0, i64 512
; CHECK-NEXT:    store ptr %p, {{.*}} @__memfacet_question, i64 0, i64 1
; CHECK-NEXT:    store ptr %q, {{.*}} @__memfacet_question, i64 0, i64 2
; CHECK-NEXT:    call preserve_allcc void @__memfacet_ask()
; CHECK-NEXT:    load volatile i64, ptr @__memfacet_left
; CHECK-NEXT:    br label %[[ON]]
define i64 @together(ptr %p, ptr %q) {
  %a = load i64, ptr %p
  %near = getelementptr i64, ptr %p, i64 7
  store i64 %a, ptr %near
  %far = getelementptr i64, ptr %p, i64 100
  store i64 %a, ptr %far
  %b = load i64, ptr %q
  ret i64 %b
}

; Each run asks for itself, also for what was asked earlier on the path.
; CHECK-LABEL: define i64 @path(
; CHECK:         load volatile i64, ptr @__memfacet_left
; CHECK:         load volatile i8
; CHECK:         load volatile i8
; CHECK:         store i64 4295032832, {{.*}} i64 512
; CHECK:         call preserve_allcc void @__memfacet_ask()
; CHECK:         store i64 4295032832, {{.*}} i64 512
; CHECK:         call preserve_allcc void @__memfacet_ask()
define i64 @path(ptr %p, i1 %c) {
  %a = load i64, ptr %p
  br i1 %c, label %then, label %end
then:
  %second = getelementptr i64, ptr %p, i64 1
  store i64 1, ptr %second
  br label %end
end:
  ret i64 %a
}

; Before an atomic access, for it and what comes before it; and what comes behind
; it asks anew.
; CHECK-LABEL: define void @ordered(
; CHECK:         ret void
; CHECK:         store i64 1, ptr %p
; CHECK-NEXT:    call {{.*}} @llvm.usub.with.overflow.i64(i64 {{.*}}, i64 2)
; CHECK:         load volatile i8
; CHECK:         load volatile i8
; CHECK:         store atomic i32 1, ptr %flag release
; CHECK-NEXT:    store i64 2, ptr %p
; CHECK-NEXT:    call {{.*}} @llvm.usub.with.overflow.i64(i64 {{.*}}, i64 1)
; CHECK:         load volatile i8
; CHECK:         ret void
define void @ordered(ptr %p, ptr %flag) {
  store i64 1, ptr %p
  store atomic i32 1, ptr %flag release, align 4
  store i64 2, ptr %p
  ret void
}

; The count is in memory where others may see it. A global needs no word.
; CHECK-LABEL: define void @calls(
; CHECK:         ret void
; CHECK:         store i64 1, ptr %p
; CHECK:         load volatile i8
; CHECK:         store volatile i64 [[BEFORE:%.*]], ptr @__memfacet_left
; CHECK-NEXT:    call void @other()
; CHECK-NEXT:    [[AFTER:%.*]] = load volatile i64, ptr @__memfacet_left
; CHECK:         call {{.*}} @llvm.usub.with.overflow.i64(i64 [[AFTER]], i64 1)
; CHECK:         ptrtoint (ptr @g to i32)
define void @calls(ptr %p) {
  store i64 1, ptr %p
  call void @other()
  store i64 2, ptr @g
  ret void
}

; What is less aligned than it is long may lie in two lines; what is a part of
; something aligned does not.
; CHECK-LABEL: define void @packed(
; CHECK:         ret void
; CHECK:         load volatile i64, ptr @__memfacet_left
; CHECK:         load volatile i16
; CHECK:         load volatile i8
; CHECK:         load volatile i8
; CHECK:         add i64 {{.*}}, 3
; CHECK:         load volatile i8
; CHECK:         call preserve_allcc void @__memfacet_ask()
define void @packed(ptr %p, ptr %q) {
  store i32 1, ptr %p, align 2
  store i32 1, ptr %q, align 16
  %part = getelementptr i8, ptr %q, i64 12
  store i32 2, ptr %part, align 4
  ret void
}

; A short range is a unit, an empty or a long one is told.
; CHECK-LABEL: define void @range(
; CHECK:         ret void
; CHECK:         call void @llvm.memcpy
; CHECK-NEXT:    call {{.*}} @llvm.usub.with.overflow.i64(i64 {{.*}}, i64 2)
; CHECK:         load volatile i16
; CHECK:         load volatile i16
; CHECK:         [[MOST:%.*]] = sub i64 %n, 1
; CHECK-NEXT:    icmp uge i64 [[MOST]], 64
; CHECK:         ret void
define void @range(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret void
}

; What is longer than a line is always told.
; CHECK-LABEL: define void @long(
; CHECK:         ret void
; CHECK:         call void @llvm.memset
; CHECK-NOT:     br i1
; CHECK:         call preserve_allcc void @__memfacet_ask()
; CHECK:         ret void
define void @long(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 200, i1 false)
  ret void
}

; What must not be copied records.
; CHECK-LABEL: define void @alone(
; CHECK-NOT:     __memfacet_asking
; CHECK:         ret void
define void @alone(ptr %p, ptr %buffer) {
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  store i32 %r, ptr %p
  ret void
}
