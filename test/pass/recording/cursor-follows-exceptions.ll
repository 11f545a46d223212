; Where a call may unwind to, the cursor is read again; before leaving by an
; exception it is published.
; RUN: opt -load=%plugin -load-pass-plugin=%plugin -passes=memfacet-record \
; RUN:   -memfacet-carry=false -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @other()
declare i32 @__gxx_personality_v0(...)

define void @f(ptr %p) personality ptr @__gxx_personality_v0 {
; CHECK-LABEL: define void @f(
; CHECK:         [[AFTER:%.*]] = getelementptr inbounds i64, ptr {{%.*}}, i64 1
; CHECK-NEXT:    store volatile ptr [[AFTER]], ptr @__memfacet_cursor
; CHECK-NEXT:    invoke void @other()
; CHECK:       good:
; CHECK-NEXT:    {{.*}} = load volatile ptr, ptr @__memfacet_cursor
; CHECK:       bad:
; CHECK-NEXT:    %pad = landingpad
; CHECK-NEXT:    cleanup
; CHECK-NEXT:    {{.*}} = load volatile ptr, ptr @__memfacet_cursor
; CHECK:         store i32 1, ptr %p
; CHECK-NEXT:    store volatile ptr {{%.*}}, ptr @__memfacet_cursor
; CHECK-NEXT:    resume
  invoke void @other() to label %good unwind label %bad
good:
  ret void
bad:
  %pad = landingpad { ptr, i32 } cleanup
  store i32 1, ptr %p
  resume { ptr, i32 } %pad
}
