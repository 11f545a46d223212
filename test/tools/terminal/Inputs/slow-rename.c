// Before a file gets its name, four seconds pass.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

int rename(const char *From, const char *To) {
  struct timespec Left = {4, 0};
  while (nanosleep(&Left, &Left) != 0)
    ;
  int (*Real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  return Real(From, To);
}
