.text
.globl seven
seven:
  movl $7, %eax
  ret
.section .note.GNU-stack,"",@progbits
