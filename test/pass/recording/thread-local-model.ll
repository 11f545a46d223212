; The runtime is in the executable: its thread-locals are at a constant distance
; in code for executables, position-independent or not, and known to the loader
; at start in code for shared objects, which call it past the lazy resolver.
; RUN: %record %s | FileCheck %s --check-prefix=LOCAL
; RUN: sed 's/;PIC;//' %s | %record | FileCheck %s --check-prefix=INITIAL
; RUN: sed 's/;PI[CE];//' %s | %record | FileCheck %s --check-prefix=LOCAL
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LOCAL: @__memfacet_cursor = external dso_local thread_local(localexec) global ptr
; INITIAL: @__memfacet_cursor = external thread_local(initialexec) global ptr
; LOCAL: callq __memfacet_reload
; INITIAL: callq *__memfacet_reload@GOTPCREL(%rip)

define void @f() {
  ret void
}

!llvm.module.flags = !{!9
;PIC;, !0
;PIE;, !1
}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 2}
