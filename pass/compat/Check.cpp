//===- Check.cpp - a broken contract ends the process ---------------------===//

#include "memfacet/Check.h"
#include <cstdio>
#include <cstdlib>

extern "C" __attribute__((weak, preserve_all)) void
memfacetCheckFailed(const char *Message) {
  std::fprintf(stderr, "memfacet: %s\n", Message);
  std::abort();
}
