; A site says which bytes of a wide access have a use: units (4096: of 4 bytes,
; 2048: of 2), how many there are in a period (256 for each but the first), and
; which of them are used. 0: all, or not known.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK: @__memfacet.sites.second = {{.*}}<{ i32 32, i32 0, i16 0, i16 4353, i8 0,
define <4 x i32> @second(ptr %p) {
  %v = load <8 x i32>, ptr %p
  %a = shufflevector <8 x i32> %v, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  ret <4 x i32> %a
}

; CHECK: @__memfacet.sites.both = {{.*}}<{ i32 32, i32 0, i16 0, i16 0, i8 0,
define <4 x i32> @both(ptr %p) {
  %v = load <8 x i32>, ptr %p
  %a = shufflevector <8 x i32> %v, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %b = shufflevector <8 x i32> %v, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %s = add <4 x i32> %a, %b
  ret <4 x i32> %s
}

; The first and the last of four, backwards.
; CHECK: @__memfacet.sites.outer = {{.*}}<{ i32 32, i32 0, i16 0, i16 4873, i8 0,
define <4 x i32> @outer(ptr %p) {
  %v = load <8 x i32>, ptr %p
  %a = shufflevector <8 x i32> poison, <8 x i32> %v, <4 x i32> <i32 15, i32 12, i32 11, i32 8>
  ret <4 x i32> %a
}

; CHECK: @__memfacet.sites.third = {{.*}}<{ i32 48, i32 0, i16 0, i16 4610, i8 0,
define <4 x i32> @third(ptr %p) {
  %v = load <12 x i32>, ptr %p
  %a = shufflevector <12 x i32> %v, <12 x i32> poison, <4 x i32> <i32 1, i32 4, i32 7, i32 10>
  ret <4 x i32> %a
}

; Every eighth of 4 bytes, up to the last one that is used, as LLVM 22 loads
; them: the last period is cut.
; CHECK: @__memfacet.sites.cut = {{.*}}<{ i32 68, i32 0, i16 0, i16 5889, i8 0,
define <4 x i32> @cut(ptr %p) {
  %v = load <17 x i32>, ptr %p
  %s = shufflevector <17 x i32> %v, <17 x i32> poison, <4 x i32> <i32 0, i32 8, i32 16, i32 16>
  ret <4 x i32> %s
}

; CHECK: @__memfacet.sites.one = {{.*}}<{ i32 16, i32 0, i16 0, i16 4868, i8 0,
define i32 @one(ptr %p) {
  %v = load <4 x i32>, ptr %p
  %a = extractelement <4 x i32> %v, i64 2
  ret i32 %a
}

; CHECK: @__memfacet.sites.any = {{.*}}<{ i32 16, i32 0, i16 0, i16 0, i8 0,
define i32 @any(ptr %p, i64 %i) {
  %v = load <4 x i32>, ptr %p
  %a = extractelement <4 x i32> %v, i64 %i
  ret i32 %a
}

; CHECK: @__memfacet.sites.inserted = {{.*}}<{ i32 16, i32 0, i16 0, i16 4878, i8 0,
; CHECK-SAME: <{ i32 16,
define void @inserted(ptr %p, ptr %q, i32 %x) {
  %v = load <4 x i32>, ptr %p
  %a = insertelement <4 x i32> %v, i32 %x, i64 0
  store <4 x i32> %a, ptr %q
  ret void
}

; CHECK: @__memfacet.sites.low = {{.*}}<{ i32 8, i32 0, i16 0, i16 4353, i8 0,
define i32 @low(ptr %p) {
  %v = load i64, ptr %p
  %a = trunc i64 %v to i32
  ret i32 %a
}

; CHECK: @__memfacet.sites.high = {{.*}}<{ i32 8, i32 0, i16 0, i16 4354, i8 0,
define i32 @high(ptr %p) {
  %v = load i64, ptr %p
  %a = lshr i64 %v, 32
  %b = trunc i64 %a to i32
  ret i32 %b
}

; CHECK: @__memfacet.sites.masked = {{.*}}<{ i32 8, i32 0, i16 0, i16 2817, i8 0,
define i64 @masked(ptr %p) {
  %v = load i64, ptr %p
  %a = and i64 %v, 65535
  ret i64 %a
}

; CHECK: @__memfacet.sites.lanes = {{.*}}<{ i32 16, i32 0, i16 0, i16 4353, i8 0,
define <2 x float> @lanes(ptr %p, <4 x i1> %m) {
  %v = load <4 x i32>, ptr %p
  %a = add <4 x i32> %v, splat (i32 3)
  %b = select <4 x i1> %m, <4 x i32> %a, <4 x i32> zeroinitializer
  %f = sitofp <4 x i32> %b to <4 x float>
  %c = shufflevector <4 x float> %f, <4 x float> poison, <2 x i32> <i32 0, i32 2>
  ret <2 x float> %c
}

; CHECK: @__memfacet.sites.parts = {{.*}}<{ i32 32, i32 0, i16 0, i16 4354, i8 0,
define <4 x i32> @parts(ptr %p) {
  %v = load <8 x i32>, ptr %p
  %d = call { <4 x i32>, <4 x i32> } @llvm.vector.deinterleave2.v8i32(<8 x i32> %v)
  %a = extractvalue { <4 x i32>, <4 x i32> } %d, 1
  ret <4 x i32> %a
}

; What is written back is neither read nor written.
; CHECK: @__memfacet.sites.update = {{.*}}<{ i32 16, i32 0, i16 0, i16 4354, i8 0,
; CHECK-SAME: <{ i32 16, i32 0, i16 0, i16 4354, i8 1,
define void @update(ptr %p) {
  %v = load <4 x i32>, ptr %p
  %a = add <4 x i32> %v, splat (i32 3)
  %b = shufflevector <4 x i32> %v, <4 x i32> %a, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  store <4 x i32> %b, ptr %p
  ret void
}

; Something is written in between.
; CHECK: @__memfacet.sites.between = {{.*}}<{ i32 16, i32 0, i16 0, i16 0, i8 0,
; CHECK-SAME: <{ i32 16, i32 0, i16 0, i16 0, i8 1,
define void @between(ptr %p, ptr %q) {
  %v = load <4 x i32>, ptr %p
  %a = add <4 x i32> %v, splat (i32 3)
  store i32 7, ptr %q
  %b = shufflevector <4 x i32> %v, <4 x i32> %a, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  store <4 x i32> %b, ptr %p
  ret void
}

; CHECK: @__memfacet.sites.ordered = {{.*}}<{ i32 8, i32 0, i16 0, i16 0, i8 0, i8 0, i8 0, i8 1,
define i32 @ordered(ptr %p) {
  %v = load volatile i64, ptr %p
  %a = trunc i64 %v to i32
  ret i32 %a
}

declare { <4 x i32>, <4 x i32> } @llvm.vector.deinterleave2.v8i32(<8 x i32>)

; A lane that the vector does not have is poison.
; CHECK: @__memfacet.sites.poison = {{.*}}<{ i32 16, i32 0, i16 0, i16 0, i8 0,
; CHECK-SAME: <{ i32 16, i32 0, i16 0, i16 0, i8 1,
define void @poison(ptr %p) {
  %v = load <4 x i32>, ptr %p
  %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %x = extractelement <4 x i32> %s, i64 900000
  %a = insertelement <4 x i32> %s, i32 %x, i64 0
  store <4 x i32> %a, ptr %p
  ret void
}
