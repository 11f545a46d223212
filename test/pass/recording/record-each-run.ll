; One record per run: room check against the limit, the block's table entry as
; header, then a slot per base, stored just before the access. The cursor is a
; local value: read at the start, published before leaving.
; RUN: %record -memfacet-carry=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet_cursor = external dso_local thread_local(localexec) global ptr
; CHECK: @__memfacet_limit = external dso_local thread_local(localexec) global ptr
; CHECK: @__memfacet.blocks.copy = private constant [1 x <{ i32, i32, i32, i32, i32, i32, i32, i16, i16, i32, i32, i32 }>]
; CHECK-SAME: i32 0, i32 3, i16 2, i16 2, i32 2, i32 {{[-0-9]+}}, i32 0 }>], section "memfacet_blocks", align 4
; CHECK: @__memfacet.sites.copy = private constant [2 x
; CHECK-SAME: <{ i32 8, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0, i8 0, i32 0, i32 0, i32 0, i32 0 }>
; CHECK-SAME: <{ i32 8, i32 0, i16 1, i16 0, i8 1, i8 0, i8 0, i8 0, i32 0, i32 0, i32 0, i32 0 }>
; CHECK-SAME: section "memfacet_sites", align 8

define void @copy(ptr %from, ptr %to) {
; CHECK-LABEL: define void @copy(
; CHECK-NEXT:    [[CURSOR:%.*]] = load volatile ptr, ptr @__memfacet_cursor
; CHECK-NEXT:    [[LIMIT:%.*]] = load ptr, ptr @__memfacet_limit
; CHECK-NEXT:    [[FULL:%.*]] = icmp uge ptr [[CURSOR]], [[LIMIT]]
; CHECK-NEXT:    br i1 [[FULL]], label %[[SLOW:.*]], label %[[GO:.*]], !prof
; CHECK:       [[SLOW]]:
; CHECK-NEXT:    store volatile ptr [[CURSOR]], ptr @__memfacet_cursor
; CHECK-NEXT:    call preserve_allcc void @__memfacet_next()
; CHECK-NEXT:    [[FRESH:%.*]] = load volatile ptr, ptr @__memfacet_cursor
; CHECK-NEXT:    br label %[[GO]]
; CHECK:       [[GO]]:
; CHECK-NEXT:    [[RECORD:%.*]] = phi ptr [ [[FRESH]], %[[SLOW]] ], [ [[CURSOR]], %0 ]
; CHECK-NEXT:    store volatile ptr @__memfacet.blocks.copy, ptr [[RECORD]]
; CHECK-NEXT:    [[NEXT:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 3
; CHECK-NEXT:    [[SLOT0:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 1
; CHECK-NEXT:    store ptr %from, ptr [[SLOT0]]
; CHECK-NEXT:    %v = load i64, ptr %from
; CHECK-NEXT:    [[SLOT1:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 2
; CHECK-NEXT:    store ptr %to, ptr [[SLOT1]]
; CHECK-NEXT:    store i64 %v, ptr %to
; CHECK-NEXT:    store volatile ptr [[NEXT]], ptr @__memfacet_cursor
; CHECK-NEXT:    ret void
  %v = load i64, ptr %from
  store i64 %v, ptr %to
  ret void
}
