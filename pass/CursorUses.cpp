//===- pass/CursorUses.cpp - what inserted code does with the cursor ------===//

#include "pass/CursorUses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;

/// Whether the variable is not written between \p From and \p To, which are in
/// one block.
static bool unchangedBetween(const AllocaInst &Cursor, const Instruction &From,
                             const Instruction &To) {
  for (const Instruction *I = From.getNextNode(); I != &To;
       I = I->getNextNode()) {
    if (!I)
      return false;
    auto *Store = dyn_cast<StoreInst>(I);
    if (Store && Store->getPointerOperand() == &Cursor)
      return false;
  }
  return true;
}

CursorUses::CursorUses(AllocaInst &Cursor) {
  const DataLayout &Layout = Cursor.getModule()->getDataLayout();
  SmallSetVector<Instruction *, 32> Pointers; // into records
  for (User *U : Cursor.users())
    if (auto *Load = dyn_cast<LoadInst>(U))
      Pointers.insert(Load);
  for (size_t I = 0; I != Pointers.size(); ++I)
    for (User *U : Pointers[I]->users()) {
      if (isa<GetElementPtrInst>(U) || isa<PHINode>(U) || isa<SelectInst>(U))
        Pointers.insert(cast<Instruction>(U));
      auto *Store = dyn_cast<StoreInst>(U);
      if (Store && Store->getPointerOperand() == Pointers[I])
        Words.push_back(Store);
    }
  for (User *U : Cursor.users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getPointerOperand() != &Cursor)
      continue;
    APInt Offset(Layout.getIndexTypeSizeInBits(Cursor.getType()), 0);
    auto *From = dyn_cast<LoadInst>(
        Store->getValueOperand()->stripAndAccumulateConstantOffsets(
            Layout, Offset, /*AllowNonInbounds=*/true));
    if (From && From->getPointerOperand() == &Cursor &&
        From->getParent() == Store->getParent() &&
        unchangedBetween(Cursor, *From, *Store))
      Advances[Store] = Offset.getSExtValue();
  }
}
