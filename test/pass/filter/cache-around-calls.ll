; A filtering body has the address of its thread's filter cache and its clock in
; registers. Around calls the clock is written back, and both are read again
; behind them: what is called accesses memory, or returns in another thread.
; RUN: %filtering -memfacet-carry=false %s | FileCheck %s

declare void @other(ptr)
declare void @fatal() noreturn
declare i32 @__gxx_personality_v0(...)

define internal void @local(ptr %p) noinline {
  store i32 1, ptr %p
  ret void
}

define void @calls(ptr %p) {
  store i64 1, ptr %p, align 8
  call void @other(ptr %p)
  store i64 2, ptr %p, align 8
  ret void
}

define void @invokes(ptr %p) personality ptr @__gxx_personality_v0 {
  store i64 1, ptr %p, align 8
  invoke void @other(ptr %p) to label %fine unwind label %caught
fine:
  store i64 2, ptr %p, align 8
  ret void
caught:
  %l = landingpad { ptr, i32 } cleanup
  store i64 3, ptr %p, align 8
  resume { ptr, i32 } %l
}

define void @joins(i1 %c, ptr %p) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %calls, label %writes
calls:
  invoke void @local(ptr %p) to label %join unwind label %caught
writes:
  store i64 1, ptr %p, align 8
  br label %join
join:
  store i64 2, ptr %p, align 8
  ret void
caught:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

define void @tail(ptr %p) {
  store i64 1, ptr %p, align 8
  musttail call void @other(ptr %p)
  ret void
}

define void @ends(ptr %p) {
  store i64 1, ptr %p, align 8
  call void @fatal()
  unreachable
}

define i32 @accesses_nothing(i32 %x) {
  ret i32 %x
}

; Where it begins, behind the call, where it returns.
; CHECK-LABEL: define internal void @calls.memfacet(
; CHECK-NEXT:    [[VARIABLE:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_filter_cache)
; CHECK-NEXT:    [[CACHE:%.*]] = load ptr, ptr [[VARIABLE]]
; CHECK-NEXT:    [[CLOCK:%.*]] = load i64, ptr [[CACHE]]
; CHECK:         store i64 [[CLOCK]], ptr [[CACHE]]
; CHECK-NEXT:    call preserve_allcc void @__memfacet_count_attach(
; CHECK-NEXT:    [[VARIABLE:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_filter_cache)
; CHECK:         store i64 {{%.*}}, ptr {{%.*}}
; CHECK-NEXT:    call preserve_allcc void @__memfacet_count_check()
; CHECK-NEXT:    call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_filter_cache)
; CHECK:         [[LATER:%.*]] = add i64 {{%.*}}, 2
; CHECK:         store i64 1, ptr %p
; CHECK:         store i64 [[LATER]], ptr {{%.*}}
; CHECK-NEXT:    call void @other(ptr %p)
; CHECK-NEXT:    [[VARIABLE2:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_filter_cache)
; CHECK-NEXT:    [[CACHE2:%.*]] = load ptr, ptr [[VARIABLE2]]
; CHECK-NEXT:    [[CLOCK2:%.*]] = load i64, ptr [[CACHE2]]
; CHECK:         [[LATER2:%.*]] = add i64 {{%.*}}, 2
; CHECK:         store i64 2, ptr %p
; CHECK:         store i64 [[LATER2]], ptr {{%.*}}
; CHECK-NEXT:    ret void

; CHECK-LABEL: define internal void @invokes.memfacet(
; CHECK:         [[LATER:%.*]] = add i64 {{%.*}}, 2
; CHECK:         store i64 1, ptr %p
; CHECK:         store i64 [[LATER]], ptr {{%.*}}
; CHECK-NEXT:    invoke void @other(ptr %p)
; CHECK:       fine:
; CHECK-NEXT:    call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_filter_cache)
; CHECK:         [[LATER2:%.*]] = add i64 {{%.*}}, 2
; CHECK:         store i64 2, ptr %p
; CHECK:         store i64 [[LATER2]], ptr {{%.*}}
; CHECK-NEXT:    ret void
; CHECK:       caught:
; CHECK-NEXT:    landingpad
; CHECK-NEXT:    cleanup
; CHECK-NEXT:    call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_filter_cache)
; CHECK:         [[LATER3:%.*]] = add i64 {{%.*}}, 2
; CHECK:         store i64 3, ptr %p
; CHECK-NEXT:    store i64 [[LATER3]], ptr {{%.*}}
; CHECK-NEXT:    resume

; Who comes to join from elsewhere goes on with the clock that it has.
; CHECK-LABEL: define internal void @joins.memfacet(
; CHECK:       calls:
; CHECK:         invoke void @local.memfacet(ptr %p)
; CHECK-NEXT:            to label %[[EDGE:.*]] unwind
; CHECK:       [[EDGE]]:
; CHECK-NEXT:    call ptr @llvm.threadlocal.address.p0(ptr @__memfacet_filter_cache)
; CHECK:       join:
; CHECK-NEXT:    phi i64
; CHECK-NEXT:    phi ptr
; CHECK-NOT:     @__memfacet_filter_cache
; CHECK:       {{^}}caught:

; CHECK-LABEL: define internal void @tail.memfacet(
; CHECK:         [[LATER:%.*]] = add i64 {{%.*}}, 2
; CHECK:         store i64 1, ptr %p
; CHECK-NEXT:    store i64 [[LATER]], ptr {{%.*}}
; CHECK-NEXT:    musttail call void @other(ptr %p)
; CHECK-NEXT:    ret void

; CHECK-LABEL: define internal void @ends.memfacet(
; CHECK:         [[LATER:%.*]] = add i64 {{%.*}}, 2
; CHECK:         store i64 1, ptr %p
; CHECK-NEXT:    store i64 [[LATER]], ptr {{%.*}}
; CHECK-NEXT:    call void @fatal()
; CHECK-NEXT:    unreachable

; CHECK-LABEL: define internal i32 @accesses_nothing.memfacet(
; CHECK-NOT:     @__memfacet_filter_cache
; CHECK:       }
