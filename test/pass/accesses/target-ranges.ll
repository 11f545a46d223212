; x86's own instructions that always touch the same number of bytes; where that
; depends on registers, a blind spot; nothing where no data is transferred.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.sites.ranges = private constant [6 x
; CHECK-SAME: <{ i32 16, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0,
; CHECK-SAME: <{ i32 32, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0,
; CHECK-SAME: <{ i32 512, i32 0, i16 0, i16 0, i8 1, i8 0, i8 0,
; CHECK-SAME: <{ i32 4, i32 0, i16 0, i16 0, i8 1, i8 0, i8 0,
; CHECK: @__memfacet.sites.masked = private constant [1 x
; CHECK-SAME: <{ i32 1, i32 0, i16 0, i16 1, i8 1, i8 0, i8 2,
; CHECK: @__memfacet.sites.blind = private constant [1 x
; CHECK-NOT: @__memfacet.sites.nothing

define void @ranges(ptr %p, ptr %q) {
  %a = call <16 x i8> @llvm.x86.sse3.ldu.dq(ptr %p)
  %b = call <32 x i8> @llvm.x86.avx.ldu.dq.256(ptr %p)
  call void @llvm.x86.fxsave(ptr %p)
  call void @llvm.x86.sse.stmxcsr(ptr %p)
  call void @llvm.x86.movdir64b(ptr %p, ptr %q)
  ret void
}

define void @masked(<16 x i8> %v, <16 x i8> %m, ptr %p) {
  call void @llvm.x86.sse2.maskmov.dqu(<16 x i8> %v, <16 x i8> %m, ptr %p)
  ret void
}

define void @blind(ptr %p) {
  call void @llvm.x86.xsave(ptr %p, i32 0, i32 -1)
  ret void
}

define void @nothing(ptr %p) {
  call void @llvm.x86.sse2.clflush(ptr %p)
  ret void
}

declare <16 x i8> @llvm.x86.sse3.ldu.dq(ptr)
declare <32 x i8> @llvm.x86.avx.ldu.dq.256(ptr)
declare void @llvm.x86.fxsave(ptr)
declare void @llvm.x86.sse.stmxcsr(ptr)
declare void @llvm.x86.movdir64b(ptr, ptr)
declare void @llvm.x86.sse2.maskmov.dqu(<16 x i8>, <16 x i8>, ptr)
declare void @llvm.x86.xsave(ptr, i32, i32)
declare void @llvm.x86.sse2.clflush(ptr)
