//===- LoaderCalls.h - the loader's own calls of the allocator ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first access to a thread-local of a library that was loaded late lets the
// loader allocate memory for it, in the middle of inserted code, which may hold
// its cursor in a register. So events of the loader's calls are recorded as
// those of a signal handler.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_HOOKS_LOADERCALLS_H
#define MEMFACET_RUNTIME_HOOKS_LOADERCALLS_H

#include "runtime/process/Process.h"
#include "runtime/record/HandlerFrames.h"
#include "runtime/select/Select.h"

namespace memfacet::hooks {

/// The loader's code and data; from its first call on.
struct LoaderRange {
  uint64_t Low, High;
};
extern LoaderRange Loader;

inline bool isLoaderCode(const void *Caller) {
  auto Address = reinterpret_cast<uint64_t>(Caller);
  return Address - Loader.Low < Loader.High - Loader.Low;
}

/// Calls \p Body, which allocates or releases for \p Caller.
template <typename Function>
[[gnu::noinline]] auto callForLoader(Function Body) {
  record::HandlerScope Scope(
      record::thread(), reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  return Body();
}

/// Returns whether a call by \p Caller may come in the middle of inserted code
/// that keeps its cursor. Code that selects keeps none.
inline bool interruptsCode(const void *Caller) {
  return __builtin_expect(isLoaderCode(Caller), 0) && process::recording() &&
         !select::selecting() && record::thread().BusyDepth == 0;
}

/// Notes a block that the loader gets while the runtime asks it for the address
/// of a thread-local: its events are not recorded.
void noteUnseen(const void *Address);
/// Returns whether \p Address is such a block, and forgets it.
bool forgetUnseen(const void *Address);

} // namespace memfacet::hooks

#endif
