//===- CountPlan.h - where counting code checks and keeps counters --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COUNTING_COUNTPLAN_H
#define MEMFACET_PASS_COUNTING_COUNTPLAN_H

#include "pass/counting/FlowGraph.h"
#include "llvm/Analysis/LoopInfo.h"

namespace memfacet::counting {

using BlockEdge = std::pair<llvm::BasicBlock *, llvm::BasicBlock *>;

/// A loop without calls: some of its counters, and the clock, are values while
/// it runs.
struct CountedLoop {
  const llvm::Loop *Loop;
  int Parent = -1; ///< the CountedLoop around it
  llvm::SmallVector<BlockEdge, 4> Entries, Exits;
  llvm::SmallVector<int, 8> Counters; ///< numbers in the function
};

/// A place where the code checks whether the interval is over.
struct IntervalCheck {
  /// On this edge or, where there is none, at the start of run RunIndex.
  BlockEdge Edge = {nullptr, nullptr};
  int RunIndex = -1;
  int Counter = -1; ///< raised before the check, lowered after it; or -1
  int64_t Ticks = 1;
  int Loop = -1; ///< innermost CountedLoop around the check
};

/// Every cycle has a check. A function has one at its start if it has calls,
/// which may be recursive, or if its address is taken. What a check subtracts
/// from the clock is an estimate; the exact length of an interval follows from
/// the counters.
struct CountPlan {
  /// Places the checks, and the counters of \p Flows. \p CounterPerRun: as in
  /// FlowGraph::placeCounters.
  CountPlan(llvm::Function &F, const std::vector<runs::Run> &Runs,
            FlowGraph &Flows, const llvm::LoopInfo &Info,
            const llvm::BlockFrequencyInfo &Frequencies, bool CounterPerRun);

  std::vector<CountedLoop> Loops; ///< outer ones first
  std::vector<IntervalCheck> Checks;
  int64_t EntryTicks = 0; ///< 0: no check
  /// For each counter: the CountedLoop in which it is a value, or -1.
  std::vector<int> LoopByCounter;

private:
  void findLoops(const FlowGraph &Flows, const llvm::LoopInfo &Info,
                 const std::vector<runs::Run> &Runs);
  void keepCounters(const FlowGraph &Flows, const llvm::LoopInfo &Info);
  void estimate(llvm::Function &F, const FlowGraph &Flows,
                const std::vector<runs::Run> &Runs, const llvm::LoopInfo &Info,
                const llvm::BlockFrequencyInfo &Frequencies);
  int countedLoop(const llvm::Loop *L) const;
};

} // namespace memfacet::counting

#endif
