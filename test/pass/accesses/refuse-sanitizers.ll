; Functions built for a sanitizer that replaces the allocator: one error, and no
; recording.
; RUN: not %record %s -o %t.ll 2> %t.err
; RUN: FileCheck %s < %t.err
;
; CHECK: error: -fsanitize=thread replaces the allocator or the stack, which MemFacet watches; compile without -fsanitize=thread or without MemFacet's plugin
; CHECK-NOT: {{.}}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
define i32 @one(ptr %p) sanitize_thread {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @two(ptr %p) sanitize_thread {
  %v = load i32, ptr %p
  ret i32 %v
}
