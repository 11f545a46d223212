; Up to LLVM 18, calls tell debuggers about variables. They may stand behind an
; access, in the place where the second body asks. Their copies are dropped, and
; the question is in the second body all the same. opt verifies the result.
; RUN: %record -memfacet-pairs %s | FileCheck %s
; RUN: %if default-llvm %{ %record -memfacet-pairs \
; RUN:   -experimental-debuginfo-iterators=false %s | FileCheck %s %}

; CHECK-LABEL: define void @store(
; CHECK:         load i8, ptr @__memfacet_asking
; CHECK:         br i1 {{.*}}, label %[[ASKS:.*]], label %[[RECORDS:.*]]
; CHECK:       [[RECORDS]]:
; CHECK-NOT:     usub.with.overflow
; CHECK:         ret void
; CHECK:       [[ASKS]]:
; CHECK:         store i64 7, ptr %at
; CHECK-NOT:     llvm.dbg.value
; CHECK:         usub.with.overflow
define void @store(ptr %p, i64 %i) !dbg !6 {
  %at = getelementptr i64, ptr %p, i64 %i
  store i64 7, ptr %at
  call void @llvm.dbg.value(metadata i64 %i, metadata !9, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata ptr %p, metadata !9, metadata !DIExpression()), !dbg !10
  ret void
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "made-up.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!6 = distinct !DISubprogram(name: "store", file: !1, line: 1, type: !7, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
!9 = !DILocalVariable(name: "i", scope: !6, file: !1, line: 1, type: !3)
!10 = !DILocation(line: 2, scope: !6)
