; The tables of a function in a comdat group go and stay with it.
; RUN: opt -load-pass-plugin=%plugin -passes=memfacet-record -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

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
