; A block with one predecessor continues its record: another header, further
; slots, no check. A base that has a slot needs no other. Each way is a path with
; a row of its own, after that of the path without its last run.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Rows: instructions, sites and words after the header of the whole path, flags;
; the last field leads to the row before.
; CHECK: @__memfacet.blocks.f = private constant [4 x
; CHECK-SAME: i32 3, i16 1, i16 1, i32 2, i32 {{[-0-9]+}}, i32 0 }>
; CHECK-SAME: i32 7, i16 2, i16 2, i32 0, i32 {{[-0-9]+}}, i32 trunc (i64 sub (i64 ptrtoint (ptr @__memfacet.blocks.f to i64), i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @__memfacet.blocks.f, i64 84) to i64)) to i32) }>
; CHECK-SAME: i32 6, i16 1, i16 1, i32 0, i32 {{[-0-9]+}}, i32 trunc (i64 sub (i64 ptrtoint (ptr @__memfacet.blocks.f to i64), i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @__memfacet.blocks.f, i64 128) to i64)) to i32) }>
; CHECK-SAME: i32 2, i16 1, i16 1, i32 0, i32 {{[-0-9]+}}, i32 0 }>

; Sites in the order of the rows: size, offset, base. The second's first is 8
; bytes after the base that the first run has recorded.
; CHECK: @__memfacet.sites.f = private constant [5 x
; CHECK-SAME: <{ i32 8, i32 0, i16 0,
; CHECK-SAME: <{ i32 8, i32 8, i16 0,
; CHECK-SAME: <{ i32 8, i32 0, i16 1,
; CHECK-SAME: <{ i32 8, i32 16, i16 0,
; CHECK-SAME: <{ i32 8, i32 0, i16 0,

define i64 @f(ptr %p, ptr %q) {
; CHECK-LABEL: define i64 @f(
; CHECK:         [[RECORD:%.*]] = call ptr asm {{.*}}callq __memfacet_reload
; CHECK-NEXT:    store volatile ptr @__memfacet.blocks.f, ptr [[RECORD]]
; CHECK-NEXT:    getelementptr inbounds i64, ptr [[RECORD]], i64 2
; CHECK:       left:
; CHECK-NEXT:    store volatile ptr getelementptr inbounds ([4 x {{.*}} @__memfacet.blocks.f, i64 0, i64 1), ptr [[RECORD]]
; CHECK-NEXT:    [[SECOND:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 3
; CHECK-NEXT:    %a = getelementptr
; CHECK-NEXT:    store i64 1, ptr %a
; CHECK-NEXT:    [[SLOT:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 2
; CHECK-NEXT:    store ptr %q, ptr [[SLOT]]
; CHECK-NEXT:    store i64 2, ptr %q
; CHECK:       right:
; CHECK-NEXT:    store volatile ptr getelementptr inbounds ([4 x {{.*}} @__memfacet.blocks.f, i64 0, i64 2), ptr [[RECORD]]
; CHECK-NOT:     store ptr
; CHECK:       join:
; CHECK-NEXT:    [[NEXT:%.*]] = phi ptr [ [[SECOND]], %left ], [ %{{.*}}, %right ]
; CHECK-NEXT:    store volatile ptr getelementptr inbounds ([4 x {{.*}} @__memfacet.blocks.f, i64 0, i64 3), ptr [[NEXT]]
; CHECK-NOT:     callq
; CHECK:         ret i64 %w
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
