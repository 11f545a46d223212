//===- CursorUses.cpp - what inserted code does with the cursor -----------===//

#include "pass/versions/CursorUses.h"

using namespace llvm;
using namespace memfacet;

CursorUses::CursorUses(const Cursor &Local) : Advances(Local.advances()) {
  for (AllocaInst *Variable : {&Local.variable(), &Local.recordVariable()})
    for (User *U : Variable->users())
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
  for (User *U : Local.recordVariable().users())
    if (auto *Store = dyn_cast<StoreInst>(U))
      Words.push_back(Store);
}
