; A record holds at most 512 words: a run of 600 different bases is cut.
; RUN: %python %S/../Inputs/long-run.py 600 | %record | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.blocks.long = private constant [2 x
; CHECK-SAME: i32 511, i16 511, i16 511, i32 2,
; CHECK-SAME: i32 90, i16 89, i16 89, i32 1,
