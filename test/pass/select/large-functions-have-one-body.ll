; A function with more checks and marks than -memfacet-most-checks has the
; recording body alone: the compiler would take too long for its many blocks.
; RUN: %selecting -memfacet-carry=false -memfacet-most-checks=1 %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
define dso_local i32 @small(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

define dso_local i32 @large(ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  ret i32 %v
}

; CHECK-LABEL: define dso_local i32 @large(
; CHECK:         load i8, ptr @__memfacet_selecting
; CHECK:         call preserve_allcc void @__memfacet_select_forget()
; CHECK-NOT:     musttail
; CHECK:       }
; CHECK-LABEL: define internal i32 @small.memfacet(
; CHECK-NOT:   define {{.*}}@large.memfacet(
