//===- CrossingValues.cpp - values that leave their block -----------------===//

#include "pass/versions/CrossingValues.h"
#include "pass/compat/Compat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace memfacet;

/// The block where \p U must find its value.
static BasicBlock *placeOf(const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  auto *Phi = dyn_cast<PHINode>(User);
  return Phi ? Phi->getIncomingBlock(U) : User->getParent();
}

static void repeatWhereUsed(GetElementPtrInst &Distance) {
  DenseMap<BasicBlock *, Instruction *> Copies;
  for (Use &U : make_early_inc_range(Distance.uses())) {
    BasicBlock *Block = placeOf(U);
    if (Block == Distance.getParent())
      continue;
    Instruction *&Copy = Copies[Block];
    if (!Copy) {
      Copy = Distance.clone();
      // The base is no value of this block, or Distance would be.
      Copy->insertBefore(compat::firstInsertionPoint(*Block));
    }
    U.set(Copy);
  }
  if (!Distance.use_empty())
    return;
  salvageDebugInfo(Distance);
  Distance.eraseFromParent();
}

void memfacet::repeatDistances(llvm::Function &F,
                               function_ref<bool(Instruction &)> Stays) {
  SmallVector<GetElementPtrInst *, 0> Distances;
  for (BasicBlock *Block : ReversePostOrderTraversal<llvm::Function *>(&F))
    for (Instruction &I : *Block)
      if (auto *Distance = dyn_cast<GetElementPtrInst>(&I);
          Distance && !Block->isEntryBlock() &&
          Distance->hasAllConstantIndices() && !Stays(I))
        Distances.push_back(Distance);
  // Users first: a distance may be another's base.
  for (GetElementPtrInst *Distance : reverse(Distances))
    repeatWhereUsed(*Distance);
}

namespace {

/// Finds where one value after the other is alive.
class Liveness {
public:
  Liveness(llvm::Function &F, ArrayRef<BasicBlock *> Landings);

  /// The numbers of the landings where \p I is alive.
  ArrayRef<size_t> landings(const Instruction &I);

private:
  struct Place {
    const Instruction *Seen = nullptr; ///< the value that was here last
    int64_t Landing = -1;
  };

  DenseMap<const BasicBlock *, Place> Places;
  SmallVector<const BasicBlock *, 32> Pending;
  SmallVector<size_t, 8> Found;
};

} // namespace

Liveness::Liveness(llvm::Function &F, ArrayRef<BasicBlock *> Landings) {
  for (const BasicBlock &Block : F)
    Places[&Block];
  for (auto [Index, Landing] : enumerate(Landings))
    Places[Landing].Landing = int64_t(Index);
}

ArrayRef<size_t> Liveness::landings(const Instruction &I) {
  Found.clear();
  for (const Use &U : I.uses())
    Pending.push_back(placeOf(U));
  while (!Pending.empty()) {
    const BasicBlock *Block = Pending.pop_back_val();
    Place &P = Places.find(Block)->second;
    if (Block == I.getParent() || P.Seen == &I)
      continue;
    P.Seen = &I;
    if (P.Landing >= 0)
      Found.push_back(size_t(P.Landing));
    append_range(Pending, predecessors(Block));
  }
  return Found;
}

CrossingValues::CrossingValues(llvm::Function &F,
                               ArrayRef<BasicBlock *> Landings)
    : Alive(Landings.size()) {
  Liveness L(F, Landings);
  for (BasicBlock &Block : F)
    for (Instruction &I : Block) {
      if (Block.isEntryBlock() || I.use_empty())
        continue;
      ArrayRef<size_t> Found = L.landings(I);
      for (size_t Index : Found)
        ++Alive[Index];
      if (!Found.empty())
        Values.push_back(&I);
    }
}

SmallVector<AllocaInst *, 0> CrossingValues::demote() {
  SmallVector<AllocaInst *, 0> Variables;
  for (Instruction *I : Values)
    Variables.push_back(DemoteRegToStack(*I));
  return Variables;
}
