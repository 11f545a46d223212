//===- pass/CrossingValues.cpp - values that leave their block ------------===//

#include "pass/CrossingValues.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace memfacet;

static bool leavesItsBlock(const Instruction &I) {
  return any_of(I.uses(), [&](const Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    const BasicBlock *Where =
        Phi ? Phi->getIncomingBlock(U) : User->getParent();
    return Where != I.getParent();
  });
}

SmallVector<AllocaInst *, 0>
memfacet::demoteCrossingValues(llvm::Function &F,
                               function_ref<bool(Instruction &)> Stays) {
  SmallVector<Instruction *, 0> Crossing;
  for (Instruction &I : instructions(F))
    if (!I.getParent()->isEntryBlock() && leavesItsBlock(I) && !Stays(I))
      Crossing.push_back(&I);
  SmallVector<AllocaInst *, 0> Variables;
  for (Instruction *I : Crossing)
    Variables.push_back(DemoteRegToStack(*I));
  return Variables;
}
