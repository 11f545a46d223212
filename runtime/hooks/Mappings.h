//===- Mappings.h - events of memory that the kernel gives ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_MAPPINGS_H
#define MEMFACET_RUNTIME_HOOKS_MAPPINGS_H

#include "runtime/process/Process.h"
#include "runtime/record/Thread.h"
#include "runtime/support/FunctionRef.h"

namespace memfacet::hooks {

/// Returns whether a call is the program's own and recorded, not its
/// allocator's or loader's.
inline bool isRecorded(const record::ThreadState &T) {
  return process::recording() && !T.BusyDepth;
}

inline uint64_t endOfPages(uint64_t Address) {
  constexpr uint64_t PageBytes = 4096;
  return (Address + PageBytes - 1) & ~(PageBytes - 1);
}

/// Returns the instrumented call, and clears it, if it maps memory; else 0.
/// Allocators map memory within an allocating call, whose entry must stay for
/// the hook that sees the block.
uint64_t takeMappingSite();

/// Writes a mapping without a file. \p Site: the instrumented call that
/// requested it, or 0. \p IsShared: forked children share it.
void writeMapped(record::ThreadState &T, uint64_t Low, uint64_t High,
                 uint64_t Site, bool IsShared = false);
inline bool isMapped(const void *Result) {
  return reinterpret_cast<uintptr_t>(Result) != ~uintptr_t(0);
}

/// Each of the next five functions calls \p Call, which does what its name
/// says, and records it.
void *recordMap(size_t Bytes, int Flags, int Fd, FunctionRef<void *> Call);
int recordUnmap(const void *Start, size_t Bytes, FunctionRef<int> Call);
void *recordRemap(const void *Old, size_t OldBytes, size_t Bytes, int Flags,
                  FunctionRef<void *> Call);
void *recordAttach(int Id, FunctionRef<void *> Call);
int recordDetach(const void *Start, FunctionRef<int> Call);

} // namespace memfacet::hooks

#endif
