; The table of globals holds the program's variables, not the counters of other
; instrumentation. An entry is in its variable's comdat group and linked to it;
; that of a constant that the linker may merge with others is kept by itself.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
$shared = comdat any

@__llvm_profile_counters = global i64 0
@__profc_main = private global [2 x i64] zeroinitializer
@llvm.used = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"
@plain = global [4 x i32] zeroinitializer
@shared = linkonce_odr global i64 0, comdat
@text = private unnamed_addr constant [3 x i8] c"ab\00"
@elsewhere = external global i32
@empty = global {} zeroinitializer

; Flags: 1 constant, 4 literal.
; CHECK-NOT: @__memfacet.global.__
; CHECK-NOT: @__memfacet.global.llvm
; CHECK-NOT: @__memfacet.global.empty
; CHECK-NOT: @__memfacet.global.elsewhere
; CHECK: @__memfacet.global.plain = private constant {{.*}} <{ ptr @plain, i64 16, {{.*}} i32 16 }>], section "memfacet_globals", align 8, !associated [[PLAIN:![0-9]+]]
; CHECK: @__memfacet.global.shared = private constant {{.*}} <{ ptr @shared, i64 8, {{.*}} section "memfacet_globals", comdat($shared), align 8, !associated
; CHECK: @__memfacet.global.text = private constant {{.*}} <{ ptr @text, i64 3, {{.*}}, i32 5, {{.*}} i32 3 }>], section "memfacet_globals", align 8{{$}}
; CHECK: @llvm.compiler.used = appending global [2 x ptr] [ptr @__memfacet.global.plain, ptr @__memfacet.global.shared]
; CHECK: @llvm.used = appending global [2 x ptr] [ptr @plain, ptr @__memfacet.global.text]
; CHECK: [[PLAIN]] = !{ptr @plain}
