//===- MaskPlan.cpp - which checks load the masks of chosen lines ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/MaskPlan.h"
#include "memfacet/Check.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

namespace {

/// Which masks have been loaded on all ways to a place.
struct LoadedMasks {
  bool Lines = false, Spans = false;
};

class MaskPlanner {
public:
  explicit MaskPlanner(std::vector<RunChecks> &List);
  void plan(llvm::Function &F);

private:
  LoadedMasks before(const BasicBlock &Block) const;
  LoadedMasks planBlock(const BasicBlock &Block, LoadedMasks Loaded);

  /// Checks by the instruction that they are inserted before, in order.
  DenseMap<const Instruction *, SmallVector<CheckedAccesses *, 2>> Checks;
  /// What is loaded at the end of each block that was planned.
  DenseMap<const BasicBlock *, LoadedMasks> Ends;
};

} // namespace

MaskPlanner::MaskPlanner(std::vector<RunChecks> &List) {
  for (RunChecks &R : List)
    for (CheckedAccesses &C : R.Checks)
      if (!C.IsSingle)
        Checks[R.Run->Accesses[C.First].position()].push_back(&C);
}

/// Returns what is loaded where \p Block begins. A predecessor that was not
/// planned yet ends an iteration of a loop.
LoadedMasks MaskPlanner::before(const BasicBlock &Block) const {
  if (pred_empty(&Block))
    return {};
  LoadedMasks Loaded = {true, true};
  for (const BasicBlock *Predecessor : predecessors(&Block)) {
    LoadedMasks End = Ends.lookup(Predecessor);
    Loaded.Lines &= End.Lines;
    Loaded.Spans &= End.Spans;
  }
  return Loaded;
}

/// Plans the checks in \p Block, before which \p Loaded are loaded. Returns
/// what is loaded at its end.
LoadedMasks MaskPlanner::planBlock(const BasicBlock &Block,
                                   LoadedMasks Loaded) {
  for (const Instruction &I : Block) {
    auto Found = Checks.find(&I);
    if (Found != Checks.end())
      for (CheckedAccesses *C : Found->second) {
        bool &IsLoaded = C->IsOneLine ? Loaded.Lines : Loaded.Spans;
        C->LoadsMask = !IsLoaded;
        IsLoaded = true;
      }
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && runs::mayWriteRecords(*Call))
      Loaded = {};
  }
  return Loaded;
}

void MaskPlanner::plan(llvm::Function &F) {
  ReversePostOrderTraversal<llvm::Function *> Order(&F);
  for (const BasicBlock *Block : Order)
    Ends[Block] = planBlock(*Block, before(*Block));
}

void memfacet::select::planMasks(llvm::Function &F,
                                 std::vector<RunChecks> &List) {
  MaskPlanner(List).plan(F);
}
