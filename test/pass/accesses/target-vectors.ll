; x86's own gathers, scatters and masked accesses: a slot per lane, 0 where the
; mask's sign bit (or bit) is clear; a mask of sign bits becomes one of bits.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.sites.gather = private constant [4 x
; CHECK-SAME: <{ i32 4, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0,
; CHECK-SAME: <{ i32 4, i32 0, i16 3, i16 0, i8 0, i8 0, i8 0,
; Two lanes: there are only two indices.
; CHECK: @__memfacet.sites.narrow = private constant [2 x
; CHECK: @__memfacet.sites.scatter = private constant [8 x
; CHECK-SAME: <{ i32 8, i32 0, i16 0, i16 0, i8 1, i8 0, i8 0,
; CHECK: @__memfacet.sites.masked = private constant [2 x
; CHECK-SAME: <{ i32 8, i32 0, i16 0, i16 1, i8 0, i8 0, i8 2,
; CHECK-SAME: <{ i32 8, i32 0, i16 0, i16 2, i8 1, i8 0, i8 2,

define <4 x i32> @gather(ptr %p, <4 x i32> %i, <4 x i32> %m) {
; CHECK-LABEL: define <4 x i32> @gather(
; CHECK:         [[INDEX:%.*]] = extractelement <4 x i32> %i, i64 0
; CHECK-NEXT:    [[WIDE:%.*]] = sext i32 [[INDEX]] to i64
; CHECK-NEXT:    [[OFFSET:%.*]] = mul i64 [[WIDE]], 4
; CHECK-NEXT:    [[AT:%.*]] = getelementptr i8, ptr %p, i64 [[OFFSET]]
; CHECK-NEXT:    [[BITS:%.*]] = icmp slt <4 x i32> %m, zeroinitializer
; CHECK-NEXT:    [[ON:%.*]] = extractelement <4 x i1> [[BITS]], i64 0
; CHECK-NEXT:    [[SLOT:%.*]] = select i1 [[ON]], ptr [[AT]], ptr null
; CHECK:         store ptr [[SLOT]], ptr
; CHECK:         call <4 x i32> @llvm.x86.avx2.gather.d.d(
  %v = call <4 x i32> @llvm.x86.avx2.gather.d.d(<4 x i32> zeroinitializer, ptr %p, <4 x i32> %i, <4 x i32> %m, i8 4)
  ret <4 x i32> %v
}

define <4 x float> @narrow(ptr %p, <2 x i64> %i, <4 x float> %m) {
; CHECK-LABEL: define <4 x float> @narrow(
; CHECK:         bitcast <4 x float> %m to <4 x i32>
  %v = call <4 x float> @llvm.x86.avx2.gather.q.ps(<4 x float> zeroinitializer, ptr %p, <2 x i64> %i, <4 x float> %m, i8 1)
  ret <4 x float> %v
}

define void @scatter(ptr %p, <8 x i1> %m, <8 x i32> %i, <8 x i64> %v) {
; CHECK-LABEL: define void @scatter(
; CHECK:         mul i64 {{%.*}}, 8
; CHECK:         extractelement <8 x i1> %m, i64 0
  call void @llvm.x86.avx512.mask.scatter.dpq.512(ptr %p, <8 x i1> %m, <8 x i32> %i, <8 x i64> %v, i32 8)
  ret void
}

define void @masked(ptr %p, <2 x i64> %m) {
; CHECK-LABEL: define void @masked(
; CHECK:         [[BITS:%.*]] = icmp slt <2 x i64> %m, zeroinitializer
; CHECK-NEXT:    bitcast <2 x i1> [[BITS]] to i2
  %v = call <2 x double> @llvm.x86.avx.maskload.pd(ptr %p, <2 x i64> %m)
  call void @llvm.x86.avx.maskstore.pd(ptr %p, <2 x i64> %m, <2 x double> %v)
  ret void
}

declare <4 x i32> @llvm.x86.avx2.gather.d.d(<4 x i32>, ptr, <4 x i32>, <4 x i32>, i8)
declare <4 x float> @llvm.x86.avx2.gather.q.ps(<4 x float>, ptr, <2 x i64>, <4 x float>, i8)
declare void @llvm.x86.avx512.mask.scatter.dpq.512(ptr, <8 x i1>, <8 x i32>, <8 x i64>, i32)
declare <2 x double> @llvm.x86.avx.maskload.pd(ptr, <2 x i64>)
declare void @llvm.x86.avx.maskstore.pd(ptr, <2 x i64>, <2 x double>)
