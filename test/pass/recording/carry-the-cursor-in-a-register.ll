; The cursor goes from function to function in memory and in r11: whoever begins
; or is returned to takes the latter where memory says the same and there is room
; for a record, or else calls the runtime. What an exception passes does not keep
; registers. In the large code model, the runtime may be too far away.
; RUN: %record %s | FileCheck --check-prefix=CARRY %s
; RUN: %record -memfacet-carry=false %s | FileCheck --check-prefix=MEMORY %s
; RUN: %record -x86-asm-syntax=intel %s | FileCheck --check-prefix=MEMORY %s
; RUN: sed 's/;LARGE;//' %s | %record | FileCheck --check-prefix=MEMORY %s
; RUN: opt -load-pass-plugin=%plugin -memfacet-select=false -passes=memfacet-record -S %s \
; RUN:   -mtriple=x86_64-pc-linux-gnux32 | FileCheck --check-prefix=MEMORY %s
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
declare void @other()
declare i32 @__gxx_personality_v0(...)

; MEMORY-NOT: asm sideeffect
; MEMORY:     define i32 @f(
; MEMORY:       load volatile ptr, ptr @__memfacet_cursor
; MEMORY-NOT: asm sideeffect
; MEMORY:       store volatile ptr {{%.*}}, ptr @__memfacet_cursor
; MEMORY-NOT: asm sideeffect
; MEMORY:       invoke void @other()
; MEMORY:     good:
; MEMORY-NEXT:  load volatile ptr, ptr @__memfacet_cursor
; MEMORY-NOT: asm sideeffect
; MEMORY:     bad:
; MEMORY-NOT: asm sideeffect

define i32 @f(ptr %p) personality ptr @__gxx_personality_v0 {
; CARRY-LABEL: define i32 @f(
; CARRY-NEXT:    [[IN:%.*]] = call ptr asm sideeffect alignstack "cmpq $1, %r11\0A\09jne 1f\0A\09cmpq $2, %r11\0A\09jb 2f\0A1:\09callq __memfacet_reload\0A2:", "=&{r11},*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(ptr) @__memfacet_cursor, ptr elementtype(ptr) @__memfacet_limit)
; CARRY-NEXT:    store volatile ptr @__memfacet.blocks.f, ptr [[IN]]
; CARRY:         load i32, ptr %p
; CARRY:         store volatile ptr [[OUT:%[0-9]+]], ptr @__memfacet_cursor
; CARRY-NEXT:    call void asm sideeffect "", "{r11}"(ptr [[OUT]])
; CARRY-NEXT:    invoke void @other()
; CARRY:       good:
; CARRY-NEXT:    {{%.*}} = call ptr asm sideeffect alignstack "cmpq $1, %r11{{.*}}"(ptr elementtype(ptr) @__memfacet_cursor, ptr elementtype(ptr) @__memfacet_limit)
; CARRY:         store i32 2, ptr %p
; CARRY-NEXT:    store volatile ptr [[DONE:%.*]], ptr @__memfacet_cursor
; CARRY-NEXT:    call void asm sideeffect "", "{r11}"(ptr [[DONE]])
; CARRY-NEXT:    ret i32
; CARRY:       bad:
; CARRY-NOT:     asm
; CARRY:         load volatile ptr, ptr @__memfacet_cursor
; CARRY-NOT:     __memfacet_reload
; CARRY:         resume
  %v = load i32, ptr %p
  invoke void @other() to label %good unwind label %bad
good:
  store i32 2, ptr %p
  ret i32 %v
bad:
  %pad = landingpad { ptr, i32 } cleanup
  store i32 1, ptr %p
  resume { ptr, i32 } %pad
}

;LARGE;!llvm.module.flags = !{!0}
!0 = !{i32 1, !"Code Model", i32 4}
