; The room check splits the entry block: static allocas stay above it, or they
; would become dynamic.
; RUN: opt -load=%plugin -load-pass-plugin=%plugin -passes=memfacet-record \
; RUN:   -memfacet-carry=false -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @f() {
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT:    %a = alloca i32
; CHECK-NEXT:    %b = alloca i32
; CHECK-NEXT:    load volatile ptr, ptr @__memfacet_cursor
  %a = alloca i32
  store i32 1, ptr %a
  %b = alloca i32
  store i32 2, ptr %b
  %v = load i32, ptr %a
  ret i32 %v
}
