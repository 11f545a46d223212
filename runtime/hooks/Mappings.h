//===- Mappings.h - events of memory that the kernel gives ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_MAPPINGS_H
#define MEMFACET_RUNTIME_HOOKS_MAPPINGS_H

#include "runtime/process/Process.h"
#include "runtime/record/Thread.h"

namespace memfacet::hooks {

/// Whether a call is the program's own and recorded, not its allocator's or
/// loader's.
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
/// requested it, or 0.
void writeMapped(record::ThreadState &T, uint64_t Low, uint64_t High,
                 uint64_t Site);
/// Writes what the kernel has mapped at \p Result by mmap with these arguments.
void writeMap(record::ThreadState &T, const void *Result, size_t Bytes,
              int Flags, int Fd, uint64_t Site);
/// Writes a release, before it takes effect. Returns false for a call that must
/// fail.
bool writeUnmap(record::ThreadState &T, const void *Start, size_t Bytes);
/// Writes what mremap has done to the memory at \p Old.
void writeRemap(record::ThreadState &T, const void *Old, size_t OldBytes,
                const void *Result, size_t Bytes, uint64_t Site);
/// Writes that a segment of System V is at \p Result.
void writeAttach(record::ThreadState &T, int Id, const void *Result,
                 uint64_t Site);
void writeDetach(record::ThreadState &T, const void *Start);

inline bool isMapped(const void *Result) {
  return reinterpret_cast<uintptr_t>(Result) != ~uintptr_t(0);
}

/// Each of the next five functions calls \p Call, which does what its name
/// says, and records it.
template <typename Function>
void *recordMap(size_t Bytes, int Flags, int Fd, Function Call) {
  void *Result = Call();
  record::ThreadState &T = record::thread();
  if (!isRecorded(T))
    return Result;
  uint64_t Site = takeMappingSite();
  if (isMapped(Result))
    writeMap(T, Result, Bytes, Flags, Fd, Site);
  return Result;
}

template <typename Function>
int recordUnmap(const void *Start, size_t Bytes, Function Call) {
  record::ThreadState &T = record::thread();
  if (isRecorded(T))
    writeUnmap(T, Start, Bytes);
  return Call();
}

template <typename Function>
void *recordRemap(const void *Old, size_t OldBytes, size_t Bytes,
                  Function Call) {
  record::ThreadState &T = record::thread();
  uint64_t Site = isRecorded(T) ? takeMappingSite() : 0;
  // With an old size of 0, shared memory gets another address and keeps the
  // first one.
  bool IsRecorded =
      isRecorded(T) && (OldBytes == 0 || writeUnmap(T, Old, OldBytes));
  void *Result = Call();
  if (IsRecorded)
    writeRemap(T, Old, OldBytes, Result, Bytes, Site);
  return Result;
}

template <typename Function> void *recordAttach(int Id, Function Call) {
  record::ThreadState &T = record::thread();
  uint64_t Site = isRecorded(T) ? takeMappingSite() : 0;
  void *Result = Call();
  if (isRecorded(T) && isMapped(Result))
    writeAttach(T, Id, Result, Site);
  return Result;
}

template <typename Function>
int recordDetach(const void *Start, Function Call) {
  record::ThreadState &T = record::thread();
  if (isRecorded(T))
    writeDetach(T, Start);
  return Call();
}

} // namespace memfacet::hooks

#endif
