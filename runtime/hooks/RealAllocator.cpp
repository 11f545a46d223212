//===- RealAllocator.cpp - the allocator of the program -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/RealAllocator.h"
#include "runtime/hooks/Next.h"
#include "runtime/record/Thread.h"

extern "C" {
void *__libc_malloc(size_t);
void __libc_free(void *);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
}

namespace memfacet::hooks {

namespace {

enum : uint32_t { Unresolved, Resolving, Resolved };

struct State {
  std::atomic<uint32_t> Progress{Unresolved};
  RealAllocator Found{};
  /// The loader allocates before anything can be looked up, and a look-up may
  /// allocate.
  RealAllocator Bootstrap{__libc_malloc,  __libc_free, __libc_calloc,
                          __libc_realloc, nullptr,     __libc_memalign,
                          nullptr,        nullptr,     nullptr,
                          nullptr,        nullptr};
};
constinit State Allocator;

template <typename Function> void find(Function *&Target, const char *Name) {
  Target = reinterpret_cast<Function *>(findNext(Name));
}

void resolve(RealAllocator &R) {
  find(R.Malloc, "malloc");
  find(R.Free, "free");
  find(R.Calloc, "calloc");
  find(R.Realloc, "realloc");
  find(R.ReallocArray, "reallocarray");
  find(R.Memalign, "memalign");
  find(R.AlignedAlloc, "aligned_alloc");
  find(R.PosixMemalign, "posix_memalign");
  find(R.Valloc, "valloc");
  find(R.Pvalloc, "pvalloc");
  find(R.UsableSize, "malloc_usable_size");
}

/// Looks up the allocator before anything forks. At the end of each process,
/// code that releases libc's memory for Valgrind must not look it up.
void findAllocator() {
  record::BusyGuard Busy(record::thread());
  realAllocator();
}
MEMFACET_AT_START(findAllocator);

} // namespace

const RealAllocator &realAllocator() {
  uint32_t Progress = Allocator.Progress.load(std::memory_order_acquire);
  if (__builtin_expect(Progress == Resolved, 1))
    return Allocator.Found;
  // There is only one thread yet: a second entry comes from the look-up itself.
  if (Progress == Resolving)
    return Allocator.Bootstrap;
  Allocator.Progress.store(Resolving);
  resolve(Allocator.Found);
  Allocator.Progress.store(Resolved, std::memory_order_release);
  return Allocator.Found;
}

} // namespace memfacet::hooks
