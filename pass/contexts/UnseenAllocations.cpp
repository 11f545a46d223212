//===- UnseenAllocations.cpp - allocators that the runtime cannot see -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/contexts/UnseenAllocations.h"
#include "memfacet/Entry.h"
#include "pass/compat/Compat.h"
#include "pass/interface/Entries.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/naming/AllocationCalls.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::contexts;

namespace {
/// Arguments of an allocating call, by number; -1: none.
struct AllocationArguments {
  int Size = -1, Count = -1;
  int Output = -1; ///< of posix_memalign: points to the stored address
};
} // namespace

static AllocationArguments argumentsOf(StringRef Name, AllocationKind Kind) {
  if (Kind == AllocationKind::New)
    return {0};
  return StringSwitch<AllocationArguments>(Name)
      .Cases("malloc", "valloc", "pvalloc", {0})
      .Case("calloc", {1, 0})
      .Cases("realloc", "aligned_alloc", "memalign", {1})
      .Case("reallocarray", {2, 1})
      .Case("posix_memalign", {2, -1, 0})
      .Default({});
}

/// Whether \p Name is operator delete or delete[], but not for placement.
static bool isDelete(StringRef Name) {
  return (Name.starts_with("_ZdlPv") || Name.starts_with("_ZdaPv")) &&
         !Name.ends_with("PvS_");
}

static bool releases(StringRef Name) {
  return isDelete(Name) || Name == "free" || Name == "realloc" ||
         Name == "reallocarray";
}

/// Returns what is executed first when \p Call has returned; null if nothing
/// can be inserted there. The cursor's code has split the edges already.
static Instruction *afterCall(CallBase &Call) {
  if (Call.doesNotReturn() || Call.isMustTailCall())
    return nullptr;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    return Normal->getSinglePredecessor() ? compat::firstInsertionPoint(*Normal)
                                          : nullptr;
  }
  return Call.isTerminator() ? nullptr : Call.getNextNode();
}

static void offerAllocation(CallBase &Call,
                            const AllocationArguments &Arguments,
                            AllocationKind Kind,
                            const interface::Entries &Runtime) {
  Instruction *Next = afterCall(Call);
  if (!Next ||
      unsigned(std::max(Arguments.Size, Arguments.Count)) >= Call.arg_size())
    return;
  interface::PlainBuilder CursorBuilder(&Call);
  Type *Pointer = CursorBuilder.getPtrTy();
  Value *Cursor = CursorBuilder.CreateLoad(Pointer, Runtime.Cursor, true);
  interface::PlainBuilder B(Next);
  auto Number = [&](int Argument) {
    return B.CreateZExtOrTrunc(Call.getArgOperand(Argument), B.getInt64Ty());
  };
  Value *Size = Number(Arguments.Size);
  if (Arguments.Count >= 0)
    Size = B.CreateMul(Size, Number(Arguments.Count));
  Value *Address = &Call;
  if (Arguments.Output >= 0) { // untouched by a call that failed
    Value *Output = B.CreateLoad(Pointer, Call.getArgOperand(Arguments.Output));
    Address = B.CreateSelect(B.CreateIsNull(&Call), Output,
                             Constant::getNullValue(Pointer));
  }
  Value *Previous = Kind == AllocationKind::Realloc
                        ? Call.getArgOperand(0)
                        : Constant::getNullValue(Pointer);
  B.CreateCall(Call.getModule()->getOrInsertFunction(
                   MEMFACET_ALLOCATED, B.getVoidTy(), Pointer, B.getInt64Ty(),
                   B.getInt32Ty(), Pointer, Pointer),
               {Address, Size, B.getInt32(uint32_t(Kind)), Previous, Cursor})
      ->setDoesNotThrow();
}

static void offerRelease(CallBase &Call, bool ByRealloc) {
  interface::PlainBuilder B(&Call);
  B.CreateCall(
       Call.getModule()->getOrInsertFunction(MEMFACET_RELEASED, B.getVoidTy(),
                                             B.getPtrTy(), B.getInt32Ty()),
       {Call.getArgOperand(0), B.getInt32(ByRealloc)})
      ->setDoesNotThrow();
}

void memfacet::contexts::reportUnseenAllocations(
    llvm::Function &F, const interface::Entries &Runtime) {
  SmallVector<CallBase *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && naming::calleeOf(*Call))
      Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    const llvm::Function *Callee = naming::calleeOf(*Call);
    StringRef Name = Callee->getName();
    AllocationKind Kind = naming::allocationKind(*Call);
    // The release comes first: it moves the cursor, which the allocation
    // compares.
    if (!Callee->hasLocalLinkage() && releases(Name) && Call->arg_size() > 0 &&
        Call->getArgOperand(0)->getType()->isPointerTy())
      offerRelease(*Call, Kind == AllocationKind::Realloc);
    if (AllocationArguments Arguments = argumentsOf(Name, Kind);
        Kind != AllocationKind::Unknown && Arguments.Size >= 0)
      offerAllocation(*Call, Arguments, Kind, Runtime);
  }
}
