//===- pass/Cursor.cpp - the cursor as a local value ----------------------===//

#include "pass/Cursor.h"
#include "pass/Runs.h"
#include "pass/compat/Compat.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace memfacet;

Value *Cursor::get(PlainBuilder &B) const {
  return B.CreateLoad(Variable->getAllocatedType(), Variable);
}
void Cursor::set(PlainBuilder &B, Value *V) const {
  B.CreateStore(V, Variable);
}
void Cursor::advance(PlainBuilder &B, Value *V, unsigned Words) {
  Advances[B.CreateStore(V, Variable)] = int64_t(Words * sizeof(uint64_t));
}
Value *Cursor::record(PlainBuilder &B) const {
  return B.CreateLoad(Record->getAllocatedType(), Record);
}
void Cursor::setRecord(PlainBuilder &B, Value *V) const {
  B.CreateStore(V, Record);
}
// Volatile: link-time optimisation believes of malloc and its like that they
// touch no variable of the program, and would forward the old cursor.
void Cursor::publish(PlainBuilder &B) const {
  B.CreateStore(get(B), Runtime.Cursor, /*isVolatile=*/true);
}
void Cursor::refresh(PlainBuilder &B) const {
  set(B, B.CreateLoad(Variable->getAllocatedType(), Runtime.Cursor,
                      /*isVolatile=*/true));
}

void Cursor::aroundCall(CallBase &Call) const {
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

void Cursor::atExitsAndPads() const {
  SmallVector<Instruction *, 8> Exits;
  SmallVector<BasicBlock *, 8> Pads;
  for (Instruction &I : instructions(F)) {
    bool Leaves = isa<ReturnInst>(I) || isa<ResumeInst>(I);
    if (Leaves && !I.getParent()->getTerminatingMustTailCall())
      Exits.push_back(&I);
    if (isa<LandingPadInst>(I))
      Pads.push_back(I.getParent());
  }
  for (Instruction *Exit : Exits) {
    PlainBuilder B(Exit);
    publish(B);
  }
  for (BasicBlock *Pad : Pads) {
    PlainBuilder B(compat::firstInsertionPoint(*Pad));
    refresh(B);
  }
}

Cursor::Cursor(llvm::Function &F, Instruction *Start, const Entries &Runtime)
    : F(F), Runtime(Runtime) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && mayWriteRecords(*Call))
      Calls.push_back(Call);
  PlainBuilder Entry(&F.getEntryBlock().front());
  Variable = Entry.CreateAlloca(PointerType::get(F.getContext(), 0));
  Record = Entry.CreateAlloca(PointerType::get(F.getContext(), 0));
  PlainBuilder First(Start);
  refresh(First);
}

void Cursor::synchronise() {
  for (CallBase *Call : Calls)
    aroundCall(*Call);
  atExitsAndPads();
}

void Cursor::finish(ArrayRef<AllocaInst *> More) {
  SmallVector<AllocaInst *, 32> Variables(More.begin(), More.end());
  Variables.append({Variable, Record});
  DominatorTree Tree(F);
  PromoteMemToReg(Variables, Tree);
}
