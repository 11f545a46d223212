; Naked functions, ifunc resolvers (they run before thread-local storage
; exists), what asks not to be instrumented, and copies that are not emitted.
; RUN: %record %s | FileCheck %s --implicit-check-not="call preserve_allcc"
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
@chosen = ifunc void (), ptr @resolver

; CHECK: define void @bare()
define void @bare() naked {
  call void asm sideeffect "ret", ""()
  unreachable
}
; CHECK: define ptr @resolver()
define ptr @resolver() {
  ret ptr @bare
}
; CHECK: define i32 @refused(
define i32 @refused(ptr %p) disable_sanitizer_instrumentation {
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK: define available_externally i32 @elsewhere(
define available_externally i32 @elsewhere(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
