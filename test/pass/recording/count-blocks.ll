; What counting inserts: one counter for a loop and its function, kept as a value
; while the loop runs; none for what follows from it. Where a call may not
; return, what comes after it is counted. Counters are relative to a base that the
; function computes where it begins: no segment register is used, which programs
; may set.
;
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %record -memfacet-count-blocks %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=LOOP < %t.ll
; RUN: FileCheck %s --check-prefix=ATTACH < %t.ll
;
; Nothing is recorded, and accesses have no tables.
;
; CHECK-NOT: @__memfacet_cursor
; CHECK-NOT: memfacet_sites
; CHECK: @__memfacet_clock = external dso_local thread_local(localexec) global i64
; CHECK: @__memfacet_counters = linkonce_odr hidden thread_local(localexec) global i64 0, comdat
;
; Their tables hold what each counter says of instructions.
;
; CHECK: @__memfacet.counters.loop = private global [{{[0-9]+}} x <{ i64 }>] {{.*}}section "memfacet_counters"
; CHECK: @__memfacet.flows.loop = private constant {{.*}}section "memfacet_flows"
;
; CHECK-LABEL: define i64 @leaf(
; CHECK: [[KNOWN:%.*]] = load i64, ptr @__memfacet_counters
; CHECK: [[ATTACHED:%.*]] = call preserve_allcc i64 @__memfacet_attach(ptr @__memfacet.flows.leaf)
; CHECK: [[DISTANCE:%.*]] = phi i64 [ [[KNOWN]], %{{.*}} ], [ [[ATTACHED]], %{{.*}} ]
; CHECK: [[SUM:%.*]] = add i64 ptrtoint (ptr @__memfacet.counters.leaf to i64), [[DISTANCE]]
; CHECK: [[BASE:%.*]] = inttoptr i64 [[SUM]] to ptr
; CHECK: [[COUNTER:%.*]] = getelementptr inbounds i64, ptr [[BASE]], i64 0
; CHECK-NEXT: [[COUNT:%.*]] = load i64, ptr [[COUNTER]]
; CHECK-NEXT: [[MORE:%.*]] = add i64 [[COUNT]], 1
; CHECK-NEXT: store i64 [[MORE]], ptr [[COUNTER]]
; CHECK-NOT: addrspace
; CHECK-NOT: @__memfacet_clock
; CHECK: ret i64
;
; LOOP-LABEL: define i64 @loop(
; LOOP: load i64, ptr @__memfacet_clock
; LOOP: body:
; LOOP-NOT: store
; LOOP: sub i64 %{{[^,]+}}, 4
; LOOP: icmp slt
; LOOP: store i64 {{.*}}, ptr [[COUNTER:%.*]],
; LOOP: call preserve_allcc void @__memfacet_count_check()
; LOOP: store i64 %{{.*}}, ptr @__memfacet_clock
; LOOP: ret i64
;
; LOOP-LABEL: define void @calls(
; LOOP: sub i64 %{{.*}}, 3
; LOOP: call preserve_allcc void @__memfacet_count_check()
; LOOP: store i64
; LOOP: call void @other()
; LOOP: store i64
; LOOP: ret void
;
; What all functions do for the thread's first counters is a function of the
; object.
;
; ATTACH: define linkonce_odr hidden preserve_allcc i64 @__memfacet_attach(ptr [[FLOWS:%.*]]) [[ATTRIBUTES:#[0-9]+]] comdat {
; ATTACH: call preserve_allcc void @__memfacet_count_attach(ptr @__memfacet_counters, ptr @__memfacet_module_tables, ptr [[FLOWS]])
; ATTACH-NEXT: [[DISTANCE:%.*]] = load i64, ptr @__memfacet_counters
; ATTACH: ret i64 [[DISTANCE]]
; ATTACH: attributes [[ATTRIBUTES]] = { cold disable_sanitizer_instrumentation noinline noprofile nosanitize_coverage nounwind uwtable "target-features"="-lvi-cfi" }
declare void @other()

define i64 @leaf(i64 %a) {
  %b = add i64 %a, 1
  ret i64 %b
}

define i64 @loop(ptr %p, i64 %n) {
entry:
  br label %body

body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %body, label %end

end:
  %v = load i64, ptr %p
  ret i64 %v
}

define void @calls() {
  call void @other()
  call void @other()
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"PIC Level", i32 0}
