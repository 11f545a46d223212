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

namespace {
/// Arguments of an allocating call, by number; -1: none.
struct Shape {
  int Size = -1, Count = -1;
  int Output = -1; ///< points to where the address is stored, of posix_memalign
};
} // namespace

static Shape shapeOf(StringRef Name, AllocationKind Kind) {
  if (Kind == AllocationKind::New)
    return {0};
  return StringSwitch<Shape>(Name)
      .Cases("malloc", "valloc", "pvalloc", {0})
      .Case("calloc", {1, 0})
      .Cases("realloc", "aligned_alloc", "memalign", {1})
      .Case("reallocarray", {2, 1})
      .Case("posix_memalign", {2, -1, 0})
      .Default({});
}

/// operator delete and delete[], but not those of placements.
static bool isDelete(StringRef Name) {
  return (Name.starts_with("_ZdlPv") || Name.starts_with("_ZdaPv")) &&
         !Name.ends_with("PvS_");
}

static bool releases(StringRef Name) {
  return isDelete(Name) || Name == "free" || Name == "realloc" ||
         Name == "reallocarray";
}

/// What is executed first when \p Call has returned; null: nothing can be
/// inserted there. The cursor's code has made the edges of its own that are
/// needed.
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

static void offerAllocation(CallBase &Call, const Shape &What,
                            AllocationKind Kind, const Entries &Runtime) {
  Instruction *Next = afterCall(Call);
  if (!Next || unsigned(std::max(What.Size, What.Count)) >= Call.arg_size())
    return;
  PlainBuilder Before(&Call);
  Type *Pointer = Before.getPtrTy();
  Value *Cursor = Before.CreateLoad(Pointer, Runtime.Cursor, true);
  PlainBuilder B(Next);
  auto Number = [&](int Argument) {
    return B.CreateZExtOrTrunc(Call.getArgOperand(Argument), B.getInt64Ty());
  };
  Value *Size = Number(What.Size);
  if (What.Count >= 0)
    Size = B.CreateMul(Size, Number(What.Count));
  Value *Address = &Call;
  if (What.Output >= 0) { // untouched by a call that failed
    Value *Output = B.CreateLoad(Pointer, Call.getArgOperand(What.Output));
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
  PlainBuilder B(&Call);
  B.CreateCall(
       Call.getModule()->getOrInsertFunction(MEMFACET_RELEASED, B.getVoidTy(),
                                             B.getPtrTy(), B.getInt32Ty()),
       {Call.getArgOperand(0), B.getInt32(ByRealloc)})
      ->setDoesNotThrow();
}

void memfacet::reportUnseenAllocations(llvm::Function &F,
                                       const Entries &Runtime) {
  SmallVector<CallBase *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && calleeOf(*Call))
      Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    const llvm::Function *Callee = calleeOf(*Call);
    StringRef Name = Callee->getName();
    AllocationKind Kind = allocationKind(*Call);
    // First: the release moves the cursor, which the allocation compares.
    if (!Callee->hasLocalLinkage() && releases(Name) && Call->arg_size() > 0 &&
        Call->getArgOperand(0)->getType()->isPointerTy())
      offerRelease(*Call, Kind == AllocationKind::Realloc);
    if (Shape What = shapeOf(Name, Kind);
        Kind != AllocationKind::Unknown && What.Size >= 0)
      offerAllocation(*Call, What, Kind, Runtime);
  }
}
