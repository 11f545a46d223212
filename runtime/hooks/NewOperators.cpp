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

// The names are symbols. All have one to three arguments: a size or an address,
// perhaps a size, an alignment or a std::nothrow_t.
#define MEMFACET_NEW_OPERATORS(X)                                              \
  X(_Znwm)                                                                     \
  X(_Znam)                                                                     \
  X(_ZnwmRKSt9nothrow_t)                                                       \
  X(_ZnamRKSt9nothrow_t)                                                       \
  X(_ZnwmSt11align_val_t)                                                      \
  X(_ZnamSt11align_val_t)                                                      \
  X(_ZnwmSt11align_val_tRKSt9nothrow_t)                                        \
  X(_ZnamSt11align_val_tRKSt9nothrow_t)

#define MEMFACET_DELETE_OPERATORS(X)                                           \
  X(_ZdlPv)                                                                    \
  X(_ZdaPv)                                                                    \
  X(_ZdlPvm)                                                                   \
  X(_ZdaPvm)                                                                   \
  X(_ZdlPvRKSt9nothrow_t)                                                      \
  X(_ZdaPvRKSt9nothrow_t)                                                      \
  X(_ZdlPvSt11align_val_t)                                                     \
  X(_ZdaPvSt11align_val_t)                                                     \
  X(_ZdlPvmSt11align_val_t)                                                    \
  X(_ZdaPvmSt11align_val_t)                                                    \
  X(_ZdlPvSt11align_val_tRKSt9nothrow_t)                                       \
  X(_ZdaPvSt11align_val_tRKSt9nothrow_t)

namespace memfacet::hooks {

namespace {

// NOLINTBEGIN(readability-identifier-naming)
#define MEMFACET_NUMBER(Name) Name##Number,
enum OperatorNumber : unsigned {
  MEMFACET_NEW_OPERATORS(MEMFACET_NUMBER)
      MEMFACET_DELETE_OPERATORS(MEMFACET_NUMBER)
};
#undef MEMFACET_NUMBER
// NOLINTEND(readability-identifier-naming)

/// The type of any of them. What an operator delete returns is not looked at.
using Operator = void *(uintptr_t, uintptr_t, uintptr_t);

constinit NextFunction<Operator> Operators[] = {
#define MEMFACET_ROW(Name) NextFunction<Operator>(#Name),
    MEMFACET_NEW_OPERATORS(MEMFACET_ROW) MEMFACET_DELETE_OPERATORS(MEMFACET_ROW)
#undef MEMFACET_ROW
};

enum class Owner : uint32_t { Unknown, Library, Allocator };
constinit std::atomic<Owner> OwnerOfOperators{Owner::Unknown};

template <typename Function> uint64_t biasOf(Function *Code) {
  process::ObjectPlace Place;
  lifecycle::findPlace(reinterpret_cast<uint64_t>(Code), Place);
  return Place.LoadBias;
}

Owner knownOwner() { return OwnerOfOperators.load(std::memory_order_relaxed); }

/// Returns whether the operators are in the same library as malloc.
bool belongToAllocator() {
  Owner O = knownOwner();
  if (O == Owner::Unknown) {
    bool IsSame =
        biasOf(Operators[_ZnwmNumber].get()) == biasOf(realAllocator().Malloc);
    O = IsSame ? Owner::Allocator : Owner::Library;
    OwnerOfOperators.store(O, std::memory_order_relaxed);
  }
  return O == Owner::Allocator;
}

/// Calls an operator new and records the block. It may throw, so it is not
/// guarded. If it calls malloc, the cursor has moved, and the block is known.
[[gnu::noinline]] void *recordNew(uintptr_t Size, uintptr_t B, uintptr_t C,
                                  OperatorNumber Number, const void *Caller) {
  Operator *O = Operators[Number].get();
  if (!belongToAllocator())
    return O(Size, B, C);
  record::ThreadState &T = record::thread();
  const uint64_t *Cursor = __memfacet_cursor;
  void *Result = O(Size, B, C);
  bool IsQuiet = T.QuietBegin == Cursor && T.QuietEnd == __memfacet_cursor;
  if ((__memfacet_cursor == Cursor || IsQuiet) && entry::enterForProgram(T))
    writeAlloc(T, AllocationKind::New, Result, Size, Caller);
  return Result;
}

[[gnu::noinline]] void *recordDelete(uintptr_t Address, uintptr_t B,
                                     uintptr_t C, OperatorNumber Number,
                                     const void *) {
  Operator *O = Operators[Number].get();
  if (!belongToAllocator())
    return O(Address, B, C);
  releaseBlock(reinterpret_cast<void *>(Address), [=] { O(Address, B, C); });
  return nullptr;
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

// NOLINTBEGIN(readability-identifier-naming)
// Nearly all programs take the first way, which is only a jump.
#define MEMFACET_OPERATOR(Name, Record)                                        \
  MEMFACET_HOOK_OF(Name, void *, uintptr_t A, uintptr_t B, uintptr_t C) {      \
    Operator *O = Operators[Name##Number].known();                             \
    if (O && knownOwner() == Owner::Library) [[clang::musttail]]               \
      return O(A, B, C);                                                       \
    return Record(A, B, C, Name##Number, __builtin_return_address(0));         \
  }
#define MEMFACET_DEFINE(Name) MEMFACET_OPERATOR(Name, recordNew)
MEMFACET_NEW_OPERATORS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE
#define MEMFACET_DEFINE(Name) MEMFACET_OPERATOR(Name, recordDelete)
MEMFACET_DELETE_OPERATORS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE
// NOLINTEND(readability-identifier-naming)
