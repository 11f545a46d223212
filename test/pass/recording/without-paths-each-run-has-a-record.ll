; Without paths, every run begins a record: no row has one before it, and each
; header is stored at the cursor.
; RUN: %record -memfacet-paths=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The rows' last fields.
; CHECK: @__memfacet.blocks.f = private constant [4 x
; CHECK-SAME: i32 3, i16 1, i16 1, i32 2, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 4, i16 2, i16 2, i32 0, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 3, i16 1, i16 1, i32 0, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 2, i16 1, i16 1, i32 0, i32 {{[-0-9]+}}, i32 0 }>

define i64 @f(ptr %p, ptr %q) {
; CHECK-LABEL: define i64 @f(
; CHECK:         store volatile ptr @__memfacet.blocks.f, ptr [[RECORD:%.*]],
; CHECK-NEXT:    [[NEXT:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 2
; CHECK:       left:
; CHECK-NEXT:    store volatile ptr {{.*}}, i64 0, i64 1), ptr [[NEXT]],
; CHECK-NEXT:    [[LEFT:%.*]] = getelementptr inbounds i64, ptr [[NEXT]], i64 3
; CHECK:         getelementptr inbounds i64, ptr [[NEXT]], i64 1
; CHECK-NEXT:    store ptr %p,
; CHECK:         getelementptr inbounds i64, ptr [[NEXT]], i64 2
; CHECK-NEXT:    store ptr %q,
; CHECK:       right:
; CHECK-NEXT:    store volatile ptr {{.*}}, i64 0, i64 2), ptr [[NEXT]],
; CHECK-NEXT:    [[RIGHT:%.*]] = getelementptr inbounds i64, ptr [[NEXT]], i64 2
; CHECK:       join:
; CHECK-NEXT:    [[LAST:%.*]] = phi ptr [ [[LEFT]], %left ], [ [[RIGHT]], %right ]
; CHECK-NEXT:    store volatile ptr {{.*}}, i64 0, i64 3), ptr [[LAST]],
entry:
  %v = load i64, ptr %p
  %c = icmp eq i64 %v, 0
  br i1 %c, label %left, label %right
left:
  %a = getelementptr i8, ptr %p, i64 8
  store i64 1, ptr %a
  store i64 2, ptr %q
  br label %join
right:
  %b = getelementptr i8, ptr %p, i64 16
  store i64 3, ptr %b
  br label %join
join:
  %w = load i64, ptr %q
  ret i64 %w
}
