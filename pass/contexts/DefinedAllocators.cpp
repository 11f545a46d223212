//===- DefinedAllocators.cpp - reports of a program's own malloc ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/contexts/DefinedAllocators.h"
#include "memfacet/Check.h"
#include "memfacet/Entry.h"
#include "pass/compat/Compat.h"
#include "pass/interface/Entries.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/pools/DefinedAllocators.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::contexts;

/// Returns the kind of a call of the function \p Name.
static AllocationKind kindOf(StringRef Name) {
  if (Name.starts_with("_Zn"))
    return AllocationKind::New;
  return Name == "calloc"              ? AllocationKind::Calloc
         : Name.starts_with("realloc") ? AllocationKind::Realloc
         : Name == "malloc"            ? AllocationKind::Malloc
                                       : AllocationKind::AlignedAlloc;
}

/// Returns UnseenDelegated if \p Body releases its block, when it has another
/// one, by calling a function that reports that: realloc calls malloc and then
/// free. A call of free for size 0 is none.
static uint32_t delegation(const llvm::Function &Body) {
  SmallVector<const Instruction *, 4> Allocations, Releases;
  for (const Instruction &I : instructions(Body)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const llvm::Function *Callee = Call ? naming::calleeOf(*Call) : nullptr;
    if (!Callee)
      continue;
    if (naming::allocationKind(*Call) != AllocationKind::Unknown)
      Allocations.push_back(Call);
    if (naming::releasesBlock(Callee->getName()))
      Releases.push_back(Call);
  }
  bool Found = any_of(Releases, [&](const Instruction *Release) {
    return any_of(Allocations, [&](const Instruction *Allocation) {
      return Allocation == Release ||
             isPotentiallyReachable(Allocation, Release);
    });
  });
  return Found ? UnseenDelegated : 0;
}

/// Inserts the report of the block that \p Return returns. \p Site: the entry
/// that the call of the function \p Name has left.
static void reportBlock(ReturnInst &Return, StringRef Name, Value *Site,
                        const interface::Entries &Runtime) {
  llvm::Function &F = *Return.getFunction();
  naming::AllocationArguments Arguments = naming::allocationArguments(Name);
  interface::PlainBuilder B(&Return);
  auto Number = [&](int Argument) { return F.getArg(unsigned(Argument)); };
  Value *Size = Number(Arguments.Size);
  if (Arguments.Count >= 0)
    Size = B.CreateMul(Size, Number(Arguments.Count));
  Value *None = Constant::getNullValue(B.getPtrTy());
  Value *Block = Return.getReturnValue(), *Previous = None;
  if (Arguments.Output >= 0) {
    // A call that fails may do so because its output cannot be read.
    Value *Success = B.CreateIsNull(Block);
    Value *Output =
        B.CreateSelect(Success, Number(Arguments.Output), Runtime.Site);
    Block = B.CreateSelect(Success, B.CreateLoad(B.getPtrTy(), Output), None);
  }
  AllocationKind Kind = kindOf(Name);
  uint32_t Flags = UnseenDefined;
  if (Kind == AllocationKind::Realloc) {
    Previous = F.getArg(0);
    Flags |= delegation(F);
  }
  B.CreateStore(Site, Runtime.Site, true);
  Value *Cursor = B.CreateLoad(B.getPtrTy(), Runtime.Cursor, true);
  B.CreateCall(
       F.getParent()->getOrInsertFunction(
           MEMFACET_ALLOCATED, B.getVoidTy(), B.getPtrTy(), B.getInt64Ty(),
           B.getInt32Ty(), B.getPtrTy(), B.getPtrTy()),
       {Block, Size, B.getInt32(uint32_t(Kind) | Flags), Previous, Cursor})
      ->setDoesNotThrow();
}

static void reportRelease(llvm::Function &F, Instruction &Begin) {
  interface::PlainBuilder B(&Begin);
  bool ByRealloc = F.getReturnType()->isPointerTy();
  uint32_t Flags =
      UnseenDefined | (ByRealloc ? UnseenByRealloc | delegation(F) : 0);
  B.CreateCall(F.getParent()->getOrInsertFunction(MEMFACET_RELEASED,
                                                  B.getVoidTy(), B.getPtrTy(),
                                                  B.getInt32Ty()),
               {F.getArg(0), B.getInt32(Flags)})
      ->setDoesNotThrow();
}

/// A call of such a function by \p F, as of malloc in calloc, is for the caller
/// of \p F.
static void passSite(llvm::Function &F, Value *Site,
                     const interface::Entries &Runtime) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const llvm::Function *Callee = Call ? naming::calleeOf(*Call) : nullptr;
    if (Callee && pools::definesAllocator(*Callee))
      interface::PlainBuilder(Call).CreateStore(Site, Runtime.Site, true);
  }
}

void memfacet::contexts::reportDefinedAllocator(
    llvm::Function &Body, const llvm::Function &F,
    const interface::Entries &Runtime) {
  MEMFACET_CHECK(!Body.isDeclaration(), "code is inserted into it");
  if (!pools::definesAllocator(F))
    return;
  Instruction *Begin = compat::firstInsertionPoint(Body.getEntryBlock());
  while (isa<AllocaInst>(Begin))
    Begin = Begin->getNextNode();
  if (naming::releasesBlock(F.getName()))
    reportRelease(Body, *Begin);
  if (naming::allocationArguments(F.getName()).Size < 0)
    return;
  interface::PlainBuilder B(Begin);
  Value *Site = B.CreateLoad(B.getPtrTy(), Runtime.Site, true);
  passSite(Body, Site, Runtime);
  for (BasicBlock &Block : Body)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
        Return && !Block.getTerminatingMustTailCall())
      reportBlock(*Return, F.getName(), Site, Runtime);
}
