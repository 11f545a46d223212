; An access is recorded where the bit of its line's residue is set. The access
; itself stays where it was.
; RUN: %selecting -memfacet-carry=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
; CHECK-NEXT:    [[AT:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_lines)
; CHECK-NEXT:    [[LINES:%.*]] = load i64, ptr [[AT]]
; CHECK-NEXT:    [[LINE:%.*]] = lshr i64 [[ADDRESS]], 6
; CHECK-NEXT:    [[RESIDUE:%.*]] = and i64 [[LINE]], 63
; CHECK-NEXT:    [[BIT:%.*]] = lshr i64 [[LINES]], [[RESIDUE]]
; CHECK-NEXT:    [[CHOSEN:%.*]] = trunc i64 [[BIT]] to i1
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
; CHECK:         load i64, ptr
; CHECK:         call preserve_allcc void @__memfacet_select_store(

; It may go on in the next line: then its own may be the one before a chosen one.
define i64 @two_lines(ptr %p) {
  %v = load i64, ptr %p, align 1
  ret i64 %v
}
; CHECK-LABEL: define internal i64 @two_lines.memfacet(
; CHECK:         [[ADDRESS:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT:    call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_spans)
; CHECK-NEXT:    [[SPANS:%.*]] = load i64, ptr
; CHECK-NEXT:    lshr i64 [[ADDRESS]], 6
; CHECK:         lshr i64 [[SPANS]]
; CHECK-NEXT:    trunc i64 {{%.*}} to i1
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
; CHECK:         @__memfacet_spans
; CHECK:         lshr i64 [[ADDRESS:%.*]], 6
; CHECK:         br i1
; CHECK:         call preserve_allcc void @__memfacet_select(i64 [[ADDRESS]], ptr @__memfacet.sites.neighbours)
; CHECK:         call preserve_allcc void @__memfacet_select(i64 {{%.*}}, ptr getelementptr inbounds (i8, ptr @__memfacet.sites.neighbours, i64 32))
; CHECK:         call preserve_allcc void @__memfacet_select_store(i64 {{%.*}}, ptr getelementptr inbounds (i8, ptr @__memfacet.sites.neighbours, i64 64))
; CHECK-NOT:     trunc
; CHECK:       }

; Checks of a run load the thread's lines once.
define i64 @loaded_once(ptr %p, ptr %q) {
  %a = load i64, ptr %p, align 8
  %b = load i64, ptr %q, align 8
  %sum = add i64 %a, %b
  ret i64 %sum
}
; CHECK-LABEL: define internal i64 @loaded_once.memfacet(
; CHECK:         [[AT:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_lines)
; CHECK-NEXT:    [[LINES:%.*]] = load i64, ptr [[AT]]
; CHECK:         lshr i64 [[LINES]]
; CHECK-NOT:     load i64, ptr %{{[0-9]}}
; CHECK:         lshr i64 [[LINES]]
; CHECK:       }

; What is called between them may choose other lines.
declare void @other()
define i64 @loaded_again(ptr %p, ptr %q) {
  %a = load i64, ptr %p, align 8
  call void @other()
  %b = load i64, ptr %q, align 8
  %sum = add i64 %a, %b
  ret i64 %sum
}
; CHECK-LABEL: define internal i64 @loaded_again.memfacet(
; CHECK:         @__memfacet_lines
; CHECK:         call void @other()
; CHECK:         @__memfacet_lines
; CHECK:       }

; All ways to a check may come from checks that loaded them.
define i64 @loaded_before(ptr %p, ptr %q, ptr %r, i1 %c) {
  %a = load i64, ptr %p, align 8
  br i1 %c, label %then, label %else
then:
  %b = load i64, ptr %q, align 8
  br label %end
else:
  store i64 %a, ptr %q, align 8
  br label %end
end:
  %v = phi i64 [ %a, %else ], [ %b, %then ]
  %d = load i64, ptr %r, align 8
  %sum = add i64 %d, %v
  ret i64 %sum
}
; CHECK-LABEL: define internal i64 @loaded_before.memfacet(
; CHECK:         @__memfacet_lines
; CHECK-NOT:     @__memfacet_lines
; CHECK:       }

; One of the ways has a call.
define i64 @loaded_on_one_way(ptr %p, ptr %r, i1 %c) {
  %a = load i64, ptr %p, align 8
  br i1 %c, label %then, label %end
then:
  call void @other()
  br label %end
end:
  %d = load i64, ptr %r, align 8
  %sum = add i64 %d, %a
  ret i64 %sum
}
; CHECK-LABEL: define internal i64 @loaded_on_one_way.memfacet(
; CHECK:         @__memfacet_lines
; CHECK:         @__memfacet_lines
; CHECK:       }

; Each iteration loads them again: a loop may run for long. Addresses without a
; constant stride have no twin.
define void @loaded_in_each_iteration(ptr %p) {
entry:
  %first = load ptr, ptr %p, align 8
  br label %loop
loop:
  %q = phi ptr [ %first, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %q, align 8
  %last = icmp eq ptr %next, null
  br i1 %last, label %end, label %loop
end:
  store i64 1, ptr %p, align 8
  ret void
}
; CHECK-LABEL: define internal void @loaded_in_each_iteration.memfacet(
; CHECK:         @__memfacet_lines
; CHECK:       loop:
; CHECK:         @__memfacet_lines
; CHECK-NOT:     @__memfacet_lines
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
; CHECK:         @__memfacet_spans
; CHECK:         lshr i64 {{%.*}}, 6
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
