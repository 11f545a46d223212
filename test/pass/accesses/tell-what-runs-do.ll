; Each run says of which operations it is made and which wait for which
; (memfacet/Operations.h), in a string that equal runs share. It names values of
; other runs by number, and counts distances within the run.
; RUN: %record -memfacet-loops=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Rows: the operations and the ordinal, which all rows of a run have, then
; instructions as ever. The last run is joined to both others.
; CHECK: @__memfacet.blocks.sum = private constant [4 x
; CHECK-SAME: @__memfacet.operations to i64){{.*}} i32 0, i32 2, i16 0,
; CHECK-SAME: @__memfacet.operations.[[DONE:[0-9]+]] to i64){{.*}} i32 2, i32 4, i16 0,
; CHECK-SAME: @__memfacet.operations.[[LOOP:[0-9]+]] to i64){{.*}} i32 1, i32 8, i16 1,
; CHECK-SAME: @__memfacet.operations.[[DONE]] to i64){{.*}} i32 2, i32 10, i16 0,

; Two operations, no predecessors: a comparison (0) that waits for value 1, the
; second argument; a branch (12) that waits for the operation before it and goes
; to the next run, taken to the one after that.
; CHECK: @__memfacet.operations = private constant [8 x i8] c"\02\00 \03,\02\02\04", section "memfacet_ops", align 1

; Predecessors: the run before, and the one before that. A phi, and a return (17).
; CHECK: @__memfacet.operations.1 = private constant [9 x i8] c"\02\02\01\03R\07\001\02"

; Eight operations, predecessors: this run itself and the one before. A phi (18)
; of value 2 or of a constant; one of value 3 or of a constant. An address from
; value 0 and the phi two before; a load of it; the sum, which is value 3, of the
; phi three before and the load; the next index, which is value 2; a comparison
; with value 1; a branch to the next run, taken to this one.
; CHECK: @__memfacet.operations.2 = private constant [31 x i8] c"\08\02\00\01R\05\00R\07\00@\01\04(\02\C0\01\03\06\02\A0\01\02\0A@\02\03,\02\02\00"

; How many values the function names: two arguments, two others.
; CHECK: @__memfacet.function.sum = {{.*}} i32 4, i32 4 }>

; A constant offset (19) costs nothing. A load (8) with the one site that it has
; unless it says otherwise; a store (9) of the load's value to value 0; a division
; (2); a call (15) with three arguments, a constant among them, that is value 2.
; CHECK: @__memfacet.operations.3 = private constant [19 x i8] c"\05\003\01(\02I\02\01B\04\03\EF\03\01\02\00\02\08"
; CHECK: @__memfacet.operations.4 = private constant [4 x i8] c"\01\001\05"

; The copy (11) has two sites, which it must say.
; CHECK: @__memfacet.operations.[[#]] = private constant [11 x i8] c"\04\00(\03\CB\02\02\01\02\09\11"

; The same operations are the same string, whatever their function.
; CHECK-NOT: @__memfacet.operations.{{[0-9]+}} =

define i64 @sum(ptr %a, i64 %n) {
entry:
  %any = icmp eq i64 %n, 0
  br i1 %any, label %done, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %v = load i64, ptr %p
  %t = add i64 %s, %v
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %t, %loop ]
  ret i64 %r
}

declare i64 @other(i64, i64, ptr)

define i64 @calls(ptr %p, i64 %n) {
  %q = getelementptr i8, ptr %p, i64 16
  %v = load i64, ptr %q
  store i64 %v, ptr %p
  %d = udiv i64 %v, %n
  %r = call i64 @other(i64 7, i64 %d, ptr %q)
  ret i64 %r
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @copies(ptr %p, ptr %q) {
  %r = load ptr, ptr %q
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %r, i64 16, i1 false)
  store volatile i8 0, ptr null
  ret void
}

define i64 @sum_again(ptr %b, i64 %m) {
entry:
  %any = icmp eq i64 %m, 0
  br i1 %any, label %done, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %p = getelementptr i64, ptr %b, i64 %i
  %v = load i64, ptr %p
  %t = add i64 %s, %v
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %m
  br i1 %more, label %loop, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %t, %loop ]
  ret i64 %r
}
