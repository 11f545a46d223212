; Where a call may unwind to, the cursor is read again; before leaving by an
; exception it is published.
; RUN: %record -memfacet-carry=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
