//===- TeamAllocator.cpp - OpenMP's allocators ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library returns pieces of pools of its own: a piece is marked, as an
// object of memfacet.h is, and the pool stays the library's block. A program
// without OpenMP has none of these functions, and does not call them.
//
//===----------------------------------------------------------------------===//

#include "runtime/entry/ProgramEvents.h"
#include "runtime/hooks/Next.h"
#include "runtime/select/Select.h"
#include "runtime/support/FunctionRef.h"

// Annotations.cpp
extern "C" void *__memfacet_object(const volatile void *, size_t, const char *);
extern "C" void __memfacet_piece_end(const volatile void *);

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
};
constinit NextTeamAllocator Next;

/// Calls \p Call, and marks the piece that it returns. What the library
/// allocates for its pools meanwhile are blocks of its own.
void *allocatePiece(size_t Size, const void *Caller, FunctionRef<void *> Call) {
  record::ThreadState &T = record::thread();
  if (!entry::enterForProgram(T))
    return Call();
  uint64_t Site = entry::takeSite();
  void *Piece;
  {
    record::ContextBottom Bottom;
    Piece = Call();
  }
  if (!Piece)
    return nullptr;
  select::forgetObject(T, reinterpret_cast<uint64_t>(Piece), Size);
  __memfacet_site = Site ? Site : reinterpret_cast<uint64_t>(Caller);
  return __memfacet_object(Piece, Size, nullptr);
}

void freePiece(void *Piece, FunctionRef<void> Call) {
  __memfacet_piece_end(Piece);
  record::ContextBottom Bottom;
  Call();
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK void *omp_alloc(size_t Size, Handle Allocator) {
  return allocatePiece(Size, __builtin_return_address(0),
                       [=] { return Next.Alloc(Size, Allocator); });
}

MEMFACET_HOOK void *omp_aligned_alloc(size_t Alignment, size_t Size,
                                      Handle Allocator) {
  return allocatePiece(Size, __builtin_return_address(0), [=] {
    return Next.AlignedAlloc(Alignment, Size, Allocator);
  });
}

MEMFACET_HOOK void *omp_calloc(size_t Count, size_t Size, Handle Allocator) {
  return allocatePiece(Count * Size, __builtin_return_address(0),
                       [=] { return Next.Calloc(Count, Size, Allocator); });
}

MEMFACET_HOOK void *omp_aligned_calloc(size_t Alignment, size_t Count,
                                       size_t Size, Handle Allocator) {
  return allocatePiece(Count * Size, __builtin_return_address(0), [=] {
    return Next.AlignedCalloc(Alignment, Count, Size, Allocator);
  });
}

MEMFACET_HOOK void *omp_realloc(void *Old, size_t Size, Handle Allocator,
                                Handle OldAllocator) {
  // If it fails, the old piece is the pool's from here on.
  __memfacet_piece_end(Old);
  return allocatePiece(Size, __builtin_return_address(0), [=] {
    return Next.Realloc(Old, Size, Allocator, OldAllocator);
  });
}

MEMFACET_HOOK void omp_free(void *Address, Handle Allocator) {
  freePiece(Address, [=] { Next.Free(Address, Allocator); });
}

// clang calls these for variables with an allocator of their own.
MEMFACET_HOOK void *__kmpc_alloc(int Thread, size_t Size, Handle Allocator) {
  return allocatePiece(Size, __builtin_return_address(0),
                       [=] { return Next.Local(Thread, Size, Allocator); });
}

MEMFACET_HOOK void *__kmpc_aligned_alloc(int Thread, size_t Alignment,
                                         size_t Size, Handle Allocator) {
  return allocatePiece(Size, __builtin_return_address(0), [=] {
    return Next.AlignedLocal(Thread, Alignment, Size, Allocator);
  });
}

MEMFACET_HOOK void __kmpc_free(int Thread, void *Address, Handle Allocator) {
  freePiece(Address, [=] { Next.FreeLocal(Thread, Address, Allocator); });
}
