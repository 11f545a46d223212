; With -memfacet-plain-log, a function is called for every access, just before it:
; address, bytes, kind; of masked ones the mask; of an inactive lane null. The
; calls are none of the program's: the cursor is not written out for them.
; RUN: %record -memfacet-plain-log %s | FileCheck %s
; RUN: %record %s | FileCheck --check-prefix=OFF %s
; OFF-NOT: __memfacet_plain
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
define i32 @plain(ptr %p) {
; CHECK-LABEL: define i32 @plain(
; CHECK:         call void @__memfacet_plain_access(ptr %p, i64 4, i64 0)
; CHECK-NEXT:    %v = load i32, ptr %p
; CHECK:         call void @__memfacet_plain_access(ptr %q, i64 8, i64 1)
; CHECK-NEXT:    store i64 7, ptr %q
; CHECK:         call void @__memfacet_plain_access(ptr %p, i64 4, i64 2)
; CHECK-NEXT:    atomicrmw add ptr %p, i32 %v
; CHECK-NOT:     call void @__memfacet_plain
; CHECK-COUNT-1: store volatile ptr {{.*}} @__memfacet_cursor
; CHECK-NOT:     @__memfacet_cursor
; CHECK:       }
  %v = load i32, ptr %p
  %q = getelementptr i8, ptr %p, i64 16
  store i64 7, ptr %q
  %old = atomicrmw add ptr %p, i32 %v seq_cst
  ret i32 %v
}

define void @range(ptr %p, ptr %q, i64 %n) {
; CHECK-LABEL: define void @range(
; CHECK:         call void @__memfacet_plain_access(ptr %q, i64 %n, i64 0)
; CHECK-NEXT:    call void @__memfacet_plain_access(ptr %p, i64 %n, i64 1)
; CHECK-NEXT:    call void @llvm.memcpy
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret void
}

define void @lanes(ptr %p, <4 x i32> %v, <4 x i1> %m, <2 x ptr> %to, <2 x i1> %on) {
; CHECK-LABEL: define void @lanes(
; CHECK:         call void @__memfacet_plain_lanes(ptr %p, i64 4, i64 1, i64 {{%.*}})
; CHECK-NEXT:    call void @llvm.masked.store
; CHECK:         call void @__memfacet_plain_access(ptr {{%.*}}, i64 8, i64 1)
; CHECK-NEXT:    [[TO:%.*]] = extractelement <2 x ptr> %to, i64 1
; CHECK-NEXT:    [[ON:%.*]] = extractelement <2 x i1> %on, i64 1
; CHECK-NEXT:    [[LANE:%.*]] = select i1 [[ON]], ptr [[TO]], ptr null
; CHECK-NEXT:    call void @__memfacet_plain_access(ptr [[LANE]], i64 8, i64 1)
; CHECK-NEXT:    call void @llvm.masked.scatter
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, i32 4, <4 x i1> %m)
  call void @llvm.masked.scatter.v2i64.v2p0(<2 x i64> zeroinitializer, <2 x ptr> %to, i32 8, <2 x i1> %on)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare void @llvm.masked.scatter.v2i64.v2p0(<2 x i64>, <2 x ptr>, i32, <2 x i1>)
