//===- pass/ContextStack.cpp - the calls in progress, as code -------------===//

#include "pass/ContextStack.h"
#include "memfacet/Entry.h"
#include "pass/PlainBuilder.h"
#include "pass/compat/Compat.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;

/// Where \p Call has returned normally; null where it never does.
static Instruction *afterCall(CallBase &Call) {
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke)
    return Call.isTerminator() ? nullptr : Call.getNextNode();
  BasicBlock *Normal = Invoke->getNormalDest();
  if (!Normal->getSinglePredecessor())
    Normal = SplitEdge(Invoke->getParent(), Normal);
  return compat::firstInsertionPoint(*Normal);
}

static Value *slotAt(PlainBuilder &B, Value *Depth, const Entries &Runtime) {
  return B.CreateInBoundsGEP(
      Runtime.Contexts->getValueType(), Runtime.Contexts,
      {B.getInt64(0), B.CreateAnd(Depth, ContextSlots - 1)});
}

// Volatile, here and for sites: see Cursor::publish.
void memfacet::pushContext(CallBase &Call, GlobalVariable *Entry,
                           const Entries &Runtime) {
  PlainBuilder Before(&Call);
  Value *Depth = Before.CreateLoad(Before.getInt64Ty(), Runtime.Depth,
                                   /*isVolatile=*/true);
  Value *Slot = slotAt(Before, Depth, Runtime);
  // Deep down, the slot is that of an outer call, which must find it again.
  Value *Outer = Before.CreateLoad(Entry->getType(), Slot, true);
  Before.CreateStore(Entry, Slot, true);
  Before.CreateStore(Before.CreateAdd(Depth, Before.getInt64(1)), Runtime.Depth,
                     true);
  if (Instruction *Next = afterCall(Call)) {
    PlainBuilder After(Next);
    After.CreateStore(Outer, slotAt(After, Depth, Runtime), true);
    After.CreateStore(Depth, Runtime.Depth, true);
  }
}

/// Where control comes back from calls that did not return.
static SmallVector<Instruction *, 4> comebacks(llvm::Function &F) {
  SmallVector<Instruction *, 4> Result;
  for (Instruction &I : instructions(F)) {
    // A mere cleanup goes on to whoever catches.
    if (auto *Pad = dyn_cast<LandingPadInst>(&I))
      if (Pad->getNumClauses() > 0)
        Result.push_back(compat::firstInsertionPoint(*Pad->getParent()));
    auto *Call = dyn_cast<CallInst>(&I);
    if (Call && Call->hasFnAttr(Attribute::ReturnsTwice))
      Result.push_back(Call->getNextNode());
  }
  return Result;
}

void memfacet::dropContextsOfLeftCalls(llvm::Function &F,
                                       const Entries &Runtime) {
  SmallVector<Instruction *, 4> Comebacks = comebacks(F);
  if (Comebacks.empty())
    return;
  Instruction *Start = compat::firstInsertionPoint(F.getEntryBlock());
  while (isa<AllocaInst>(Start))
    Start = Start->getNextNode();
  PlainBuilder Entry(Start);
  Value *Depth = Entry.CreateLoad(Entry.getInt64Ty(), Runtime.Depth, true);
  for (Instruction *I : Comebacks) {
    PlainBuilder B(I);
    B.CreateStore(Depth, Runtime.Depth, true);
  }
}
