; Every module brings the same hidden hooks; the linker keeps one per object.
; They run before all constructors and after all destructors of the program.
; RUN: %record %s | FileCheck %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; CHECK: @__start_memfacet_blocks = extern_weak hidden constant i8
; CHECK: @__stop_memfacet_strings = extern_weak hidden constant i8
; CHECK: @__memfacet_module_tables = linkonce_odr hidden constant { {{.*}} } { i32 21, i32 11, ptr @__start_memfacet_blocks, ptr @__stop_memfacet_blocks, ptr @__start_memfacet_sites, {{.*}}, ptr @__stop_memfacet_flows, ptr @__memfacet.collector }, comdat
; CHECK: @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @__memfacet_module_begin, ptr @__memfacet_module_begin }]
; CHECK: @llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @__memfacet_module_end, ptr @__memfacet_module_end }]

define void @f() {
  ret void
}

; CHECK: define linkonce_odr hidden void @__memfacet_module_begin() {{.*}}comdat {
; CHECK-NEXT: call void @__memfacet_version_mismatch_check_v21()
; CHECK-NEXT: call void @__memfacet_register(ptr @__memfacet_module_tables)
; CHECK-NEXT: ret void
; CHECK: define linkonce_odr hidden void @__memfacet_module_end()
; CHECK-NEXT: call void @__memfacet_unregister(ptr @__memfacet_module_tables)
