# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
.file "elsewhere.c"
.text
.globl seven
seven:
  .file 1 "elsewhere.c"
  .loc 1 3 0
  movl $7, %eax
  ret
.section .note.GNU-stack,"",@progbits
