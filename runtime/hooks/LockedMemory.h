//===- LockedMemory.h - mlockall without the runtime's memory -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel would also lock the region and the room below the stack, and count
// them: they are larger than what a program may lock. So the program's memory
// is locked piece by piece.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_HOOKS_LOCKEDMEMORY_H
#define MEMFACET_RUNTIME_HOOKS_LOCKEDMEMORY_H

#include "runtime/process/Process.h"
#include <errno.h>
#include <sys/mman.h>

namespace memfacet::hooks {

/// Locks the program's present memory; each page when it is touched if \p
/// OnFault. Returns 0, or an errno; then nothing is locked, and new memory will
/// not be.
int lockPresent(bool OnFault);

/// Does what mlockall does. \p Call calls the real one, with the flags that it
/// gets.
template <typename Function> int lockAll(int Flags, Function Call) {
  constexpr int All = MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT;
  if (!(Flags & MCL_CURRENT) || (Flags & ~All))
    return Call(Flags);
  // What another thread maps meanwhile is locked by the one or the other.
  if (Flags & MCL_FUTURE)
    if (int Result = Call(Flags & ~MCL_CURRENT))
      return Result;
  if (int Error = lockPresent(Flags & MCL_ONFAULT)) {
    errno = Error;
    return -1;
  }
  if (Flags & MCL_FUTURE)
    process::process().LocksNewMemory.store(true);
  return 0;
}

} // namespace memfacet::hooks

#endif
