//===- Loader.cpp - interposed dlopen and dlclose -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/Next.h"
#include "runtime/lifecycle/Objects.h"
#include "runtime/process/Process.h"
#include <errno.h>

namespace memfacet::hooks {

namespace {
struct NextLoader {
  NextFunction<void *(const char *, int)> Open{"dlopen"};
  NextFunction<int(void *)> Close{"dlclose"};
};
constinit NextLoader Next;
MEMFACET_FIND_AT_START(Next);
} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

/// Returns the real dlopen, for the jump in machine/*/hooks/DlOpen.S. dlopen
/// looks at its return address to know whose search path to use, so this file
/// must not call it.
extern "C" void *memfacetBeforeDlopen() {
  lifecycle::expectObjects();
  return reinterpret_cast<void *>(Next.Open.get());
}

MEMFACET_HOOK int dlclose(void *Handle) {
  int Result = Next.Close(Handle);
  if (!process::recording())
    return Result;
  int Errno = errno;
  record::ThreadState &T = record::thread();
  {
    record::BusyGuard Busy(T);
    lifecycle::rescanObjects(T);
  }
  errno = Errno;
  return Result;
}
