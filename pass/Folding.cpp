//===- pass/Folding.cpp - runs that need no record of their own -----------===//

#include "pass/Folding.h"
#include "pass/BlockRuns.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace memfacet;

/// A phi node with more inputs costs more code than the record that it saves.
static constexpr unsigned MaxPredecessors = 32;

size_t Folding::row(size_t Of, size_t Before) const {
  auto It = Numbers.find({Of, Before});
  return It == Numbers.end() ? Of : Folded.size() + It->second;
}

namespace {

class Folder {
public:
  Folder(const std::vector<Run> &Runs) : Runs(Runs), Where(Runs) {
    Result.Folded.assign(Runs.size(), false);
  }
  void tryFold(size_t Index);
  Folding take() { return std::move(Result); }

private:
  bool endsPlainly(size_t Index) const;

  const std::vector<Run> &Runs;
  BlockRuns Where;
  Folding Result;
  /// Runs that must have a record because one before them has none.
  DenseSet<size_t> Required;
};

} // namespace

/// The run ends its block, which ends with a branch, and nothing happens in it
/// but counting.
bool Folder::endsPlainly(size_t Index) const {
  const Run &R = Runs[Index];
  const BasicBlock *Block = R.First->getParent();
  const Instruction *End = Block->getTerminator();
  return R.Accesses.empty() && !R.HasCall && Where.last(Block) == int(Index) &&
         (isa<BranchInst>(End) || isa<SwitchInst>(End));
}

void Folder::tryFold(size_t Index) {
  if (!endsPlainly(Index) || Required.contains(Index))
    return;
  const BasicBlock *Block = Runs[Index].First->getParent();
  for (const BasicBlock *Next : successors(Block)) {
    int Run = Where.first(Next);
    if (Run < 0 || size_t(Run) == Index || Result.Folded[Run] ||
        pred_size(Next) > MaxPredecessors)
      return;
  }
  Result.Folded[Index] = true;
  for (const BasicBlock *Next : successors(Block)) {
    size_t Run = Where.first(Next);
    Required.insert(Run);
    if (Result.Numbers.try_emplace({Run, Index}, Result.Variants.size()).second)
      Result.Variants.push_back({Run, Index});
  }
}

Folding memfacet::foldRuns(llvm::Function &F, const std::vector<Run> &Runs) {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  std::vector<size_t> Order(Runs.size());
  for (size_t I = 0; I != Order.size(); ++I)
    Order[I] = I;
  auto Depth = [&](size_t I) {
    return Loops.getLoopDepth(Runs[I].First->getParent());
  };
  sort(Order, [&](size_t A, size_t B) {
    return std::pair(Depth(B), A) < std::pair(Depth(A), B);
  });
  Folder Work(Runs);
  for (size_t I : Order)
    Work.tryFold(I);
  return Work.take();
}

std::vector<Value *>
memfacet::insertHeaders(const std::vector<Run> &Runs, const Folding &Fold,
                        function_ref<Constant *(size_t Row)> RowAddress) {
  BlockRuns Where(Runs);
  std::vector<Value *> Headers;
  for (size_t I = 0; I != Runs.size(); ++I)
    Headers.push_back(RowAddress(I));
  SmallSetVector<size_t, 16> Several;
  for (const Variant &V : Fold.Variants)
    Several.insert(V.Of);
  for (size_t I : Several) {
    BasicBlock *Block = Runs[I].First->getParent();
    PHINode *Phi = PHINode::Create(Headers[I]->getType(), pred_size(Block), "",
                                   Block->begin());
    for (BasicBlock *Predecessor : predecessors(Block)) {
      int Before = Where.last(Predecessor);
      bool Known = Before >= 0 && Fold.Folded[Before];
      Phi->addIncoming(RowAddress(Known ? Fold.row(I, Before) : I),
                       Predecessor);
    }
    Headers[I] = Phi;
  }
  return Headers;
}
