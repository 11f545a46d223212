// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps and loads things; prints the addresses.
#include "../support/Instrumented.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
  void *Map = mmap(0, 10000, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fprintf(stderr, "%p\n", Map);
  munmap(Map, 10000);
  void *Library = dlopen("libresolv.so.2", RTLD_NOW);
  free(malloc(1));
  recordOne(Library != 0);
  dlclose(Library);
  recordOne(2);
  return 0;
}
