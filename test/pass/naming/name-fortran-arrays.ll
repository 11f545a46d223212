; What flang makes of Fortran's arrays: a descriptor gets the address, in a
; temporary that is copied to the variable or component. Arrays of one statement
; have names of their own; components have them from the library's tables.
; RUN: opt -load-pass-plugin=%plugin -passes=memfacet-names -S %s | FileCheck %s
;
; CHECK-DAG: !{!"_QQmain", i32 14, i32 3, !"a", !"real(8)", i32 8,
; CHECK-DAG: !{!"_QQmain", i32 14, i32 4, !"b", !"integer", i32 4,
; CHECK-DAG: !{!"_QQmain", i32 15, i32 3, !"g%cells", !"real(8)", i32 8,
; CHECK-DAG: !{!"_QQmain", i32 16, i32 3, !"grids[]%ids", !"integer", i32 4,
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
%descriptor = type { ptr, i64, i32, i8, i8, i8, i8, [1 x [3 x i64]] }
%_QMmTgrid = type { %descriptor, %descriptor }
%component = type { { ptr, i64 }, i8, i8, i8 }

@_QMmE.n.cells = constant [5 x i8] c"cells"
@_QMmE.n.ids = constant [3 x i8] c"ids"
@_QMmE.c.grid = constant [2 x %component] [
  %component { { ptr, i64 } { ptr @_QMmE.n.cells, i64 5 }, i8 3, i8 1, i8 8 },
  %component { { ptr, i64 } { ptr @_QMmE.n.ids, i64 3 }, i8 3, i8 0, i8 4 }]
@_QFEa = internal global %descriptor zeroinitializer, !dbg !3
@_QFEb = internal global %descriptor zeroinitializer, !dbg !8
@_QFEg = internal global %_QMmTgrid zeroinitializer, !dbg !12
@_QFEgrids = internal global %descriptor zeroinitializer, !dbg !14

declare ptr @malloc(i64)
declare i32 @_FortranAAllocatableAllocate(ptr, i1, ptr, ptr, i32)

define void @_QQmain(i64 %i) !dbg !5 {
  %1 = alloca %descriptor
  %2 = alloca %descriptor
  %3 = alloca %descriptor
  %4 = alloca %descriptor
  %a = call ptr @malloc(i64 8000), !dbg !20
  %5 = insertvalue %descriptor undef, ptr %a, 0
  store %descriptor %5, ptr %1
  %6 = load %descriptor, ptr %1
  store %descriptor %6, ptr @_QFEa
  %b = call ptr @malloc(i64 4000), !dbg !20
  %7 = insertvalue %descriptor undef, ptr %b, 0
  store %descriptor %7, ptr %2
  %8 = load %descriptor, ptr %2
  store %descriptor %8, ptr @_QFEb
  %cells = call ptr @malloc(i64 4000), !dbg !21
  %9 = insertvalue %descriptor undef, ptr %cells, 0
  store %descriptor %9, ptr %3
  %10 = load %descriptor, ptr %3
  store %descriptor %10, ptr @_QFEg
  %11 = load %descriptor, ptr @_QFEgrids
  store %descriptor %11, ptr %4
  %12 = getelementptr %descriptor, ptr %4, i32 0, i32 0
  %13 = load ptr, ptr %12
  %14 = getelementptr %_QMmTgrid, ptr %13, i64 %i
  %15 = getelementptr %_QMmTgrid, ptr %14, i32 0, i32 1
  %16 = call i32 @_FortranAAllocatableAllocate(ptr %15, i1 false, ptr null, ptr null, i32 16), !dbg !22
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, producer: "flang", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.f90", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIGlobalVariableExpression(var: !4, expr: !DIExpression())
!4 = distinct !DIGlobalVariable(name: "a", linkageName: "_QFEa", scope: !5, file: !1, line: 2, type: !7, isLocal: true, isDefinition: true)
!5 = distinct !DISubprogram(name: "_QQmain", linkageName: "_QQmain", scope: !1, file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !{null})
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, elements: !11)
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "b", linkageName: "_QFEb", scope: !5, file: !1, line: 3, type: !16, isLocal: true, isDefinition: true)
!10 = !DIBasicType(name: "real", size: 64, encoding: DW_ATE_float)
!11 = !{!DISubrange(count: -1)}
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "g", linkageName: "_QFEg", scope: !5, file: !1, line: 4, type: !17, isLocal: true, isDefinition: true)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "grids", linkageName: "_QFEgrids", scope: !5, file: !1, line: 5, type: !16, isLocal: true, isDefinition: true)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, elements: !11)
!17 = !DIBasicType(name: "integer", size: 32, encoding: DW_ATE_signed)
!20 = !DILocation(line: 14, column: 3, scope: !5)
!21 = !DILocation(line: 15, column: 3, scope: !5)
!22 = !DILocation(line: 16, column: 3, scope: !5)
