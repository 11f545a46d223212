//===- HostVersion.cpp - refuses a compiler of another version ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin and a compiler of different major versions share names, but not the
// layout of what these name: the compiler would crash, somewhere.
//
//===----------------------------------------------------------------------===//

#include "pass/compat/Compat.h"
#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>

namespace {

/// Runs before all constructors that pass objects of the plugin's layout to
/// LLVM.
[[gnu::constructor(101)]] void checkHost() {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  // The function belongs to the C interface since version 16. In a compiler
  // that was linked without it, the version is not known.
  auto Get =
      reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!Get)
    return;
  unsigned Major = 0, Minor = 0, Patch = 0;
  Get(&Major, &Minor, &Patch);
  if (Major == LLVM_VERSION_MAJOR)
    return;
  std::fprintf(stderr,
               "memfacet: this compiler is of LLVM %u, the plugin "
               "MemFacetPass-%d.so is for LLVM %d; use clang-%d, or the plugin "
               "that 'memfacet config --llvm %u' names\n",
               Major, LLVM_VERSION_MAJOR, LLVM_VERSION_MAJOR,
               LLVM_VERSION_MAJOR, Major);
  _exit(1);
}

} // namespace
