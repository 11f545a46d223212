; A function with two versions begins in the one that the cursor's sign asks for
; and changes over behind the slow path only. The fast version writes no record,
; and adds to the cursor as much as the recording one.
; RUN: %record -memfacet-two-versions -memfacet-carry=false %s | FileCheck %s
; RUN: %record -memfacet-carry=false %s | FileCheck --check-prefix=ONE %s

; Of the one version alone, nothing of the other is left.
; ONE-NOT: __memfacet_fast_limit
; ONE-NOT: __memfacet_switch

declare void @other()
declare i32 @setjmp(ptr) returns_twice

; CHECK-LABEL: define void @straight(
; CHECK:         [[CURSOR:%.*]] = load volatile ptr, ptr @__memfacet_cursor
; CHECK-NEXT:    [[BITS:%.*]] = ptrtoint ptr [[CURSOR]] to i64
; CHECK-NEXT:    [[VIRTUAL:%.*]] = icmp slt i64 [[BITS]], 0
; CHECK-NEXT:    br i1 [[VIRTUAL]], label %{{.*}}, label %[[RECORDING:.*]]
; CHECK:       [[RECORDING]]:
; CHECK:         load ptr, ptr @__memfacet_limit
; CHECK:         call preserve_allcc void @__memfacet_switch()
; CHECK:         store volatile ptr @__memfacet.blocks.straight
; CHECK:         store ptr %p
; CHECK:         store i64 1, ptr %p
; CHECK:         ret void
; CHECK:       [[RECORDING]].fast:
; CHECK:         load ptr, ptr @__memfacet_fast_limit
; CHECK:         call preserve_allcc void @__memfacet_switch()
; CHECK-NOT:     store volatile ptr @__memfacet.blocks
; CHECK-NOT:     store ptr %p
; CHECK:         getelementptr i8, ptr {{.*}}, i64 16
; CHECK-NOT:     store volatile ptr @__memfacet.blocks
; CHECK-NOT:     store ptr %p
; CHECK:         store i64 1, ptr %p
; CHECK:         store volatile ptr {{.*}}, ptr @__memfacet_cursor
; CHECK-NEXT:    ret void
define void @straight(ptr %p) {
  store i64 1, ptr %p
  ret void
}

; A loop's head is entered with the values of the other version's phi nodes, and
; an iteration adds once, whichever way it takes.
; CHECK-LABEL: define i64 @loop(
; CHECK:       loop:
; CHECK:         %i = phi i64 [ 0, %{{.*}} ], [ %next, %latch ], [ %i.fast, %{{.*}} ]
; CHECK:       loop.fast:
; CHECK:         %i.fast = phi i64 [ 0, %{{.*}} ], [ %next.fast, %latch.fast ], [ %i, %{{.*}} ]
; CHECK:       minus.fast:
; CHECK-NEXT:    store i64 0
; CHECK-NEXT:    getelementptr i8, ptr {{.*}}, i64 24
; CHECK:         getelementptr i8, ptr {{.*}}, i64 24
; CHECK:       latch.fast:
; CHECK-NOT:     getelementptr
; CHECK:         br i1 %more.fast
; CHECK:       done.fast:
; CHECK:         store volatile ptr {{.*}}, ptr @__memfacet_cursor
; CHECK-NEXT:    call void @other()
; CHECK-NEXT:    load volatile ptr, ptr @__memfacet_cursor
define i64 @loop(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %a = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %a
  %odd = icmp slt i64 %v, 0
  br i1 %odd, label %minus, label %latch
minus:
  store i64 0, ptr %a
  br label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @other()
  store i64 %v, ptr %p
  ret i64 %v
}

; Values are kept where a call that returns twice must find them: one version,
; which wants room that it can write to.
; CHECK-LABEL: define i32 @jumps(
; CHECK-NOT:     __memfacet_switch
; CHECK:         call preserve_allcc void @__memfacet_next()
; CHECK-NOT:     __memfacet_fast_limit
; CHECK:       {{^}}}
define i32 @jumps(ptr %p) {
  %r = call i32 @setjmp(ptr %p) returns_twice
  ret i32 %r
}

; A label whose address is taken stands for one place.
; CHECK-LABEL: define void @computed(
; CHECK-NOT:     __memfacet_switch
; CHECK:       {{^}}}
define void @computed(ptr %p, ptr %to) {
  store i64 1, ptr %p
  indirectbr ptr %to, [label %a]
a:
  ret void
}

; An address at a constant distance is computed again behind a check: what it is
; relative to is alive there, and has a value of either version.
; CHECK-LABEL: define void @distance(
; CHECK:         %base = load ptr, ptr %p
; CHECK-NOT:     phi ptr {{.*}}%field
; CHECK:         [[BASE:%.*]] = phi ptr {{.*}}%base
; CHECK-NOT:     phi ptr {{.*}}%field
; CHECK:         [[FIELD:%.*]] = getelementptr i8, ptr [[BASE]], i64 24
; CHECK-NOT:     phi ptr {{.*}}%field
; CHECK:         store i64 2, ptr [[FIELD]]
define void @distance(ptr %p, i1 %c) {
  call void @other()
  %base = load ptr, ptr %p
  %field = getelementptr i8, ptr %base, i64 24
  store i64 1, ptr %field
  br i1 %c, label %then, label %done

then:
  call void @other()
  store i64 2, ptr %field
  br label %done

done:
  ret void
}
