; Code that is optimised when linking may get memory of other functions in the
; place of a local that has ended: each end is marked.
; RUN: %record %s | FileCheck %s
; RUN: sed 's/ThinLTO/other/' %s | %record | FileCheck %s --check-prefix=ALONE
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Shapes (4: frame begins, 5: local begins, 6: local ends, 7: frame ends).
; CHECK: @__memfacet.sites.scope = private constant [4 x
; CHECK-SAME: i8 4, i8 0, {{.*}} <{ i32 16, {{.*}} i8 5, i8 0,
; CHECK-SAME: i8 6, i8 0, {{.*}} i8 7, i8 0,
; ALONE: @__memfacet.sites.scope = private constant [3 x
; ALONE-SAME: i8 4, i8 0, {{.*}} <{ i32 16, {{.*}} i8 5, i8 0,
; ALONE-SAME: i8 7, i8 0,

declare void @use(ptr)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define void @scope() !dbg !10 {
  %inner = alloca [16 x i8]
  call void @llvm.dbg.declare(metadata ptr %inner, metadata !11, metadata !DIExpression()), !dbg !12
  call void @llvm.lifetime.start.p0(i64 16, ptr %inner)
  call void @use(ptr %inner)
  call void @llvm.lifetime.end.p0(i64 16, ptr %inner)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "scope.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"ThinLTO", i32 0}
!4 = !DISubroutineType(types: !{})
!5 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!6 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 128, elements: !7)
!7 = !{!8}
!8 = !DISubrange(count: 16)
!10 = distinct !DISubprogram(name: "scope", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocalVariable(name: "inner", scope: !10, file: !1, line: 2, type: !6)
!12 = !DILocation(line: 2, scope: !10)
