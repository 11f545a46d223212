//===- TeamAllocator.cpp - OpenMP's allocators ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library returns pieces of pools of its own. A program without OpenMP has
// none of these functions, and does not call them.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/AllocatorEvents.h"
#include "runtime/hooks/Next.h"

namespace memfacet::hooks {

namespace {

/// omp_allocator_handle_t
using Handle = uintptr_t;

struct NextTeamAllocator {
  NextFunction<void *(size_t, Handle)> Alloc{"omp_alloc"};
  NextFunction<void *(size_t, size_t, Handle)> AlignedAlloc{
      "omp_aligned_alloc"};
  NextFunction<void *(size_t, size_t, Handle)> Calloc{"omp_calloc"};
  NextFunction<void *(size_t, size_t, size_t, Handle)> AlignedCalloc{
      "omp_aligned_calloc"};
  NextFunction<void *(void *, size_t, Handle, Handle)> Realloc{"omp_realloc"};
  NextFunction<void(void *, Handle)> Free{"omp_free"};
  NextFunction<void *(int, size_t, Handle)> Local{"__kmpc_alloc"};
  NextFunction<void *(int, size_t, size_t, Handle)> AlignedLocal{
      "__kmpc_aligned_alloc"};
  NextFunction<void(int, void *, Handle)> FreeLocal{"__kmpc_free"};
  NextFunction<int()> MostThreads{"omp_get_max_threads"};
};
constinit NextTeamAllocator Next;

/// Starts the library, so that what it allocates for itself then is not
/// attributed to a piece.
void startLibrary() {
  static constinit std::atomic<bool> Started{false};
  if (Started.load(std::memory_order_relaxed) || Started.exchange(true))
    return;
  uint64_t Site = entry::takeSite();
  {
    record::ContextBottom Bottom;
    Next.MostThreads();
  }
  __memfacet_site = Site;
}

void *allocatePiece(AllocationKind Kind, size_t Size, const void *Caller,
                    FunctionRef<void *> Call) {
  startLibrary();
  return allocate(Kind, Size, Caller, Call);
}

void freePiece(void *Address, FunctionRef<void> Call) {
  releaseBlock(Address, Call);
}

void *reallocatePiece(void *Old, size_t Size, const void *Caller,
                      FunctionRef<void *> Call) {
  startLibrary();
  return reallocate(Old, Size, Caller, Call);
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK void *omp_alloc(size_t Size, Handle Allocator) {
  return allocatePiece(AllocationKind::Malloc, Size,
                       __builtin_return_address(0),
                       [=] { return Next.Alloc(Size, Allocator); });
}

MEMFACET_HOOK void *omp_aligned_alloc(size_t Alignment, size_t Size,
                                      Handle Allocator) {
  return allocatePiece(
      AllocationKind::AlignedAlloc, Size, __builtin_return_address(0),
      [=] { return Next.AlignedAlloc(Alignment, Size, Allocator); });
}

MEMFACET_HOOK void *omp_calloc(size_t Count, size_t Size, Handle Allocator) {
  return allocatePiece(AllocationKind::Calloc, Count * Size,
                       __builtin_return_address(0),
                       [=] { return Next.Calloc(Count, Size, Allocator); });
}

MEMFACET_HOOK void *omp_aligned_calloc(size_t Alignment, size_t Count,
                                       size_t Size, Handle Allocator) {
  return allocatePiece(
      AllocationKind::Calloc, Count * Size, __builtin_return_address(0),
      [=] { return Next.AlignedCalloc(Alignment, Count, Size, Allocator); });
}

MEMFACET_HOOK void *omp_realloc(void *Old, size_t Size, Handle Allocator,
                                Handle OldAllocator) {
  return reallocatePiece(Old, Size, __builtin_return_address(0), [=] {
    return Next.Realloc(Old, Size, Allocator, OldAllocator);
  });
}

MEMFACET_HOOK void omp_free(void *Address, Handle Allocator) {
  freePiece(Address, [=] { Next.Free(Address, Allocator); });
}

// clang calls these for variables with an allocator of their own.
MEMFACET_HOOK void *__kmpc_alloc(int Thread, size_t Size, Handle Allocator) {
  return allocatePiece(AllocationKind::Malloc, Size,
                       __builtin_return_address(0),
                       [=] { return Next.Local(Thread, Size, Allocator); });
}

MEMFACET_HOOK void *__kmpc_aligned_alloc(int Thread, size_t Alignment,
                                         size_t Size, Handle Allocator) {
  return allocatePiece(
      AllocationKind::AlignedAlloc, Size, __builtin_return_address(0),
      [=] { return Next.AlignedLocal(Thread, Alignment, Size, Allocator); });
}

MEMFACET_HOOK void __kmpc_free(int Thread, void *Address, Handle Allocator) {
  freePiece(Address, [=] { Next.FreeLocal(Thread, Address, Allocator); });
}
