; Functions built for a sanitizer that replaces the allocator: one error, and no
; recording.
; RUN: not opt -load-pass-plugin=%plugin -passes=memfacet-record -S %s -o %t.ll 2> %t.err
; RUN: FileCheck %s < %t.err
;
; CHECK: error: -fsanitize=thread replaces the allocator or the stack, which MemFacet watches; compile without -fsanitize=thread or without MemFacet's plugin
; CHECK-NOT: {{.}}

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @one(ptr %p) sanitize_thread {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @two(ptr %p) sanitize_thread {
  %v = load i32, ptr %p
  ret i32 %v
}
