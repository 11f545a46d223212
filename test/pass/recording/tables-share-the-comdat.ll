; The tables of a function in a comdat group go and stay with it.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
$inlined = comdat any
@g = global i32 0

; CHECK: @__memfacet.blocks.inlined = private constant {{.*}} section "memfacet_blocks", comdat($inlined), align 4
; CHECK: @__memfacet.allocation.inlined = private constant {{.*}} section "memfacet_allocs", comdat($inlined), align 4
; CHECK: @__memfacet.refs.inlined = private constant {{.*}} section "memfacet_refs", comdat($inlined), align 8
; CHECK: @__memfacet.sites.inlined = private constant {{.*}} section "memfacet_sites", comdat($inlined), align 8
; CHECK: @__memfacet.function.inlined = private constant {{.*}} section "memfacet_funcs", comdat($inlined), align 4

define linkonce_odr ptr @inlined() comdat {
; CHECK: store volatile ptr @__memfacet.allocation.inlined, ptr @__memfacet_site
  %v = load i32, ptr @g
  %p = call ptr @malloc(i64 8)
  ret ptr %p
}

declare ptr @malloc(i64)
