//===- FlowGraph.cpp - how control goes from run to run -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/counting/FlowGraph.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::counting;

/// Returns whether no block can be put between \p Block and \p Next.
static bool isFixed(const BasicBlock &Block, const BasicBlock &Next) {
  const Instruction *End = Block.getTerminator();
  return Next.isEHPad() || isa<IndirectBrInst>(End) || isa<CallBrInst>(End);
}

/// Returns whether control may come from \p Last, the last run of its block, to
/// the block's end: not after a call that never returns.
static bool reachesEnd(const runs::Run &Last) {
  const Instruction *I = Last.First;
  for (; I && !I->isTerminator(); I = I->getNextNode())
    if (auto *Call = dyn_cast<CallBase>(I))
      if (Call->doesNotReturn() && runs::mayWriteRecords(*Call))
        return false;
  return true;
}

/// Returns the first block with runs from \p Next on: blocks that were inserted
/// on an edge have none.
const BasicBlock *FlowGraph::skipInserted(const BasicBlock *Next) const {
  while (firstRun(Next) < 0) {
    const BasicBlock *Target = Next->getSingleSuccessor();
    if (!Target || Target == Next)
      break;
    Next = Target;
  }
  return Next;
}

FlowGraph::FlowGraph(llvm::Function &F, const std::vector<runs::Run> &Runs,
                     const BlockFrequencyInfo &Frequencies,
                     const BranchProbabilityInfo &Probabilities)
    : Runs(Runs), Frequencies(Frequencies), MayBeInterrupted(Runs.size()) {
  for (size_t I = 0; I != Runs.size(); ++I) {
    const BasicBlock *Block = Runs[I].First->getParent();
    if (!Runs[I].IsContinuation || !FirstRuns.count(Block))
      FirstRuns[Block] = int(I) + 1;
    LastRuns[Block] = int(I) + 1;
    MayBeInterrupted[I] = Runs[I].HasCall;
  }
  unsigned Number = 0;
  for (BasicBlock *Block : ReversePostOrderTraversal<llvm::Function *>(&F))
    Order[Block] = Number++;
  for (auto [Block, Index] : Order)
    for (const BasicBlock *Next : successors(Block))
      if (int Destination = firstRun(Next);
          Destination >= 0 && isFixed(*Block, *Next)) {
        UncontrolledEntries.insert(Destination);
        if (Order.lookup(Next) <= Index)
          UncontrolledRetreats.insert(Destination);
      }
  for (BasicBlock &Block : F) {
    if (lastRun(&Block) < 0 || !Order.count(&Block))
      continue;
    addEntries(Block);
    addBranches(Block, Probabilities);
    addExits(Block);
  }
  addInterrupted();
}

double FlowGraph::frequency(const BasicBlock &B) const {
  return compat::frequency(Frequencies, B);
}

/// Adds the flow from the outside, and those from run to run of the block.
void FlowGraph::addEntries(const BasicBlock &Block) {
  int Begin = firstRun(&Block), End = lastRun(&Block);
  bool IsUncontrolled = UncontrolledEntries.contains(Begin);
  if (Block.isEntryBlock() || IsUncontrolled) {
    FlowEdge E;
    E.Destination = Begin;
    E.Position = FlowEdge::AtStart;
    E.Weight = frequency(Block);
    E.MustCount = IsUncontrolled;
    Edges.push_back(E);
  }
  for (int I = Begin; I != End; ++I) {
    FlowEdge E;
    E.Source = I;
    E.Destination = I + 1;
    E.Position = FlowEdge::AtStart;
    E.Weight = frequency(Block);
    Edges.push_back(E);
  }
}

void FlowGraph::addBranches(BasicBlock &Block,
                            const BranchProbabilityInfo &Probabilities) {
  int Source = lastRun(&Block);
  if (!reachesEnd(Runs[Source]))
    return;
  SmallSetVector<BasicBlock *, 4> Next(succ_begin(&Block), succ_end(&Block));
  for (BasicBlock *Destination : Next) {
    const BasicBlock *Target = skipInserted(Destination);
    int Run = firstRun(Target);
    if (Run < 0 || UncontrolledEntries.contains(Run)) {
      MayBeInterrupted[Source] = true;
      continue;
    }
    FlowEdge E;
    E.Source = Source;
    E.Destination = Run;
    E.Position = FlowEdge::BetweenBlocks;
    E.SourceBlock = &Block;
    E.DestinationBlock = Destination;
    BranchProbability P = Probabilities.getEdgeProbability(&Block, Destination);
    E.Weight = frequency(Block) * P.getNumerator() / P.getDenominator();
    E.IsRetreating = Order.lookup(Target) <= Order.lookup(&Block);
    Edges.push_back(E);
  }
}

void FlowGraph::addExits(BasicBlock &Block) {
  int Source = lastRun(&Block);
  const Instruction *End = Block.getTerminator();
  if (succ_begin(&Block) != succ_end(&Block))
    return;
  if (!isa<ReturnInst>(End) && !isa<ResumeInst>(End)) {
    MayBeInterrupted[Source] = true;
    return;
  }
  if (MayBeInterrupted[Source])
    return; // the flow that is not counted does for both
  FlowEdge E;
  E.Source = Source;
  E.Position = FlowEdge::AtEnd;
  E.Weight = frequency(Block);
  Edges.push_back(E);
}

void FlowGraph::addInterrupted() {
  for (size_t I = 0; I != Runs.size(); ++I) {
    if (!MayBeInterrupted[I])
      continue;
    FlowEdge E;
    E.Source = int(I);
    Edges.push_back(E);
  }
}

size_t FlowGraph::addCheck(size_t Edge) {
  MEMFACET_CHECK(Edge < Edges.size(), "the check is on a flow");
  MEMFACET_CHECK(Weights.empty(), "counters are not placed yet");
  FlowEdge E;
  E.Source = Edges[Edge].Source;
  E.Position = FlowEdge::AtCheck;
  E.MustCount = true;
  Edges.push_back(E);
  return Edges.size() - 1;
}

void FlowGraph::placeCounters(bool CounterPerRun) {
  MEMFACET_CHECK(Weights.empty(), "counters are placed once");
  if (CounterPerRun) {
    Edges.clear();
    for (size_t I = 0; I != Runs.size(); ++I) {
      FlowEdge E;
      E.Destination = int(I);
      E.Position = FlowEdge::AtStart;
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
    return std::pair(E.Position != FlowEdge::Nowhere, -E.Weight);
  };
  stable_sort(Sorted, [&](size_t A, size_t B) { return Rank(A) < Rank(B); });
  IntEqClasses Parts(unsigned(Runs.size()) + 1); // the outside is 0
  int Count = 0;
  for (size_t I : Sorted) {
    FlowEdge &E = Edges[I];
    unsigned Source = unsigned(E.Source + 1),
             Destination = unsigned(E.Destination + 1);
    if (E.MustCount ||
        Parts.findLeader(Source) == Parts.findLeader(Destination))
      E.Counter = Count++;
    else
      Parts.join(Source, Destination);
  }
  weigh();
}

/// Computes the counters' weights. Along the tree, each node gets a number such
/// that a flow's instructions (of the run that it enters) and the difference of
/// its ends' numbers are 0. In sums over whole flows, the differences vanish.
void FlowGraph::weigh() {
  // Node 0 is the outside; the runs follow.
  auto NodeOf = [](int Run) { return size_t(Run) + 1; };
  std::vector<SmallVector<size_t, 4>> Tree(Runs.size() + 1);
  for (size_t I = 0; I != Edges.size(); ++I)
    if (Edges[I].Counter < 0) {
      Tree[NodeOf(Edges[I].Source)].push_back(I);
      Tree[NodeOf(Edges[I].Destination)].push_back(I);
    }
  auto Entered = [&](const FlowEdge &E) {
    return E.Destination < 0
               ? 0
               : int64_t(Runs[size_t(E.Destination)].Instructions);
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
        bool Leaves = NodeOf(E.Source) == Node;
        size_t Other = NodeOf(Leaves ? E.Destination : E.Source);
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
          Entered(E) + Number[NodeOf(E.Source)] - Number[NodeOf(E.Destination)];
    }
}
