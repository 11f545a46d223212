; A selecting body calls that of another function where this is certainly the one
; that is called; else the function, which chooses. Who cannot have a selecting
; body forgets what was remembered around its own accesses.
; RUN: %selecting -memfacet-carry=false %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
$shared = comdat any

define internal i32 @local(ptr %p) noinline {
  %v = load i32, ptr %p
  ret i32 %v
}

define linkonce_odr i32 @shared(ptr %p) comdat {
  %v = load i32, ptr %p
  ret i32 %v
}

declare i32 @elsewhere(ptr)

define dso_local i32 @caller(ptr %p) {
  %a = call i32 @local(ptr %p)
  %b = call i32 @shared(ptr %p)
  %c = call i32 @elsewhere(ptr %p)
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  ret i32 %abc
}
; The recording body calls functions as ever.
; CHECK-LABEL: define dso_local i32 @caller(
; CHECK:         musttail call i32 @caller.memfacet(
; CHECK:         call i32 @local(
; CHECK:         call i32 @shared(

; A label's address is stored where another body's code could find it.
@escaped = global ptr null
define dso_local void @keeps_label(ptr %p) {
  store i32 1, ptr %p
  store ptr blockaddress(@keeps_label, %there), ptr @escaped
  br label %there
there:
  ret void
}
; CHECK-LABEL: define dso_local void @keeps_label(
; CHECK-NOT:     musttail
; CHECK:         load i8, ptr @__memfacet_selecting
; CHECK:         call preserve_allcc void @__memfacet_select_forget()
; CHECK-NEXT:    br label
; CHECK:         load volatile ptr, ptr @__memfacet_cursor
; CHECK:       }
; CHECK-NOT:   define {{.*}} @keeps_label.memfacet(

; Arguments of a variadic function are passed on by a jump, by one that has no
; list of them itself.
declare void @llvm.va_start(ptr)
define dso_local i32 @variadic(ptr %p, ...) {
  %list = alloca [24 x i8], align 16
  call void @llvm.va_start(ptr %list)
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define dso_local i32 @variadic(
; CHECK:         load i8, ptr @__memfacet_selecting
; CHECK:         musttail call i32 (ptr, ...) @variadic.memfacet(ptr {{%.*}}, ...)
; CHECK:         musttail call i32 (ptr, ...) @variadic.recording(ptr {{%.*}}, ...)
; CHECK-NOT:     va_start

; Arguments by value are in the entry's frame, whose address is passed on. Who
; calls it makes the copy.
%large = type [8 x i64]
define dso_local i64 @by_value(i64 %x, ptr byval(%large) align 8 %p) {
  %v = load i64, ptr %p
  %s = add i64 %v, %x
  ret i64 %s
}
; CHECK-LABEL: define dso_local i64 @by_value(
; CHECK:         [[V:%.*]] = call i64 @by_value.memfacet(i64 %x, ptr align 8 %p)
; CHECK-NEXT:    ret i64 [[V]]

define dso_local i64 @calls_by_value(ptr %p) {
  %v = call i64 @by_value(i64 1, ptr byval(%large) align 8 %p)
  %w = load i64, ptr %p
  %s = add i64 %v, %w
  ret i64 %s
}

; Both: it has one body.
define dso_local i64 @variadic_by_value(ptr byval(%large) align 8 %p, ...) {
  %v = load i64, ptr %p
  ret i64 %v
}
; CHECK-LABEL: define dso_local i64 @variadic_by_value(
; CHECK-NOT:     .memfacet(
; CHECK:         call preserve_allcc void @__memfacet_select_forget()

; CHECK-LABEL: define internal i32 @local.memfacet(
; CHECK-LABEL: define internal i32 @shared.memfacet(ptr %p) {{.*}}comdat($shared)
; CHECK-LABEL: define internal i32 @caller.memfacet(
; CHECK:         call i32 @local.memfacet(
; CHECK:         call i32 @shared(
; CHECK:         call i32 @elsewhere(
; CHECK-LABEL: define internal i32 @variadic.memfacet(ptr %p, ...)
; CHECK:         call void @llvm.va_start
; CHECK-LABEL: define internal i32 @variadic.recording(ptr %p, ...)
; CHECK:         call void @llvm.va_start
; CHECK:         store volatile ptr {{%.*}}, ptr @__memfacet_cursor
; CHECK-LABEL: define internal i64 @by_value.memfacet(i64 %x, ptr align 8 %p)
; CHECK-LABEL: define internal i64 @calls_by_value.memfacet(
; CHECK:         call i64 @by_value(i64 1, ptr byval([8 x i64]) align 8 %p)
