; The test mode: after the slots, the address of every access, as the program
; computes it.
; RUN: %record -memfacet-verify %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.blocks.two = {{.*}} i32 4, i16 2, i16 3, i32 6,

define i32 @two(ptr %p) {
; CHECK-LABEL: define i32 @two(
; CHECK:         getelementptr inbounds i64, ptr [[RECORD:%.*]], i64 4
; CHECK:         [[SLOT:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 1
; CHECK-NEXT:    store ptr %p, ptr [[SLOT]]
; CHECK-NEXT:    [[FIRST:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 2
; CHECK-NEXT:    store ptr %p, ptr [[FIRST]]
; CHECK-NEXT:    %v = load i32, ptr %p
; CHECK-NEXT:    %q = getelementptr i8, ptr %p, i64 4
; CHECK-NEXT:    [[SECOND:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 3
; CHECK-NEXT:    store ptr %q, ptr [[SECOND]]
; CHECK-NEXT:    store i32 0, ptr %q
  %v = load i32, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret i32 %v
}
