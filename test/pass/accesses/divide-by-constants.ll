; A division by a constant is a multiplication (1), or by a power of two a shift
; (0), as compilers make it; by a variable it is a division (2).
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.operations = {{.*}} c"\06\00!\01 \02B\02\03!\02
define i64 @divides(i64 %v, i64 %n, ptr %p) {
  %a = udiv i64 %v, 10
  %b = urem i64 %a, 8
  %c = sdiv i64 %b, %n
  %d = srem i64 %c, -3
  store i64 %d, ptr %p
  ret i64 %d
}
