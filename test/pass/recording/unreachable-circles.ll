; Code that is never reached may precede itself, and compute a value from itself.
; RUN: %record %s | FileCheck %s
; RUN: %selecting %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK-LABEL: define void @circles(
define void @circles(ptr %p) {
entry:
  ret void
values:
  %i = add i64 %i, %i
  %q = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %q
  br label %values
addresses:
  %r = getelementptr i8, ptr %r, i64 1
  store i8 1, ptr %r
  br label %addresses
}
