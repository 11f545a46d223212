//===- Check.cpp - a broken contract ends the process ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include <cstdio>
#include <cstdlib>

extern "C" __attribute__((weak, preserve_all)) void
memfacetCheckFailed(const char *Message) {
  std::fprintf(stderr, "memfacet: %s\n", Message);
  std::abort();
}
