; In a function with many instructions, the filtering body calls the runtime for
; each access: checks would make too many blocks.
; RUN: %filtering -memfacet-carry=false -memfacet-most-checked=3 %s | FileCheck %s

define dso_local i32 @small(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

define dso_local i32 @large(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  ret i32 %v
}

; CHECK-LABEL: define internal i32 @small.memfacet(
; CHECK:         icmp uge i64
; CHECK:         call preserve_allcc void @__memfacet_touch(

; CHECK-LABEL: define internal i32 @large.memfacet(
; CHECK-NOT:     icmp uge
; CHECK:         call preserve_allcc void @__memfacet_touch_range(i64 {{%.*}}, ptr [[SITE:.*]], i64 4)
; CHECK:         load i32, ptr %p
; CHECK-NOT:     icmp uge
; CHECK:         call preserve_allcc void @__memfacet_touch_range(i64 {{%.*}}, ptr {{.*}}, i64 4)
; CHECK:         store i32 %v, ptr %q
; CHECK:         ret i32
