; Ranges that library calls touch: known before the call, they are in its run;
; known by the result, in the run after it, also after an invoke. Other types,
; own definitions and -fno-builtin mean other functions.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__memfacet.blocks.before = private constant [1 x
; CHECK-SAME: i32 2, i16 2, i16 4, i32 2,
; CHECK: @__memfacet.blocks.after = private constant [2 x
; CHECK-SAME: i32 1, i16 0, i16 0, i32 2,
; CHECK-SAME: i32 1, i16 1, i16 2, i32 1,
; CHECK: @__memfacet.blocks.thrown = private constant [3 x
; CHECK-SAME: i32 1, i16 0, i16 0, i32 2,
; CHECK-SAME: i32 1, i16 1, i16 2, i32 0,
; CHECK: @__memfacet.blocks.others = private constant [5 x
; CHECK-NOT: @__memfacet.sites.others

declare i64 @read(i32, ptr, i64)
declare ptr @strcpy(ptr, ptr) nounwind willreturn
declare i32 @puts(ptr, i32)
declare i64 @strlen(ptr)
declare i32 @__gxx_personality_v0(...)
define i64 @write(i32 %file, ptr %from, i64 %n) {
  ret i64 %n
}

define void @before(ptr %to, ptr %from) {
; CHECK-LABEL: define void @before(
; CHECK:         [[BYTES:%.*]] = call i64 @__memfacet_text_bytes(ptr %from, i64 -1)
; CHECK:         store i64 [[BYTES]], ptr
; CHECK:         store i64 [[BYTES]], ptr
; CHECK:         call ptr @strcpy(
  %r = call ptr @strcpy(ptr %to, ptr %from)
  ret void
}

define void @after(ptr %to) {
; CHECK-LABEL: define void @after(
; CHECK:         [[N:%.*]] = call i64 @read(
; CHECK:         [[GOOD:%.*]] = icmp sge i64 [[N]], 0
; CHECK:         select i1 [[GOOD]], i64 {{%.*}}, i64 0
; CHECK:         store ptr %to, ptr
  %n = call i64 @read(i32 0, ptr %to, i64 100)
  ret void
}

define void @thrown(ptr %to) personality ptr @__gxx_personality_v0 {
  %n = invoke i64 @read(i32 0, ptr %to, i64 100) to label %done unwind label %pad
done:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

define void @others(ptr %p) "no-builtin-strlen" {
  %a = call i32 @puts(ptr %p, i32 1)
  %b = call i64 @write(i32 1, ptr %p, i64 10)
  %c = call i64 @strlen(ptr %p)
  %d = call i64 @read(i32 1, ptr %p, i64 10) nobuiltin
  ret void
}
