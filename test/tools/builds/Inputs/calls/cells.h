// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CELLS_H
#define CELLS_H
enum { CELLS = 64 };
void fill(void);
#endif
