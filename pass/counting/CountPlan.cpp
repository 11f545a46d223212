//===- CountPlan.cpp - where counting code checks and keeps counters ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/counting/CountPlan.h"
#include "pass/compat/Compat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::counting;

/// Further counters of a loop stay in memory: there are no registers for them.
static constexpr size_t MaxKept = 5;

static bool canInsertOn(const BasicBlock &Source) {
  const Instruction *End = Source.getTerminator();
  return !isa<IndirectBrInst>(End) && !isa<CallBrInst>(End);
}

static const Loop *commonLoop(const LoopInfo &Info, const BlockEdge &E) {
  const Loop *L = Info.getLoopFor(E.second);
  while (L && !L->contains(E.first))
    L = L->getParentLoop();
  return L;
}

CountPlan::CountPlan(llvm::Function &F, const std::vector<runs::Run> &Runs,
                     FlowGraph &Flows, const LoopInfo &Info,
                     const BlockFrequencyInfo &Frequencies,
                     bool CounterPerRun) {
  std::vector<size_t> CheckFlows;
  for (size_t I = 0, End = Flows.Edges.size(); I != End; ++I)
    if (Flows.Edges[I].IsRetreating) {
      IntervalCheck C;
      C.Edge = {Flows.Edges[I].SourceBlock, Flows.Edges[I].DestinationBlock};
      Checks.push_back(C);
      CheckFlows.push_back(Flows.addCheck(I));
    }
  for (int Run : Flows.UncontrolledRetreats) {
    IntervalCheck C;
    C.RunIndex = Run;
    Checks.push_back(C);
  }
  findLoops(Flows, Info, Runs);
  estimate(F, Flows, Runs, Info, Frequencies);
  Flows.placeCounters(CounterPerRun);
  for (size_t I = 0; I != CheckFlows.size() && !CounterPerRun; ++I)
    Checks[I].Counter = Flows.Edges[CheckFlows[I]].Counter;
  LoopByCounter.assign(Flows.Weights.size(), -1);
  keepCounters(Flows, Info);
}

int CountPlan::countedLoop(const Loop *L) const {
  for (; L; L = L->getParentLoop())
    for (size_t I = 0; I != Loops.size(); ++I)
      if (Loops[I].Loop == L)
        return int(I);
  return -1;
}

void CountPlan::findLoops(const FlowGraph &Flows, const LoopInfo &Info,
                          const std::vector<runs::Run> &Runs) {
  SmallPtrSet<const Loop *, 8> Excluded;
  auto Exclude = [&](const BasicBlock *B) {
    for (const Loop *L = Info.getLoopFor(B); L; L = L->getParentLoop())
      Excluded.insert(L);
  };
  for (const runs::Run &R : Runs)
    if (R.HasCall)
      Exclude(R.First->getParent());
  for (int Run : Flows.UncontrolledEntries)
    Exclude(Runs[size_t(Run)].First->getParent());
  for (const Loop *L : Info.getLoopsInPreorder()) {
    if (Excluded.contains(L))
      continue;
    CountedLoop C;
    C.Loop = L;
    C.Parent = countedLoop(L->getParentLoop());
    for (BasicBlock *Block : predecessors(L->getHeader()))
      if (!L->contains(Block) &&
          !is_contained(C.Entries, BlockEdge{Block, L->getHeader()}))
        C.Entries.push_back({Block, L->getHeader()});
    SmallVector<Loop::Edge, 4> Exits;
    L->getExitEdges(Exits);
    bool IsUsable = true;
    for (const Loop::Edge &E : Exits) {
      auto *Source = const_cast<BasicBlock *>(E.first);
      auto *Destination = const_cast<BasicBlock *>(E.second);
      IsUsable &= canInsertOn(*Source) && !Destination->isEHPad();
      if (!is_contained(C.Exits, BlockEdge{Source, Destination}))
        C.Exits.push_back({Source, Destination});
    }
    for (const BlockEdge &E : C.Entries)
      IsUsable &= canInsertOn(*E.first);
    if (IsUsable)
      Loops.push_back(C);
  }
}

/// Chooses the counters that are executed most.
void CountPlan::keepCounters(const FlowGraph &Flows, const LoopInfo &Info) {
  std::vector<std::pair<double, size_t>> Sorted;
  for (size_t I = 0; I != Flows.Edges.size(); ++I)
    if (Flows.Edges[I].Counter >= 0)
      Sorted.push_back({-Flows.Edges[I].Weight, I});
  sort(Sorted);
  for (auto [Weight, I] : Sorted) {
    const FlowEdge &E = Flows.Edges[I];
    if (E.Position != FlowEdge::BetweenBlocks)
      continue;
    int L = countedLoop(commonLoop(Info, {E.SourceBlock, E.DestinationBlock}));
    if (L < 0 || Loops[size_t(L)].Counters.size() == MaxKept)
      continue;
    Loops[size_t(L)].Counters.push_back(E.Counter);
    LoopByCounter[size_t(E.Counter)] = L;
  }
}

static int64_t ticks(double Instructions, double Executions) {
  constexpr double MaxTicks = 1 << 20;
  double Ratio = Instructions / std::max(Executions, 1e-9);
  return int64_t(std::clamp(Ratio, 1.0, MaxTicks));
}

/// Estimates how many instructions are executed between two checks.
void CountPlan::estimate(llvm::Function &F, const FlowGraph &Flows,
                         const std::vector<runs::Run> &Runs,
                         const LoopInfo &Info,
                         const BlockFrequencyInfo &Frequencies) {
  auto Frequency = [&](const BasicBlock *B) {
    return compat::frequency(Frequencies, *B);
  };
  DenseMap<const Loop *, double> Instructions;
  bool HasCall = false;
  for (const runs::Run &R : Runs) {
    const BasicBlock *Block = R.First->getParent();
    Instructions[Info.getLoopFor(Block)] += R.Instructions * Frequency(Block);
    HasCall |= R.HasCall;
  }
  // Callbacks may be called in a loop of a library.
  if (HasCall || F.hasAddressTaken())
    EntryTicks = ticks(Instructions.lookup(nullptr), 1);
  DenseMap<const BasicBlock *, double> RetreatWeights;
  for (const FlowEdge &E : Flows.Edges)
    if (E.IsRetreating)
      RetreatWeights[E.DestinationBlock] += E.Weight;
  for (IntervalCheck &C : Checks) {
    const BasicBlock *Head = C.Edge.second
                                 ? C.Edge.second
                                 : Runs[size_t(C.RunIndex)].First->getParent();
    const Loop *L = Info.getLoopFor(Head);
    double Times =
        C.Edge.second ? RetreatWeights.lookup(Head) : Frequency(Head);
    C.Ticks = ticks(Instructions.lookup(L), Times);
    if (C.Edge.second)
      C.Loop = countedLoop(commonLoop(Info, C.Edge));
  }
}
