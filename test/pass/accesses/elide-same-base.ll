; Constant offsets from one base share its slot; with elision off every access
; has its own.
; RUN: %record %s | FileCheck %s
; RUN: %record -memfacet-elide=false %s | FileCheck %s --check-prefix=FULL
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields of a block: sites, refs, function, place, instructions, sites, slots.
; CHECK: @__memfacet.blocks.sum = {{.*}} i32 8, i16 3, i16 1,
; CHECK: @__memfacet.sites.sum = private constant [3 x
; CHECK-SAME: <{ i32 4, i32 0, i16 0, i16 0, i8 0,
; CHECK-SAME: <{ i32 4, i32 16, i16 0, i16 0, i8 0,
; CHECK-SAME: <{ i32 8, i32 -8, i16 0, i16 0, i8 1,
; FULL: @__memfacet.blocks.sum = {{.*}} i32 8, i16 3, i16 3,
; FULL: @__memfacet.sites.sum = private constant [3 x
; FULL-SAME: <{ i32 4, i32 0, i16 0, i16 0, i8 0,
; FULL-SAME: <{ i32 4, i32 0, i16 1, i16 0, i8 0,
; FULL-SAME: <{ i32 8, i32 0, i16 2, i16 0, i8 1,

define i32 @sum(ptr %p) {
; CHECK-LABEL: define i32 @sum(
; CHECK:         getelementptr inbounds i64, ptr [[RECORD:%.*]], i64 2
; CHECK:         [[SLOT:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 1
; CHECK-NEXT:    store ptr %p, ptr [[SLOT]]
; CHECK-NEXT:    %a = load i32, ptr %p
; CHECK-NEXT:    %q = getelementptr i8, ptr %p, i64 16
; CHECK-NEXT:    %b = load i32, ptr %q
; CHECK-NEXT:    %r = getelementptr i8, ptr %p, i64 -8
; CHECK-NEXT:    store i64 0, ptr %r
  %a = load i32, ptr %p
  %q = getelementptr i8, ptr %p, i64 16
  %b = load i32, ptr %q
  %r = getelementptr i8, ptr %p, i64 -8
  store i64 0, ptr %r
  %s = add i32 %a, %b
  %t = add i32 %s, 1
  ret i32 %t
}
