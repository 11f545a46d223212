; The counters of profiles and coverage are no accesses of the program; its own
; variables are, whatever they are called.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.global.__profession = private constant
; CHECK: @__memfacet.blocks.count = private constant [1 x
; CHECK-SAME: i32 15, i16 1, i16 0, i32 2,

@__profc_count = private global [2 x i64] zeroinitializer, section "__llvm_prf_cnts"
@__llvm_gcov_ctr = internal global [2 x i64] zeroinitializer
@__llvm_profile_counter_bias = linkonce_odr global i64 0
@__profession = global i64 0

define void @count() {
  %a = load i64, ptr @__profc_count
  %b = add i64 %a, 1
  store i64 %b, ptr @__profc_count
  %c = load i64, ptr getelementptr inbounds ([2 x i64], ptr @__llvm_gcov_ctr, i64 0, i64 1)
  %d = add i64 %c, 1
  store i64 %d, ptr getelementptr inbounds ([2 x i64], ptr @__llvm_gcov_ctr, i64 0, i64 1)
  %e = atomicrmw add ptr @__profc_count, i64 1 monotonic
  ; -runtime-counter-relocation
  %bias = load i64, ptr @__llvm_profile_counter_bias
  %moved = add i64 ptrtoint (ptr @__profc_count to i64), %bias
  %f = inttoptr i64 %moved to ptr
  %g = load i64, ptr %f
  store i64 %g, ptr %f
  call void @llvm.memset.p0.i64(ptr @__profc_count, i8 0, i64 8, i1 false)
  store i64 1, ptr @__profession
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
