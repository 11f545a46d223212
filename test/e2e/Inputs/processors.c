// Loaded before the C library: the machine has as many processors as PROCESSORS
// says. Built as a library of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

long sysconf(int Name) {
  const char *Wanted = getenv("PROCESSORS");
  if (Wanted && (Name == _SC_NPROCESSORS_ONLN || Name == _SC_NPROCESSORS_CONF))
    return atol(Wanted);
  long (*Real)(int) = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  return Real(Name);
}

int get_nprocs(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }
