//===- BlockLoops.cpp - loops of a single block ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/BlockLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

LoopAnalyses::LoopAnalyses(llvm::Function &F)
    : Library(Triple(F.getParent()->getTargetTriple())), Info(Library, &F),
      Assumptions(F), Tree(F), Loops(Tree),
      Evolution(F, Info, Assumptions, Tree, Loops) {}

BlockLoops::BlockLoops(llvm::Function &F, const std::vector<Run> &Runs) : F(F) {
  for (const Run &R : Runs)
    ++RunsOf[R.First->getParent()];
}

/// Returns whether \p R may be a loop, as far as is known without any analysis.
static bool mayBeLoop(const Run &R, const BasicBlock &Block) {
  const auto *End = dyn_cast<BranchInst>(Block.getTerminator());
  return !R.IsContinuation && !R.HasCall && !R.IsAfterCall &&
         !R.EntersFunction && End && End->isConditional() &&
         is_contained(successors(&Block), &Block) &&
         none_of(R.Accesses, [](const accesses::Access &A) {
           return isStackMark(A.Shape);
         });
}

const Loop *BlockLoops::find(const Run &R) {
  const BasicBlock *Block = R.First->getParent();
  if (!mayBeLoop(R, *Block) || RunsOf.lookup(Block) != 1)
    return nullptr;
  if (!Analyses)
    Analyses.emplace(F);
  const Loop *L = Analyses->Loops.getLoopFor(Block);
  if (!L || L->getHeader() != Block || L->getNumBlocks() != 1 ||
      !L->getLoopPredecessor())
    return nullptr;
  return L;
}
