//===- pass/ThreadValue.cpp - a thread-local variable as a local value ----===//

#include "pass/ThreadValue.h"
#include "pass/Runs.h"
#include "pass/compat/Compat.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;

void SharedPlaces::add(BasicBlock &Block) {
  for (Instruction &I : Block) {
    if (auto *Call = dyn_cast<CallBase>(&I); Call && mayWriteRecords(*Call))
      Calls.push_back(Call);
    bool Leaves = isa<ReturnInst>(I) || isa<ResumeInst>(I);
    if (Leaves && !Block.getTerminatingMustTailCall())
      Exits.push_back(&I);
    if (isa<LandingPadInst>(I))
      Pads.push_back(&Block);
  }
}

ThreadValue::ThreadValue(llvm::Function &F, GlobalVariable &Shared)
    : Shared(Shared) {
  PlainBuilder Entry(&F.getEntryBlock().front());
  Variable = Entry.CreateAlloca(Shared.getValueType());
}

Value *ThreadValue::get(PlainBuilder &B) const {
  return B.CreateLoad(Variable->getAllocatedType(), Variable);
}
StoreInst *ThreadValue::set(PlainBuilder &B, Value *V) const {
  return B.CreateStore(V, Variable);
}
// Volatile: link-time optimisation believes of malloc and its like that they
// touch no variable of the program, and would forward the old value.
void ThreadValue::publish(PlainBuilder &B) const {
  B.CreateStore(get(B), &Shared, /*isVolatile=*/true);
}
void ThreadValue::refresh(PlainBuilder &B) const {
  set(B, B.CreateLoad(Variable->getAllocatedType(), &Shared,
                      /*isVolatile=*/true));
}

void ThreadValue::aroundCall(CallBase &Call) const {
  PlainBuilder Before(&Call);
  publish(Before);
  if (Call.isMustTailCall() || Call.doesNotReturn())
    return;
  Instruction *Next = nullptr;
  if (!Call.isTerminator()) {
    Next = Call.getNextNode();
  } else if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    if (!Normal->getSinglePredecessor())
      Normal = SplitEdge(Invoke->getParent(), Normal);
    Next = compat::firstInsertionPoint(*Normal);
  }
  if (Next) {
    PlainBuilder After(Next);
    refresh(After);
  }
}

void ThreadValue::synchronise(const SharedPlaces &Places) const {
  for (CallBase *Call : Places.Calls)
    aroundCall(*Call);
  for (Instruction *Exit : Places.Exits) {
    PlainBuilder B(Exit);
    publish(B);
  }
  for (BasicBlock *Pad : Places.Pads) {
    PlainBuilder B(compat::firstInsertionPoint(*Pad));
    refresh(B);
  }
}
