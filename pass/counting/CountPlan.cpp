//===- CountPlan.cpp - where counting code checks and keeps counters ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/counting/CountPlan.h"
#include "pass/compat/Compat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace memfacet;

/// Further counters of a loop stay in memory: there are no registers for them.
static constexpr size_t MaxKept = 5;

static bool canInsertOn(const BasicBlock &From) {
  const Instruction *End = From.getTerminator();
  return !isa<IndirectBrInst>(End) && !isa<CallBrInst>(End);
}

static const Loop *commonLoop(const LoopInfo &Info, const BlockEdge &E) {
  const Loop *L = Info.getLoopFor(E.second);
  while (L && !L->contains(E.first))
    L = L->getParentLoop();
  return L;
}

CountPlan::CountPlan(llvm::Function &F, const std::vector<Run> &Runs,
                     FlowGraph &Flows, const LoopInfo &Info,
                     const BlockFrequencyInfo &Frequencies, bool Each) {
  std::vector<size_t> Flow;
  for (size_t I = 0, End = Flows.Edges.size(); I != End; ++I)
    if (Flows.Edges[I].Retreats) {
      IntervalCheck C;
      C.On = {Flows.Edges[I].FromBlock, Flows.Edges[I].ToBlock};
      Checks.push_back(C);
      Flow.push_back(Flows.addCheck(I));
    }
  for (int Run : Flows.RetreatedToAnyhow) {
    IntervalCheck C;
    C.AtRun = Run;
    Checks.push_back(C);
  }
  findLoops(Flows, Info, Runs);
  estimate(F, Flows, Runs, Info, Frequencies);
  Flows.placeCounters(Each);
  for (size_t I = 0; I != Flow.size() && !Each; ++I)
    Checks[I].Counter = Flows.Edges[Flow[I]].Counter;
  LoopOf.assign(Flows.Weights.size(), -1);
  keepCounters(Flows, Info);
}

int CountPlan::countedLoop(const Loop *L) const {
  for (; L; L = L->getParentLoop())
    for (size_t I = 0; I != Loops.size(); ++I)
      if (Loops[I].Of == L)
        return int(I);
  return -1;
}

void CountPlan::findLoops(const FlowGraph &Flows, const LoopInfo &Info,
                          const std::vector<Run> &Runs) {
  SmallPtrSet<const Loop *, 8> Excluded;
  auto Exclude = [&](const BasicBlock *B) {
    for (const Loop *L = Info.getLoopFor(B); L; L = L->getParentLoop())
      Excluded.insert(L);
  };
  for (const Run &R : Runs)
    if (R.HasCall)
      Exclude(R.First->getParent());
  for (int Run : Flows.EnteredAnyhow)
    Exclude(Runs[size_t(Run)].First->getParent());
  for (const Loop *L : Info.getLoopsInPreorder()) {
    if (Excluded.contains(L))
      continue;
    CountedLoop C;
    C.Of = L;
    C.Parent = countedLoop(L->getParentLoop());
    for (BasicBlock *Block : predecessors(L->getHeader()))
      if (!L->contains(Block) &&
          !is_contained(C.Entering, BlockEdge{Block, L->getHeader()}))
        C.Entering.push_back({Block, L->getHeader()});
    SmallVector<Loop::Edge, 4> Exits;
    L->getExitEdges(Exits);
    bool Usable = true;
    for (const Loop::Edge &E : Exits) {
      auto *From = const_cast<BasicBlock *>(E.first);
      auto *To = const_cast<BasicBlock *>(E.second);
      Usable &= canInsertOn(*From) && !To->isEHPad();
      if (!is_contained(C.Leaving, BlockEdge{From, To}))
        C.Leaving.push_back({From, To});
    }
    for (const BlockEdge &E : C.Entering)
      Usable &= canInsertOn(*E.first);
    if (Usable)
      Loops.push_back(C);
  }
}

/// Those executed most.
void CountPlan::keepCounters(const FlowGraph &Flows, const LoopInfo &Info) {
  std::vector<std::pair<double, size_t>> Sorted;
  for (size_t I = 0; I != Flows.Edges.size(); ++I)
    if (Flows.Edges[I].Counter >= 0)
      Sorted.push_back({-Flows.Edges[I].Weight, I});
  sort(Sorted);
  for (auto [Weight, I] : Sorted) {
    const FlowEdge &E = Flows.Edges[I];
    if (E.Where != FlowEdge::BetweenBlocks)
      continue;
    int L = countedLoop(commonLoop(Info, {E.FromBlock, E.ToBlock}));
    if (L < 0 || Loops[size_t(L)].Counters.size() == MaxKept)
      continue;
    Loops[size_t(L)].Counters.push_back(E.Counter);
    LoopOf[size_t(E.Counter)] = L;
  }
}

static int64_t ticks(double Instructions, double Executions) {
  constexpr double Most = 1 << 20;
  double Ratio = Instructions / std::max(Executions, 1e-9);
  return int64_t(std::clamp(Ratio, 1.0, Most));
}

/// What is executed between two checks, as far as the compiler can guess.
void CountPlan::estimate(llvm::Function &F, const FlowGraph &Flows,
                         const std::vector<Run> &Runs, const LoopInfo &Info,
                         const BlockFrequencyInfo &Frequencies) {
  auto Frequency = [&](const BasicBlock *B) {
    return compat::frequency(Frequencies, *B);
  };
  DenseMap<const Loop *, double> Instructions;
  bool HasCall = false;
  for (const Run &R : Runs) {
    const BasicBlock *Block = R.First->getParent();
    Instructions[Info.getLoopFor(Block)] += R.Instructions * Frequency(Block);
    HasCall |= R.HasCall;
  }
  // Callbacks may be called in a loop of a library.
  if (HasCall || F.hasAddressTaken())
    EntryTicks = ticks(Instructions.lookup(nullptr), 1);
  DenseMap<const BasicBlock *, double> Retreats;
  for (const FlowEdge &E : Flows.Edges)
    if (E.Retreats)
      Retreats[E.ToBlock] += E.Weight;
  for (IntervalCheck &C : Checks) {
    const BasicBlock *Head =
        C.On.second ? C.On.second : Runs[size_t(C.AtRun)].First->getParent();
    const Loop *L = Info.getLoopFor(Head);
    double Times = C.On.second ? Retreats.lookup(Head) : Frequency(Head);
    C.Ticks = ticks(Instructions.lookup(L), Times);
    if (C.On.second)
      C.Loop = countedLoop(commonLoop(Info, C.On));
  }
}
