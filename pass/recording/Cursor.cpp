//===- Cursor.cpp - the cursor as a local value ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/recording/Cursor.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::recording;

Value *Cursor::record(interface::PlainBuilder &B) const {
  return read(B, *Record, B.getPtrTy());
}
void Cursor::setRecord(interface::PlainBuilder &B, Value *V) const {
  write(B, *Record, V);
}

Cursor::Cursor(llvm::Function &F, Instruction *Start,
               const interface::Entries &Runtime)
    : ThreadValue(F, *Runtime.Cursor, Runtime), F(F) {
  for (BasicBlock &Block : F)
    Places.add(Block);
  Record = makeVariable(F, PointerType::get(F.getContext(), 0));
  interface::PlainBuilder B(Start);
  acquire(B);
}

void Cursor::finish(ArrayRef<AllocaInst *> Allocas) {
  SmallVector<AllocaInst *, 32> Variables(Allocas.begin(), Allocas.end());
  Variables.append({&variable(), Record});
  DominatorTree Tree(F);
  PromoteMemToReg(Variables, Tree);
}
