; A read-modify-write is one access of its own kind (2); flag 1 is volatile,
; 2 atomic.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.sites.f = private constant [5 x
; CHECK-SAME: <{ i32 4, i32 0, i16 0, i16 0, i8 2, i8 0, i8 0, i8 2,
; CHECK-SAME: <{ i32 8, i32 0, i16 0, i16 0, i8 2, i8 0, i8 0, i8 2,
; CHECK-SAME: <{ i32 4, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0, i8 2,
; CHECK-SAME: <{ i32 2, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0, i8 1,
; CHECK-SAME: <{ i32 1, i32 0, i16 0, i16 0, i8 1, i8 0, i8 0, i8 3,

define void @f(ptr %p) {
  %a = atomicrmw add ptr %p, i32 1 seq_cst
  %b = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  %c = load atomic i32, ptr %p acquire, align 4
  %d = load volatile i16, ptr %p
  store atomic volatile i8 0, ptr %p release, align 1
  ret void
}

; Other address spaces are not the program's memory.
; CHECK: define i32 @segment(
; CHECK-NOT: ptr addrspace(257) %p, ptr
define i32 @segment(ptr addrspace(257) %p) {
  %v = load i32, ptr addrspace(257) %p
  ret i32 %v
}
