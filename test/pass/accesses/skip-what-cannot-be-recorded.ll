; Naked functions, ifunc resolvers (they run before thread-local storage
; exists), what asks not to be instrumented, and copies that are not emitted.
; RUN: opt -load-pass-plugin=%plugin -passes=memfacet-record -S %s | FileCheck %s --implicit-check-not="call preserve_allcc"

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

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
