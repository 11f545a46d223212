// Before each larger piece of a file is read, some milliseconds pass.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

ssize_t read(int File, void *Target, size_t Bytes) {
  struct timespec Left = {0, 20 * 1000 * 1000};
  if (Bytes >= 4096)
    while (nanosleep(&Left, &Left) != 0)
      ;
  ssize_t (*Real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
  return Real(File, Target, Bytes);
}
