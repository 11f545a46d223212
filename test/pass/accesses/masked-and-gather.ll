; Masked accesses carry their mask, gathers and scatters a slot per lane that is
; 0 where the lane is not active, compressed stores their length. An all-true
; mask is a plain access, an all-false one none.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.sites.masked = private constant [3 x
; CHECK-SAME: <{ i32 4, i32 0, i16 0, i16 1, i8 0, i8 0, i8 2,
; CHECK-SAME: <{ i32 4, i32 64, i16 0, i16 2, i8 1, i8 0, i8 2,
; CHECK-SAME: <{ i32 16, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0,
; CHECK: @__memfacet.sites.lanes = private constant [4 x
; CHECK-SAME: <{ i32 8, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0,
; CHECK-SAME: <{ i32 8, i32 0, i16 1, i16 0, i8 0,
; CHECK-SAME: <{ i32 8, i32 0, i16 2, i16 0, i8 1,
; CHECK-SAME: <{ i32 8, i32 0, i16 3, i16 0, i8 1,
; CHECK: @__memfacet.sites.compress = private constant [1 x
; CHECK-SAME: <{ i32 0, i32 0, i16 0, i16 1, i8 1, i8 0, i8 1,

define <4 x i32> @masked(ptr %p, <4 x i1> %m) {
; CHECK-LABEL: define <4 x i32> @masked(
; CHECK:         [[BITS:%.*]] = bitcast <4 x i1> %m to i4
; CHECK-NEXT:    [[WIDE:%.*]] = zext i4 [[BITS]] to i64
; CHECK:         store i64 [[WIDE]], ptr
; CHECK:         call <4 x i32> @llvm.masked.load
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> zeroinitializer)
  %q = getelementptr i8, ptr %p, i64 64
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %q, i32 4, <4 x i1> %m)
  %w = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> splat (i1 true), <4 x i32> zeroinitializer)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %q, i32 4, <4 x i1> zeroinitializer)
  ret <4 x i32> %w
}

define void @lanes(<2 x ptr> %p, <2 x i1> %m) {
; CHECK-LABEL: define void @lanes(
; CHECK:         [[A:%.*]] = extractelement <2 x ptr> %p, i64 0
; CHECK-NEXT:    [[ON:%.*]] = extractelement <2 x i1> %m, i64 0
; CHECK-NEXT:    [[SLOT:%.*]] = select i1 [[ON]], ptr [[A]], ptr null
; CHECK-NEXT:    [[AT:%.*]] = getelementptr inbounds i64, ptr {{%.*}}, i64 1
; CHECK-NEXT:    store ptr [[SLOT]], ptr [[AT]]
  %v = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> %p, i32 8, <2 x i1> %m, <2 x i64> zeroinitializer)
  call void @llvm.masked.scatter.v2i64.v2p0(<2 x i64> %v, <2 x ptr> %p, i32 8, <2 x i1> %m)
  ret void
}

define void @compress(ptr %p, <8 x i16> %v, <8 x i1> %m) {
; CHECK-LABEL: define void @compress(
; CHECK:         [[WIDE:%.*]] = zext i8 {{%.*}} to i64
; CHECK-NEXT:    [[COUNT:%.*]] = call i64 @llvm.ctpop.i64(i64 [[WIDE]])
; CHECK-NEXT:    [[BYTES:%.*]] = mul i64 [[COUNT]], 2
  call void @llvm.masked.compressstore.v8i16(<8 x i16> %v, ptr %p, <8 x i1> %m)
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i64>)
declare void @llvm.masked.scatter.v2i64.v2p0(<2 x i64>, <2 x ptr>, i32, <2 x i1>)
declare void @llvm.masked.compressstore.v8i16(<8 x i16>, ptr, <8 x i1>)
