//===- CacheVariables.cpp - the filter cache in registers -----------------===//

#include "pass/filter/CacheVariables.h"
#include "memfacet/Filter.h"
#include "pass/compat/Compat.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace memfacet;

/// Whether code that accesses memory may run within \p I.
static bool mayAccess(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && !Call->isInlineAsm() && !isa<IntrinsicInst>(Call);
}

CacheVariables::CacheVariables(llvm::Function &F, const FilterEntries &Runtime)
    : F(F), Runtime(Runtime) {
  for (Instruction &I : instructions(F))
    if (mayAccess(I))
      Calls.push_back(cast<CallBase>(&I));
  PlainBuilder B(&F.getEntryBlock().front());
  Cache = B.CreateAlloca(PointerType::get(F.getContext(), 0));
  Clock = B.CreateAlloca(B.getInt64Ty());
}

Value *CacheVariables::cache(PlainBuilder &B) {
  return B.CreateLoad(Cache->getAllocatedType(), Cache);
}

Value *CacheVariables::now(PlainBuilder &B) {
  Value *Now = B.CreateLoad(B.getInt64Ty(), Clock);
  B.CreateStore(B.CreateAdd(Now, B.getInt64(FilterTick)), Clock);
  return Now;
}

void CacheVariables::writeBack(PlainBuilder &B) {
  static_assert(offsetof(FilterCache, Clock) == 0);
  B.CreateStore(B.CreateLoad(B.getInt64Ty(), Clock), cache(B));
}

void CacheVariables::readClock(PlainBuilder &B) {
  B.CreateStore(B.CreateLoad(B.getInt64Ty(), cache(B)), Clock);
}

void CacheVariables::readAgain(PlainBuilder &B) {
  Value *Its = B.CreateLoad(Cache->getAllocatedType(),
                            B.CreateThreadLocalAddress(Runtime.Cache));
  B.CreateStore(Its, Cache);
  readClock(B);
}

void CacheVariables::aroundCall(CallBase &Call) {
  PlainBuilder Before(&Call);
  writeBack(Before);
  if (Call.isMustTailCall() || Call.doesNotReturn())
    return;
  if (!Call.isTerminator()) {
    PlainBuilder Behind(Call.getNextNode());
    readAgain(Behind);
    return;
  }
  for (BasicBlock *Next : successors(&Call)) {
    // Who comes from elsewhere has not written the clock back.
    if (!Next->isEHPad() && !Next->getSinglePredecessor())
      Next = SplitEdge(Call.getParent(), Next);
    PlainBuilder Behind(compat::firstInsertionPoint(*Next));
    readAgain(Behind);
  }
}

void CacheVariables::finish() {
  if (!Cache->hasNUsesOrMore(1)) {
    Cache->eraseFromParent();
    Clock->eraseFromParent();
    return;
  }
  for (CallBase *Call : Calls)
    aroundCall(*Call);
  for (BasicBlock &Block : F)
    if (isa<ReturnInst, ResumeInst>(Block.getTerminator()) &&
        !Block.getTerminatingMustTailCall()) {
      PlainBuilder B(Block.getTerminator());
      writeBack(B);
    }
  PlainBuilder First(Clock->getNextNode());
  readAgain(First);
  DominatorTree Dominators(F);
  PromoteMemToReg({Cache, Clock}, Dominators);
}
