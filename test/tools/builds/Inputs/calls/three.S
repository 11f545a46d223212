# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
	.globl main
main:
	movl $3, %eax
	ret
	.section .note.GNU-stack,"",@progbits
