//===- Allocator.cpp - the interposed allocator ---------------------------===//
//
// Sees every allocation, the libraries' too. The instrumented call left its
// table entry in __memfacet_site. Sizes, alignments, errno and the order of the
// real calls are the program's.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Next.h"
#include "runtime/hooks/RealAllocator.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/ProgramEvents.h"
#include <errno.h>

extern "C" size_t malloc_usable_size(void *);

namespace memfacet {

namespace {

/// \p Caller: the code that called, of interest where it is not instrumented.
void writeAlloc(ThreadState &T, AllocationKind Kind, const void *Address,
                size_t Size, const void *Caller,
                const void *Previous = nullptr) {
  uint64_t Site = takeSite();
  if (!Address)
    return;
  if (!Site)
    Site = reinterpret_cast<uint64_t>(Caller);
  uint64_t Contexts[MaxContexts];
  uint32_t Count = readContexts(Contexts);
  emitWithTail<EventKind::Alloc>(
      T, uint32_t(Kind), Contexts, Count, reinterpret_cast<uint64_t>(Address),
      uint64_t(Size), Site, reinterpret_cast<uint64_t>(Previous));
}

void writeFree(ThreadState &T, const void *Address, bool ByRealloc) {
  if (T.Offered == Address && T.OfferedAt == __memfacet_cursor)
    return; // UnseenAllocations.cpp
  emit<EventKind::Free>(T, ByRealloc, reinterpret_cast<uint64_t>(Address));
}

/// \p Call allocates with the real allocator.
template <typename Function>
void *allocate(AllocationKind Kind, size_t Size, const void *Caller,
               Function Call) {
  ThreadState &T = thread();
  if (!enterForProgram(T))
    return Call();
  void *Result;
  {
    BusyGuard Busy(T);
    Result = Call();
  }
  writeAlloc(T, Kind, Result, Size, Caller);
  return Result;
}

/// \p Call reallocates \p Old to \p Size bytes with the real allocator.
template <typename Function>
void *reallocate(void *Old, size_t Size, const void *Caller, Function Call) {
  ThreadState &T = thread();
  if (!enterForProgram(T))
    return Call();
  // Of size 0 it is a release that may return a block or not.
  if (Old)
    writeFree(T, Old, Size != 0);
  void *Result;
  {
    BusyGuard Busy(T);
    Result = Call();
  }
  if (!Result && Old && Size) {
    // It failed: the old block is still there, and still the same one.
    __memfacet_site = 0;
    int Errno = errno;
    size_t Usable = malloc_usable_size(Old);
    errno = Errno;
    writeAlloc(T, AllocationKind::Realloc, Old, Usable, nullptr, Old);
    return nullptr;
  }
  writeAlloc(T, AllocationKind::Realloc, Result, Size, Caller, Old);
  return Result;
}

} // namespace

} // namespace memfacet

using namespace memfacet;

MEMFACET_HOOK void *malloc(size_t Size) {
  return allocate(AllocationKind::Malloc, Size, __builtin_return_address(0),
                  [=] { return realAllocator().Malloc(Size); });
}

MEMFACET_HOOK void free(void *Address) {
  ThreadState &T = thread();
  if (!Address || !enterForProgram(T)) {
    realAllocator().Free(Address);
    return;
  }
  writeFree(T, Address, false);
  BusyGuard Busy(T);
  realAllocator().Free(Address);
}

MEMFACET_HOOK void *calloc(size_t Count, size_t Size) {
  return allocate(AllocationKind::Calloc, Count * Size,
                  __builtin_return_address(0),
                  [=] { return realAllocator().Calloc(Count, Size); });
}

MEMFACET_HOOK void *realloc(void *Old, size_t Size) {
  return reallocate(Old, Size, __builtin_return_address(0),
                    [=] { return realAllocator().Realloc(Old, Size); });
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

MEMFACET_HOOK void *pvalloc(size_t Size) {
  return allocate(AllocationKind::AlignedAlloc, Size,
                  __builtin_return_address(0),
                  [=] { return realAllocator().Pvalloc(Size); });
}
