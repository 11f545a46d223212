//===- AllocatorEntries.cpp - other ways into a program's malloc ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/AllocatorEntries.h"
#include "memfacet/Entry.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/ValueFlow.h"
#include "pass/pools/DefinedAllocators.h"
#include "pass/pools/Lists.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

namespace {
/// A function that does the work of an allocator's function, and the argument
/// with the size, or with the block that it releases.
struct Worker {
  llvm::Function *F;
  unsigned Argument;
};
} // namespace

/// Returns the argument of \p Call that is argument \p Number of the function
/// around it, perhaps through its variable; -1: none.
static int passedArgument(const CallBase &Call, unsigned Number) {
  naming::ValueFlow Flow;
  Flow.add(Call.getFunction()->getArg(Number));
  int Result = -1;
  Flow.reaches([&](const Value *V, const User *U) {
    for (unsigned I = 0; U == &Call && I != Call.arg_size(); ++I)
      if (Call.getArgOperand(I) == V)
        Result = int(I);
    return Result >= 0;
  });
  return Result;
}

/// Returns whether \p A may be the size that a function allocates, or the block
/// that it releases.
static bool hasWorkersType(const Argument &A, bool Allocates) {
  return Allocates ? A.getType()->isIntegerTy() : A.getType()->isPointerTy();
}

/// Returns the functions of the module that do the work of \p Entry, a malloc
/// or free of the program.
static SmallVector<Worker, 2> workersOf(llvm::Function &Entry) {
  naming::AllocationArguments Arguments =
      naming::allocationArguments(Entry.getName());
  SmallVector<Worker, 2> Result;
  bool Allocates = Arguments.Size >= 0;
  unsigned First = Allocates ? unsigned(Arguments.Size) : 0;
  // A worker of posix_memalign does not return the block.
  if (Arguments.Output >= 0 || First >= Entry.arg_size() ||
      !hasWorkersType(*Entry.getArg(First), Allocates))
    return Result;
  for (Instruction &I : instructions(Entry)) {
    auto *Call = dyn_cast<CallBase>(&I);
    auto *Callee =
        Call ? const_cast<llvm::Function *>(naming::calleeOf(*Call)) : nullptr;
    if (!Callee || Callee->isDeclaration() || definesAllocator(*Callee) ||
        Callee->isVarArg() ||
        Call->getFunctionType() != Callee->getFunctionType())
      continue;
    bool IsWork =
        Allocates ? Call->getType()->isPointerTy() && naming::isReturned(Call)
                  : Call->getType()->isVoidTy();
    int Number = IsWork ? passedArgument(*Call, First) : -1;
    if (Number >= 0 &&
        hasWorkersType(*Callee->getArg(unsigned(Number)), Allocates))
      Result.push_back({Callee, unsigned(Number)});
  }
  return Result;
}

static void markBlock(CallInst &Call, unsigned SizeArgument) {
  Instruction *Next = Call.getNextNode();
  interface::PlainBuilder B(Next);
  FunctionCallee Object = Call.getModule()->getOrInsertFunction(
      MEMFACET_OBJECT, B.getPtrTy(), B.getPtrTy(), B.getInt64Ty(),
      B.getPtrTy());
  Value *Size =
      B.CreateZExtOrTrunc(Call.getArgOperand(SizeArgument), B.getInt64Ty());
  CallInst *Marker = B.CreateCall(
      Object, {&Call, Size, ConstantPointerNull::get(B.getPtrTy())});
  Marker->setDoesNotThrow();
  Marker->setDebugLoc(Call.getDebugLoc());
  Call.replaceUsesWithIf(Marker,
                         [&](const Use &U) { return U.getUser() != Marker; });
}

/// Calls \p Change with each call of \p W by a function that is not one of \p
/// Allocators, and adds these functions to \p Changed.
static void forEntries(const Worker &W,
                       const DenseSet<const llvm::Function *> &Allocators,
                       DenseSet<const llvm::Function *> &Changed,
                       function_ref<void(CallInst &)> Change) {
  SmallVector<CallInst *, 8> Calls;
  for (User *U : W.F->users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledOperand() == W.F &&
        Call->getFunctionType() == W.F->getFunctionType() &&
        !Call->isMustTailCall() && !Allocators.contains(Call->getFunction()) &&
        Call->getFunction()->getSubprogram())
      Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    Change(*Call);
    Changed.insert(Call->getFunction());
  }
}

DenseSet<const llvm::Function *> memfacet::pools::emitAllocatorEntries(
    Module &M, const DenseSet<const llvm::Function *> &Allocators) {
  DenseSet<const llvm::Function *> Changed, Known;
  for (llvm::Function &F : M) {
    if (!definesAllocator(F))
      continue;
    bool Allocates = naming::allocationArguments(F.getName()).Size >= 0;
    for (const Worker &W : workersOf(F)) {
      if (!Known.insert(W.F).second)
        continue;
      forEntries(W, Allocators, Changed, [&](CallInst &Call) {
        if (Allocates)
          markBlock(Call, W.Argument);
        else
          emitPieceEnd(Call.getArgOperand(W.Argument), 0, Call);
      });
    }
  }
  return Changed;
}
