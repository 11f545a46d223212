//===- TeamLocks.cpp - OpenMP's locks -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These are locks that a program takes itself, and locks that clang takes for
// it: critical and ordered regions, reductions. A program without OpenMP has
// none of these functions, and does not call them.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Sync.h"

namespace memfacet::hooks {

namespace {

struct SourcePlace; ///< ident_t

using LockFunction = void(void *);
using TestFunction = int(void *);
using CriticalFunction = void(SourcePlace *, int, void *);
using HintFunction = void(SourcePlace *, int, void *, uint32_t);
using OrderedFunction = void(SourcePlace *, int);
using ReduceFunction = int(SourcePlace *, int, int, size_t, void *,
                           void (*)(void *, void *), void *);

struct NextTeamLocks {
  NextFunction<LockFunction> Set{"omp_set_lock"};
  NextFunction<LockFunction> Unset{"omp_unset_lock"};
  NextFunction<TestFunction> Test{"omp_test_lock"};
  NextFunction<LockFunction> SetNested{"omp_set_nest_lock"};
  NextFunction<LockFunction> UnsetNested{"omp_unset_nest_lock"};
  NextFunction<TestFunction> TestNested{"omp_test_nest_lock"};
  NextFunction<CriticalFunction> Critical{"__kmpc_critical"};
  NextFunction<HintFunction> HintedCritical{"__kmpc_critical_with_hint"};
  NextFunction<CriticalFunction> EndCritical{"__kmpc_end_critical"};
  NextFunction<OrderedFunction> Ordered{"__kmpc_ordered"};
  NextFunction<OrderedFunction> EndOrdered{"__kmpc_end_ordered"};
  NextFunction<ReduceFunction> Reduce{"__kmpc_reduce"};
  NextFunction<ReduceFunction> ReduceNoWait{"__kmpc_reduce_nowait"};
  NextFunction<CriticalFunction> EndReduce{"__kmpc_end_reduce"};
  NextFunction<CriticalFunction> EndReduceNoWait{"__kmpc_end_reduce_nowait"};
};
constinit NextTeamLocks Next;

void take(const void *Object, FunctionRef<void> Call) {
  acquire(nullptr, {SyncKind::TeamLock, StallKind::TeamLock, Object}, [&] {
    Call();
    return 0;
  });
}

/// Calls \p Call, which returns a value other than 0 when it has taken \p
/// Object, and records that.
int tryTake(const void *Object, FunctionRef<int> Call) {
  int Result = 0;
  tryAcquire(nullptr, {SyncKind::TeamLock, StallKind::TeamLock, Object}, [&] {
    Result = Call();
    return Result ? 0 : -1;
  });
  return Result;
}

void give(const void *Object) { release(nullptr, SyncKind::TeamLock, Object); }

/// Records a reduction under a lock. The library returns 1 when the lock is
/// taken, and for trees as well, where recording does no harm. When it returns
/// 2, clang uses a critical region or atomics instead, and still calls the end
/// of __kmpc_reduce. That is a release without an acquire, of an order that the
/// barrier in __kmpc_reduce makes, too.
int reduce(const void *Object, FunctionRef<int> Call) {
  int Result = 0;
  acquire(nullptr, {SyncKind::TeamLock, StallKind::TeamLock, Object}, [&] {
    Result = Call();
    return Result == 1 ? 0 : -1;
  });
  return Result;
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK void omp_set_lock(void *Lock) {
  take(Lock, [=] { Next.Set(Lock); });
}
MEMFACET_HOOK void omp_unset_lock(void *Lock) {
  give(Lock);
  Next.Unset(Lock);
}
MEMFACET_HOOK int omp_test_lock(void *Lock) {
  return tryTake(Lock, [=] { return Next.Test(Lock); });
}
MEMFACET_HOOK void omp_set_nest_lock(void *Lock) {
  take(Lock, [=] { Next.SetNested(Lock); });
}
MEMFACET_HOOK void omp_unset_nest_lock(void *Lock) {
  give(Lock);
  Next.UnsetNested(Lock);
}
MEMFACET_HOOK int omp_test_nest_lock(void *Lock) {
  return tryTake(Lock, [=] { return Next.TestNested(Lock); });
}

MEMFACET_HOOK void __kmpc_critical(SourcePlace *Place, int Thread, void *Name) {
  take(Name, [=] { Next.Critical(Place, Thread, Name); });
}
MEMFACET_HOOK void __kmpc_critical_with_hint(SourcePlace *Place, int Thread,
                                             void *Name, uint32_t Hint) {
  take(Name, [=] { Next.HintedCritical(Place, Thread, Name, Hint); });
}
MEMFACET_HOOK void __kmpc_end_critical(SourcePlace *Place, int Thread,
                                       void *Name) {
  give(Name);
  Next.EndCritical(Place, Thread, Name);
}

MEMFACET_HOOK void __kmpc_ordered(SourcePlace *Place, int Thread) {
  take(nullptr, [=] { Next.Ordered(Place, Thread); });
}
MEMFACET_HOOK void __kmpc_end_ordered(SourcePlace *Place, int Thread) {
  give(nullptr);
  Next.EndOrdered(Place, Thread);
}

MEMFACET_HOOK int __kmpc_reduce(SourcePlace *Place, int Thread, int Count,
                                size_t Bytes, void *Data,
                                void (*Function)(void *, void *), void *Lock) {
  return reduce(Lock, [=] {
    return Next.Reduce(Place, Thread, Count, Bytes, Data, Function, Lock);
  });
}
MEMFACET_HOOK int __kmpc_reduce_nowait(SourcePlace *Place, int Thread,
                                       int Count, size_t Bytes, void *Data,
                                       void (*Function)(void *, void *),
                                       void *Lock) {
  return reduce(Lock, [=] {
    return Next.ReduceNoWait(Place, Thread, Count, Bytes, Data, Function, Lock);
  });
}
MEMFACET_HOOK void __kmpc_end_reduce(SourcePlace *Place, int Thread,
                                     void *Lock) {
  give(Lock);
  Next.EndReduce(Place, Thread, Lock);
}
MEMFACET_HOOK void __kmpc_end_reduce_nowait(SourcePlace *Place, int Thread,
                                            void *Lock) {
  give(Lock);
  Next.EndReduceNoWait(Place, Thread, Lock);
}
