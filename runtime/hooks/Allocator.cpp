//===- Allocator.cpp - the interposed allocator ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sees every allocation, the libraries' too. The instrumented call left its
// table entry in __memfacet_site. Sizes, alignments, errno and the order of the
// real calls are the program's.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/AllocatorEvents.h"
#include "runtime/hooks/LoaderCalls.h"
#include "runtime/hooks/Next.h"
#include "runtime/hooks/RealAllocator.h"

namespace memfacet::hooks {

namespace {

/// Does not record what \p Caller asks for.
[[gnu::noinline]] void *mallocUnseen(const void *Caller, size_t Size) {
  void *Block = realAllocator().Malloc(Size);
  if (process::recording() && isLoaderCode(Caller))
    noteUnseen(Block);
  return Block;
}

/// A part of malloc, as stacks of callers have it.
[[gnu::always_inline]] inline void *mallocFor(const void *Caller, size_t Size) {
  record::ThreadState &T = record::thread();
  if (!entry::enterForProgram(T))
    return mallocUnseen(Caller, Size);
  void *Result;
  {
    record::BusyGuard Busy(T);
    Result = realAllocator().Malloc(Size);
  }
  writeAlloc(T, AllocationKind::Malloc, Result, Size, Caller);
  return Result;
}

void freeFor(void *Address) {
  record::ThreadState &T = record::thread();
  if (!Address || !entry::enterForProgram(T)) {
    realAllocator().Free(Address);
    return;
  }
  writeFree(T, Address, false);
  record::BusyGuard Busy(T);
  realAllocator().Free(Address);
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK void *malloc(size_t Size) {
  const void *Caller = __builtin_return_address(0);
  if (interruptsCode(Caller))
    return callForLoader([=] { return mallocFor(Caller, Size); });
  return mallocFor(Caller, Size);
}

MEMFACET_HOOK void free(void *Address) {
  const void *Caller = __builtin_return_address(0);
  if (Address && isLoaderCode(Caller) && forgetUnseen(Address))
    realAllocator().Free(Address);
  else if (interruptsCode(Caller))
    callForLoader([=] { freeFor(Address); });
  else
    freeFor(Address);
}

MEMFACET_HOOK void *calloc(size_t Count, size_t Size) {
  const void *Caller = __builtin_return_address(0);
  auto Call = [=] {
    return allocate(AllocationKind::Calloc, Count * Size, Caller,
                    [=] { return realAllocator().Calloc(Count, Size); });
  };
  return interruptsCode(Caller) ? callForLoader(Call) : Call();
}

MEMFACET_HOOK void *realloc(void *Old, size_t Size) {
  const void *Caller = __builtin_return_address(0);
  auto Call = [=] {
    return reallocate(Old, Size, Caller,
                      [=] { return realAllocator().Realloc(Old, Size); });
  };
  return interruptsCode(Caller) ? callForLoader(Call) : Call();
}

MEMFACET_HOOK void *reallocarray(void *Old, size_t Count, size_t Size) {
  size_t Bytes;
  if (__builtin_mul_overflow(Count, Size, &Bytes))
    Bytes = ~size_t(0); // the real one fails
  return reallocate(Old, Bytes, __builtin_return_address(0), [=] {
    return realAllocator().ReallocArray(Old, Count, Size);
  });
}

MEMFACET_HOOK void *memalign(size_t Alignment, size_t Size) {
  return allocate(AllocationKind::AlignedAlloc, Size,
                  __builtin_return_address(0),
                  [=] { return realAllocator().Memalign(Alignment, Size); });
}

MEMFACET_HOOK void *aligned_alloc(size_t Alignment, size_t Size) {
  return allocate(
      AllocationKind::AlignedAlloc, Size, __builtin_return_address(0),
      [=] { return realAllocator().AlignedAlloc(Alignment, Size); });
}

MEMFACET_HOOK int posix_memalign(void **Result, size_t Alignment, size_t Size) {
  int Code = 0;
  allocate(AllocationKind::AlignedAlloc, Size, __builtin_return_address(0),
           [&]() -> void * {
             Code = realAllocator().PosixMemalign(Result, Alignment, Size);
             return Code == 0 ? *Result : nullptr;
           });
  return Code;
}

MEMFACET_HOOK void *valloc(size_t Size) {
  return allocate(AllocationKind::AlignedAlloc, Size,
                  __builtin_return_address(0),
                  [=] { return realAllocator().Valloc(Size); });
}

/// The program may use all of the last page.
MEMFACET_HOOK void *pvalloc(size_t Size) {
  constexpr size_t PageBytes = 4096;
  size_t Rest = -Size % PageBytes;
  return allocate(AllocationKind::AlignedAlloc, Size + Rest,
                  __builtin_return_address(0),
                  [=] { return realAllocator().Pvalloc(Size); });
}

/// A program that knows how large the block is may use all of it.
MEMFACET_HOOK size_t malloc_usable_size(void *Address) {
  size_t Size = realAllocator().UsableSize(Address);
  record::ThreadState &T = record::thread();
  if (Address && Size != 0 && entry::enterForProgram(T))
    writeRoom(T, Address, Size);
  return Size;
}
