; The upper bits of a run's flags say which loop of its function it is in: the
; innermost, by the number of the first run of its header, and 1 (256 each).
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %record %s | FileCheck %s

; The runs: entry, outer, inner, its end, outer's end, exit. Only the entry
; enters the function (2).
; CHECK: @__memfacet.blocks.nest =
; CHECK-SAME: i32 0, i32 {{[0-9]+}}, i16 0, i16 0, i32 2, i32
; CHECK-SAME: i32 1, i32 {{[0-9]+}}, i16 0, i16 0, i32 512, i32
; CHECK-SAME: i32 2, i32 {{[0-9]+}}, i16 0, i16 0, i32 768, i32
; CHECK-SAME: i32 3, i32 {{[0-9]+}}, i16 0, i16 0, i32 512, i32
; CHECK-SAME: i32 4, i32 {{[0-9]+}}, i16 0, i16 0, i32 0, i32

define void @nest(i32 %n) {
entry:
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  br label %inner

inner:
  %j = phi i32 [ 0, %outer ], [ %after, %inner ]
  %after = add i32 %j, 1
  %more = icmp ult i32 %after, %n
  br i1 %more, label %inner, label %latch

latch:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %outer, label %exit

exit:
  ret void
}
