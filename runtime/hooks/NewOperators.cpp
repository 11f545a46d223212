//===- NewOperators.cpp - operators new and delete of an allocator --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators of the C++ library call malloc, which is interposed. The
// operators of an allocator's library (jemalloc, tcmalloc, mimalloc) do not.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/AllocatorEvents.h"
#include "runtime/hooks/Next.h"
#include "runtime/hooks/RealAllocator.h"

// The names are symbols. std::align_val_t is a size_t, and a reference to
// std::nothrow_t a pointer.
using Bytes = size_t;
using Tag = const void *;

//   name, parameters, arguments
#define MEMFACET_NEW_OPERATORS(X)                                              \
  X(_Znwm, (Bytes N), (N))                                                     \
  X(_Znam, (Bytes N), (N))                                                     \
  X(_ZnwmRKSt9nothrow_t, (Bytes N, Tag T), (N, T))                             \
  X(_ZnamRKSt9nothrow_t, (Bytes N, Tag T), (N, T))                             \
  X(_ZnwmSt11align_val_t, (Bytes N, Bytes A), (N, A))                          \
  X(_ZnamSt11align_val_t, (Bytes N, Bytes A), (N, A))                          \
  X(_ZnwmSt11align_val_tRKSt9nothrow_t, (Bytes N, Bytes A, Tag T), (N, A, T))  \
  X(_ZnamSt11align_val_tRKSt9nothrow_t, (Bytes N, Bytes A, Tag T), (N, A, T))

#define MEMFACET_DELETE_OPERATORS(X)                                           \
  X(_ZdlPv, (void *P), (P))                                                    \
  X(_ZdaPv, (void *P), (P))                                                    \
  X(_ZdlPvm, (void *P, Bytes N), (P, N))                                       \
  X(_ZdaPvm, (void *P, Bytes N), (P, N))                                       \
  X(_ZdlPvRKSt9nothrow_t, (void *P, Tag T), (P, T))                            \
  X(_ZdaPvRKSt9nothrow_t, (void *P, Tag T), (P, T))                            \
  X(_ZdlPvSt11align_val_t, (void *P, Bytes A), (P, A))                         \
  X(_ZdaPvSt11align_val_t, (void *P, Bytes A), (P, A))                         \
  X(_ZdlPvmSt11align_val_t, (void *P, Bytes N, Bytes A), (P, N, A))            \
  X(_ZdaPvmSt11align_val_t, (void *P, Bytes N, Bytes A), (P, N, A))            \
  X(_ZdlPvSt11align_val_tRKSt9nothrow_t, (void *P, Bytes A, Tag T), (P, A, T)) \
  X(_ZdaPvSt11align_val_tRKSt9nothrow_t, (void *P, Bytes A, Tag T), (P, A, T))

// NOLINTBEGIN(readability-identifier-naming)
#define MEMFACET_DEFINE(Name, Parameters, Arguments)                           \
  MEMFACET_HOOK void *Name Parameters;
MEMFACET_NEW_OPERATORS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE
#define MEMFACET_DEFINE(Name, Parameters, Arguments)                           \
  MEMFACET_HOOK void Name Parameters;
MEMFACET_DELETE_OPERATORS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE
// NOLINTEND(readability-identifier-naming)

namespace memfacet::hooks {

#define MEMFACET_DEFINE(Name, Parameters, Arguments)                           \
  MEMFACET_NEXT_FUNCTION(Name, nullptr)
MEMFACET_NEW_OPERATORS(MEMFACET_DEFINE)
MEMFACET_DELETE_OPERATORS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE

namespace {

enum class Owner : uint32_t { Unknown, Library, Allocator };
constinit std::atomic<Owner> OwnerOfOperators{Owner::Unknown};

template <typename Function> uint64_t biasOf(Function *Code) {
  process::ObjectPlace Place;
  lifecycle::findPlace(reinterpret_cast<uint64_t>(Code), Place);
  return Place.LoadBias;
}

Owner knownOwner() { return OwnerOfOperators.load(std::memory_order_relaxed); }

/// Whether the operators are in the same library as malloc.
bool belongToAllocator() {
  Owner O = knownOwner();
  if (O == Owner::Unknown) {
    bool IsSame =
        biasOf(NextOf<&::_Znwm>.get()) == biasOf(realAllocator().Malloc);
    O = IsSame ? Owner::Allocator : Owner::Library;
    OwnerOfOperators.store(O, std::memory_order_relaxed);
  }
  return O == Owner::Allocator;
}

/// Calls \p Call and records the block. \p Call may throw, so it is not
/// guarded. If it calls malloc, the cursor has moved, and the block is known.
template <typename Function>
void *recordNew(size_t Size, const void *Caller, Function Call) {
  if (!belongToAllocator())
    return Call();
  record::ThreadState &T = record::thread();
  const uint64_t *Cursor = __memfacet_cursor;
  void *Result = Call();
  bool IsQuiet = T.QuietBegin == Cursor && T.QuietEnd == __memfacet_cursor;
  if ((__memfacet_cursor == Cursor || IsQuiet) && entry::enterForProgram(T))
    writeAlloc(T, AllocationKind::New, Result, Size, Caller);
  return Result;
}

template <typename Function> void recordDelete(void *Address, Function Call) {
  record::ThreadState &T = record::thread();
  if (!belongToAllocator() || !Address || !entry::enterForProgram(T))
    return Call();
  writeFree(T, Address, false);
  record::BusyGuard Busy(T);
  Call();
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

// Nearly all programs take the first way, which is only a jump.
#define MEMFACET_DEFINE(Name, Parameters, Arguments)                           \
  MEMFACET_HOOK void *Name Parameters {                                        \
    if (knownOwner() == Owner::Library) [[clang::musttail]]                    \
      return NextOf<&::Name>.get() Arguments;                                  \
    return recordNew(N, __builtin_return_address(0),                           \
                     [=] { return NextOf<&::Name> Arguments; });               \
  }
MEMFACET_NEW_OPERATORS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE

#define MEMFACET_DEFINE(Name, Parameters, Arguments)                           \
  MEMFACET_HOOK void Name Parameters {                                         \
    if (knownOwner() == Owner::Library) [[clang::musttail]]                    \
      return NextOf<&::Name>.get() Arguments;                                  \
    recordDelete(P, [=] { NextOf<&::Name> Arguments; });                       \
  }
MEMFACET_DELETE_OPERATORS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE
