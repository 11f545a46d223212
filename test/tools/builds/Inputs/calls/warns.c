// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
  int unused;
  return 3;
}
