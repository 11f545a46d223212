//===- FlowGraph.cpp - how control goes from run to run -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/counting/FlowGraph.h"
#include "pass/compat/Compat.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace memfacet;

/// Whether no block can be put between \p Block and \p Next.
static bool isFixed(const BasicBlock &Block, const BasicBlock &Next) {
  const Instruction *End = Block.getTerminator();
  return Next.isEHPad() || isa<IndirectBrInst>(End) || isa<CallBrInst>(End);
}

/// What follows in the block of a call that does not return is never executed.
static bool reachesEnd(const Run &Last) {
  const Instruction *I = Last.First;
  for (; I && !I->isTerminator(); I = I->getNextNode())
    if (auto *Call = dyn_cast<CallBase>(I))
      if (Call->doesNotReturn() && mayWriteRecords(*Call))
        return false;
  return true;
}

/// Where control from a block to \p Next comes to a run: blocks that were put
/// on an edge have none.
const BasicBlock *FlowGraph::behindInserted(const BasicBlock *Next) const {
  while (firstRun(Next) < 0) {
    const BasicBlock *Behind = Next->getSingleSuccessor();
    if (!Behind || Behind == Next)
      break;
    Next = Behind;
  }
  return Next;
}

FlowGraph::FlowGraph(llvm::Function &F, const std::vector<Run> &Runs,
                     const BlockFrequencyInfo &Frequencies,
                     const BranchProbabilityInfo &Probabilities)
    : Runs(Runs), Frequencies(Frequencies), MayBeLost(Runs.size()) {
  for (size_t I = 0; I != Runs.size(); ++I) {
    const BasicBlock *Block = Runs[I].First->getParent();
    if (!Runs[I].Continuation || !First.count(Block))
      First[Block] = int(I) + 1;
    Last[Block] = int(I) + 1;
    MayBeLost[I] = Runs[I].HasCall;
  }
  unsigned Number = 0;
  for (BasicBlock *Block : ReversePostOrderTraversal<llvm::Function *>(&F))
    Order[Block] = Number++;
  for (auto [Block, Index] : Order)
    for (const BasicBlock *Next : successors(Block))
      if (int To = firstRun(Next); To >= 0 && isFixed(*Block, *Next)) {
        EnteredAnyhow.insert(To);
        if (Order.lookup(Next) <= Index)
          RetreatedToAnyhow.insert(To);
      }
  for (BasicBlock &Block : F) {
    if (lastRun(&Block) < 0 || !Order.count(&Block))
      continue;
    addWithin(Block);
    addBetween(Block, Probabilities);
    addLeaving(Block);
  }
  addLost();
}

double FlowGraph::frequency(const BasicBlock &B) const {
  return compat::frequency(Frequencies, B);
}

/// From the outside, and from run to run of the block.
void FlowGraph::addWithin(const BasicBlock &Block) {
  int Begin = firstRun(&Block), End = lastRun(&Block);
  bool Anyhow = EnteredAnyhow.contains(Begin);
  if (Block.isEntryBlock() || Anyhow) {
    FlowEdge E;
    E.To = Begin;
    E.Where = FlowEdge::AtStart;
    E.Weight = frequency(Block);
    E.MustCount = Anyhow;
    Edges.push_back(E);
  }
  for (int I = Begin; I != End; ++I) {
    FlowEdge E;
    E.From = I;
    E.To = I + 1;
    E.Where = FlowEdge::AtStart;
    E.Weight = frequency(Block);
    Edges.push_back(E);
  }
}

void FlowGraph::addBetween(BasicBlock &Block,
                           const BranchProbabilityInfo &Probabilities) {
  int From = lastRun(&Block);
  if (!reachesEnd(Runs[From]))
    return;
  SmallSetVector<BasicBlock *, 4> Next(succ_begin(&Block), succ_end(&Block));
  for (BasicBlock *To : Next) {
    const BasicBlock *Behind = behindInserted(To);
    int Run = firstRun(Behind);
    if (Run < 0 || EnteredAnyhow.contains(Run)) {
      MayBeLost[From] = true;
      continue;
    }
    FlowEdge E;
    E.From = From;
    E.To = Run;
    E.Where = FlowEdge::BetweenBlocks;
    E.FromBlock = &Block;
    E.ToBlock = To;
    BranchProbability P = Probabilities.getEdgeProbability(&Block, To);
    E.Weight = frequency(Block) * P.getNumerator() / P.getDenominator();
    E.Retreats = Order.lookup(Behind) <= Order.lookup(&Block);
    Edges.push_back(E);
  }
}

void FlowGraph::addLeaving(BasicBlock &Block) {
  int From = lastRun(&Block);
  const Instruction *End = Block.getTerminator();
  if (succ_begin(&Block) != succ_end(&Block))
    return;
  if (!isa<ReturnInst>(End) && !isa<ResumeInst>(End)) {
    MayBeLost[From] = true;
    return;
  }
  if (MayBeLost[From])
    return; // the flow that is not counted does for both
  FlowEdge E;
  E.From = From;
  E.Where = FlowEdge::AtEnd;
  E.Weight = frequency(Block);
  Edges.push_back(E);
}

void FlowGraph::addLost() {
  for (size_t I = 0; I != Runs.size(); ++I) {
    if (!MayBeLost[I])
      continue;
    FlowEdge E;
    E.From = int(I);
    Edges.push_back(E);
  }
}

size_t FlowGraph::addCheck(size_t Edge) {
  FlowEdge E;
  E.From = Edges[Edge].From;
  E.Where = FlowEdge::AtCheck;
  E.MustCount = true;
  Edges.push_back(E);
  return Edges.size() - 1;
}

void FlowGraph::placeCounters(bool Each) {
  if (Each) {
    Edges.clear();
    for (size_t I = 0; I != Runs.size(); ++I) {
      FlowEdge E;
      E.To = int(I);
      E.Where = FlowEdge::AtStart;
      E.Counter = int(I);
      Edges.push_back(E);
      Weights.push_back(Runs[I].Instructions);
    }
    return;
  }
  std::vector<size_t> Sorted(Edges.size());
  for (size_t I = 0; I != Sorted.size(); ++I)
    Sorted[I] = I;
  auto Rank = [&](size_t I) {
    const FlowEdge &E = Edges[I];
    return std::pair(E.Where != FlowEdge::Nowhere, -E.Weight);
  };
  stable_sort(Sorted, [&](size_t A, size_t B) { return Rank(A) < Rank(B); });
  IntEqClasses Parts(unsigned(Runs.size()) + 1); // the outside is 0
  int Count = 0;
  for (size_t I : Sorted) {
    FlowEdge &E = Edges[I];
    unsigned From = unsigned(E.From + 1), To = unsigned(E.To + 1);
    if (E.MustCount || Parts.findLeader(From) == Parts.findLeader(To))
      E.Counter = Count++;
    else
      Parts.join(From, To);
  }
  weigh();
}

/// Along the tree, each node gets a number such that a flow's instructions (of
/// the run that it enters) and the difference of its ends' numbers are 0. In
/// sums over whole flows, the differences vanish.
void FlowGraph::weigh() {
  // Nodes are the runs, behind the outside.
  auto NodeOf = [](int Run) { return size_t(Run) + 1; };
  std::vector<SmallVector<size_t, 4>> Tree(Runs.size() + 1);
  for (size_t I = 0; I != Edges.size(); ++I)
    if (Edges[I].Counter < 0) {
      Tree[NodeOf(Edges[I].From)].push_back(I);
      Tree[NodeOf(Edges[I].To)].push_back(I);
    }
  auto Entered = [&](const FlowEdge &E) {
    return E.To < 0 ? 0 : int64_t(Runs[size_t(E.To)].Instructions);
  };
  std::vector<int64_t> Number(Tree.size());
  std::vector<bool> Known(Tree.size());
  for (size_t Root = 0; Root != Tree.size(); ++Root) {
    if (Known[Root])
      continue;
    Known[Root] = true;
    SmallVector<size_t, 32> Work = {Root};
    while (!Work.empty()) {
      size_t Node = Work.pop_back_val();
      for (size_t I : Tree[Node]) {
        const FlowEdge &E = Edges[I];
        bool Leaves = NodeOf(E.From) == Node;
        size_t Other = NodeOf(Leaves ? E.To : E.From);
        if (Known[Other])
          continue;
        Number[Other] = Number[Node] + (Leaves ? Entered(E) : -Entered(E));
        Known[Other] = true;
        Work.push_back(Other);
      }
    }
  }
  for (const FlowEdge &E : Edges)
    if (E.Counter >= 0) {
      Weights.resize(std::max(Weights.size(), size_t(E.Counter) + 1));
      Weights[size_t(E.Counter)] =
          Entered(E) + Number[NodeOf(E.From)] - Number[NodeOf(E.To)];
    }
}
