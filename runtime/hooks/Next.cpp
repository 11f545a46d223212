//===- Next.cpp - the functions that hooks replace ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/Next.h"
#include "runtime/record/Thread.h"
#include <dlfcn.h>

namespace memfacet::hooks {

void *findNext(const char *Name, const char *Version) {
  void *Found = Version ? dlvsym(RTLD_NEXT, Name, Version) : nullptr;
  return Found ? Found : dlsym(RTLD_NEXT, Name);
}

void *NextSymbol::find() {
  void *F = findNext(Name, Version);
  Found.store(F, std::memory_order_relaxed);
  return F;
}

/// What the loader allocates for it is not the program's.
void findAll(NextSymbol *First, size_t Count) {
  record::BusyGuard Busy(record::thread());
  for (size_t I = 0; I != Count; ++I)
    First[I].get();
}

} // namespace memfacet::hooks
