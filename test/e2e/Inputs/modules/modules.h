// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct item {
  volatile int Value;
  struct item *volatile Next;
};

struct item *addItem(struct item *List, int Value);
int sumOf(struct item *List);
