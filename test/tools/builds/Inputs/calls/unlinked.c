// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int elsewhere(void);
int main(void) { return elsewhere(); }
