; What a call allocates is offered to the runtime as long as nothing else can be
; recorded: with the cursor from just before the call. What a call releases is
; offered before it.
; RUN: %record -memfacet-carry=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare i32 @posix_memalign(ptr, i64, i64)
declare void @free(ptr)
declare ptr @_Znwm(i64)
declare ptr @_ZnwmPv(i64, ptr)
declare void @_ZdlPvm(ptr, i64)
declare void @_ZdlPvS_(ptr, ptr)
declare i32 @__gxx_personality_v0(...)

; Kinds: 1 malloc, 2 calloc, 3 realloc, 4 aligned, 5 new.
define void @plain(i64 %n) {
; CHECK-LABEL: define void @plain(
; CHECK:         store volatile ptr @__memfacet.blocks.plain,
; CHECK-NEXT:    getelementptr
; CHECK-NEXT:    store volatile ptr %{{.*}}, ptr @__memfacet_cursor
; CHECK-NEXT:    [[CURSOR:%.*]] = load volatile ptr, ptr @__memfacet_cursor
; CHECK-NEXT:    [[P:%.*]] = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @__memfacet_allocated(ptr [[P]], i64 %n, i32 1, ptr null, ptr [[CURSOR]])
; CHECK-NEXT:    load volatile ptr, ptr @__memfacet_cursor
; CHECK:         [[Q:%.*]] = call ptr @calloc(i64 3, i64 %n)
; CHECK-NEXT:    [[BYTES:%.*]] = mul i64 %n, 3
; CHECK-NEXT:    call void @__memfacet_allocated(ptr [[Q]], i64 [[BYTES]], i32 2,
; CHECK:         call void @__memfacet_released(ptr [[Q]], i32 1)
; CHECK-NEXT:    [[AGAIN:%.*]] = load volatile ptr, ptr @__memfacet_cursor
; CHECK-NEXT:    [[R:%.*]] = call ptr @realloc(ptr [[Q]], i64 10)
; CHECK-NEXT:    call void @__memfacet_allocated(ptr [[R]], i64 10, i32 3, ptr [[Q]], ptr [[AGAIN]])
; CHECK:         call void @__memfacet_released(ptr [[R]], i32 0)
; CHECK-NEXT:    call void @free(ptr [[R]])
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @calloc(i64 3, i64 %n)
  %r = call ptr @realloc(ptr %q, i64 10)
  call void @free(ptr %r)
  ret void
}

define i32 @through_output(ptr %to) {
; CHECK-LABEL: define i32 @through_output(
; CHECK:         [[CODE:%.*]] = call i32 @posix_memalign(ptr %to, i64 64, i64 100)
; CHECK-NEXT:    [[AT:%.*]] = load ptr, ptr %to
; CHECK-NEXT:    [[GOOD:%.*]] = icmp eq i32 [[CODE]], 0
; CHECK-NEXT:    [[BLOCK:%.*]] = select i1 [[GOOD]], ptr [[AT]], ptr null
; CHECK-NEXT:    call void @__memfacet_allocated(ptr [[BLOCK]], i64 100, i32 4,
  %c = call i32 @posix_memalign(ptr %to, i64 64, i64 100)
  ret i32 %c
}

define void @operators(ptr %q) personality ptr @__gxx_personality_v0 {
; CHECK-LABEL: define void @operators(
; CHECK:         store volatile ptr @__memfacet.blocks.operators,
; CHECK-NEXT:    getelementptr
; CHECK-NEXT:    store volatile ptr %{{.*}}, ptr @__memfacet_cursor
; CHECK-NEXT:    [[CURSOR:%.*]] = load volatile ptr, ptr @__memfacet_cursor
; CHECK-NEXT:    [[P:%.*]] = invoke ptr @_Znwm(i64 8)
; CHECK:       done:
; CHECK-NEXT:    call void @__memfacet_allocated(ptr [[P]], i64 8, i32 5, ptr null, ptr [[CURSOR]])
; CHECK-NOT:     @__memfacet_allocated(
; CHECK:         call void @__memfacet_released(ptr [[P]], i32 0)
; CHECK-NEXT:    call void @_ZdlPvm(ptr [[P]], i64 8)
; CHECK-NOT:     @__memfacet_released(
; CHECK:       pad:
  %p = invoke ptr @_Znwm(i64 8) to label %done unwind label %pad
done:
  %placed = call ptr @_ZnwmPv(i64 8, ptr %q)
  call void @_ZdlPvm(ptr %p, i64 8)
  call void @_ZdlPvS_(ptr %q, ptr %q)
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; Functions of the program that only have such names: nothing is offered.
declare i32 @getline(ptr, i32)
declare i32 @getdelim(ptr, ptr)
declare void @asprintf(ptr, ptr, ...)
declare ptr @memalign(ptr, ptr)
define void @others(ptr %p) {
; CHECK-LABEL: define void @others(
; CHECK-NOT:     @__memfacet_allocated(
; CHECK:         call i32 @getline(
; CHECK-NOT:     @__memfacet_allocated(
; CHECK:         ret void
  %l = call i32 @getline(ptr %p, i32 80)
  %d = call i32 @getdelim(ptr %p, ptr %p)
  call void (ptr, ptr, ...) @asprintf(ptr %p, ptr %p)
  %a = call ptr @memalign(ptr %p, ptr %p)
  ret void
}
