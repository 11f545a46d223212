; Named locals with memory of their own and the frames around them become marks
; among the sites; a mark shares the slot of an access with the same base.
; RUN: %record %s | FileCheck %s
; RUN: %record -memfacet-elide=false %s | FileCheck %s --check-prefix=FULL
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Fields of a site: size, offset, base, extra, kind, base kind, shape (4: frame
; begins, 5: local begins, 6: local ends, 7: frame ends, 8: stack cut).

; Only what is not merely loaded and stored whole is a local. The entry's run:
; frame, local and a store, with one slot; the last run: its end.
; CHECK: @__memfacet.blocks.escapes = private constant [2 x
; CHECK-SAME: i32 6, i16 4, i16 2, i32 2,
; CHECK-SAME: i32 1, i16 1, i16 1, i32 1,
; CHECK: @__memfacet.allocation.escapes = private constant {{.*}} i32 1, i16 9, i16 2,
; CHECK: @__memfacet.sites.escapes = private constant [5 x
; CHECK-SAME: <{ i32 0, i32 0, i16 0, i16 0, i8 0, i8 0, i8 4, i8 0,
; CHECK-SAME: <{ i32 64, i32 0, i16 0, i16 0, i8 0, i8 0, i8 5, i8 0, {{[^<]*}} @__memfacet.allocation.escapes
; CHECK-SAME: <{ i32 4, i32 0, i16 1, i16 0, i8 1, i8 0, i8 0, i8 0,
; CHECK-SAME: <{ i32 1, i32 8, i16 0, i16 0, i8 1, i8 0, i8 0, i8 32,
; CHECK-SAME: <{ i32 0, i32 0, i16 0, i16 0, i8 0, i8 0, i8 7, i8 0,
; FULL: @__memfacet.blocks.escapes = private constant [2 x
; FULL-SAME: i32 6, i16 4, i16 4, i32 2,

; A scope: begins with its lifetime; it ends with it where something unnamed may
; take its place.
; CHECK: @__memfacet.sites.scope = private constant [4 x
; CHECK-SAME: i8 4, i8 0, {{.*}} <{ i32 16, {{.*}} i8 5, i8 0,
; CHECK-SAME: i8 6, i8 0, {{.*}} i8 7, i8 0,

; A variable length: the size is in a slot; what is given back is cut off.
; CHECK: @__memfacet.blocks.variable = private constant [2 x
; CHECK-SAME: i16 2, i16 3, i32 2,
; CHECK: @__memfacet.sites.variable = private constant [4 x
; CHECK-SAME: <{ i32 0, i32 0, i16 0, i16 0, i8 0, i8 0, i8 4,
; CHECK-SAME: <{ i32 0, i32 0, i16 1, i16 2, i8 0, i8 0, i8 5,
; CHECK-SAME: i8 8,
; CHECK-SAME: i8 7,

; An argument in memory, which the caller has written, and a call in the
; function's place.
; CHECK: @__memfacet.blocks.passed = private constant [1 x
; CHECK-SAME: i16 4, i16 2, i32 2,

; Where an exception arrives, frames below the stack pointer are gone.
; CHECK: @__memfacet.sites.catches = private constant [1 x
; CHECK-SAME: i8 8,
; CHECK: @__memfacet.sites.jumps = private constant [1 x
; CHECK-SAME: i8 8,

declare void @use(ptr)
declare i32 @setjmp(ptr) returns_twice
declare i32 @__gxx_personality_v0(...)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define void @escapes(i32 %n) !dbg !10 {
; CHECK-LABEL: define void @escapes(
; CHECK:         store volatile ptr @__memfacet.blocks.escapes, ptr [[RECORD:%.[0-9]*]],
; CHECK:         [[SLOT:%.*]] = getelementptr inbounds i64, ptr [[RECORD]], i64 1
; CHECK-NEXT:    store ptr %buffer, ptr [[SLOT]]
; CHECK:         call void @use(ptr %buffer)
; CHECK:         store volatile ptr getelementptr {{.*}}@__memfacet.blocks.escapes, i64 0, i64 1), ptr [[LAST:%.[0-9]*]],
; CHECK:         [[END:%.*]] = getelementptr inbounds i64, ptr [[LAST]], i64 1
; CHECK-NEXT:    store ptr %buffer, ptr [[END]]
; CHECK:         ret void
  %buffer = alloca [64 x i8]
  %n.addr = alloca i32
  call void @llvm.dbg.declare(metadata ptr %buffer, metadata !11, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.declare(metadata ptr %n.addr, metadata !13, metadata !DIExpression()), !dbg !12
  store i32 %n, ptr %n.addr
  %p = getelementptr i8, ptr %buffer, i64 8
  store i8 1, ptr %p
  call void @use(ptr %buffer)
  ret void
}

define void @scope() !dbg !20 {
  %inner = alloca [16 x i8]
  %unnamed = alloca [16 x i8]
  call void @llvm.dbg.declare(metadata ptr %inner, metadata !21, metadata !DIExpression()), !dbg !22
  call void @llvm.lifetime.start.p0(i64 16, ptr %inner)
  call void @use(ptr %inner)
  call void @llvm.lifetime.end.p0(i64 16, ptr %inner)
  call void @llvm.lifetime.start.p0(i64 16, ptr %unnamed)
  call void @use(ptr %unnamed)
  call void @llvm.lifetime.end.p0(i64 16, ptr %unnamed)
  ret void
}

define void @variable(i64 %n) !dbg !30 {
; CHECK-LABEL: define void @variable(
; CHECK:         call ptr @llvm.stacksave.p0()
; CHECK:         %row = alloca i32, i64 %n
; CHECK:         [[BYTES:%.*]] = mul i64 %n, 4
; CHECK-NEXT:    [[SLOT:%.*]] = getelementptr inbounds i64, ptr {{%.*}}, i64 3
; CHECK-NEXT:    store i64 [[BYTES]], ptr [[SLOT]]
  %saved = call ptr @llvm.stacksave.p0()
  %row = alloca i32, i64 %n
  call void @llvm.dbg.declare(metadata ptr %row, metadata !31, metadata !DIExpression()), !dbg !32
  call void @use(ptr %row)
  call void @llvm.stackrestore.p0(ptr %saved)
  ret void
}

define void @passed(ptr byval([32 x i8]) %whole) !dbg !40 {
  call void @llvm.dbg.declare(metadata ptr %whole, metadata !41, metadata !DIExpression()), !dbg !42
  musttail call void @passed(ptr byval([32 x i8]) %whole), !dbg !42
  ret void
}

define void @catches() personality ptr @__gxx_personality_v0 {
; CHECK-LABEL: define void @catches(
; CHECK:       bad:
; CHECK:         [[POINTER:%.*]] = call ptr @llvm.stacksave.p0()
; CHECK:         store ptr [[POINTER]],
  invoke void @use(ptr null) to label %good unwind label %bad
good:
  ret void
bad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}

define i32 @jumps(ptr %to) {
  %r = call i32 @setjmp(ptr %to)
  ret i32 %r
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "locals.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 512, elements: !6)
!6 = !{!7}
!7 = !DISubrange(count: 64)
!10 = distinct !DISubprogram(name: "escapes", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocalVariable(name: "buffer", scope: !10, file: !1, line: 2, type: !5)
!12 = !DILocation(line: 2, scope: !10)
!13 = !DILocalVariable(name: "n", scope: !10, file: !1, line: 1, type: !4)
!20 = distinct !DISubprogram(name: "scope", scope: !1, file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocalVariable(name: "inner", scope: !20, file: !1, line: 6, type: !5)
!22 = !DILocation(line: 6, scope: !20)
!30 = distinct !DISubprogram(name: "variable", scope: !1, file: !1, line: 8, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!31 = !DILocalVariable(name: "row", scope: !30, file: !1, line: 9, type: !5)
!32 = !DILocation(line: 9, scope: !30)
!40 = distinct !DISubprogram(name: "passed", scope: !1, file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!41 = !DILocalVariable(name: "whole", arg: 1, scope: !40, file: !1, line: 11, type: !5)
!42 = !DILocation(line: 11, scope: !40)
