//===- FlowGraph.h - how control goes from run to run ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says which flows must be counted so that all others follow from them: those
// off a spanning tree of the graph whose nodes are the runs and the outside (D.
// E. Knuth and F. R. Stevenson, "Optimal measurement points for program
// frequency counts", 1973; T. Ball and J. R. Larus, "Optimally profiling and
// tracing programs", 1994, section 3), with a tree of greatest weight.
//
// This holds for complete executions only. But counters are read while calls
// are in progress, and some calls never return. So each run with a call has a
// flow to the outside that is not counted: the executions that went into the
// call and did not come out. All these flows are in the tree, as a star around
// the outside.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_COUNTING_FLOWGRAPH_H
#define MEMFACET_PASS_COUNTING_FLOWGRAPH_H

#include "pass/runs/Runs.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include <vector>

namespace memfacet::counting {

struct FlowEdge {
  static constexpr int OutsideFunction = -1;

  enum Place : uint8_t {
    BetweenBlocks, ///< from the end of SourceBlock to DestinationBlock
    AtStart,       ///< just before run Destination
    AtEnd,         ///< before the terminator of run Source's block
    AtCheck,       ///< leaves the function while a check is in progress
    Nowhere        ///< cannot be counted
  };

  int Source = OutsideFunction, Destination = OutsideFunction; ///< runs
  Place Position = Nowhere;
  llvm::BasicBlock *SourceBlock = nullptr,
                   *DestinationBlock = nullptr; ///< BetweenBlocks
  double Weight = 0; ///< estimated executions per execution of the function
  bool MustCount = false;
  /// Goes back to a block that comes first. Each cycle has such a flow.
  bool IsRetreating = false;
  int Counter = -1; ///< number in the function, -1: follows from the others
};

class FlowGraph {
public:
  FlowGraph(llvm::Function &F, const std::vector<runs::Run> &Runs,
            const llvm::BlockFrequencyInfo &Frequencies,
            const llvm::BranchProbabilityInfo &Probabilities);

  /// Gives counters to flows; afterwards nothing may be added. \p
  /// CounterPerRun: gives a counter to each run instead.
  void placeCounters(bool CounterPerRun);
  /// Adds the flow for a check on \p Edge (an index), which leaves the function
  /// before the check and comes back after it. Returns the flow's index.
  size_t addCheck(size_t Edge);

  std::vector<FlowEdge> Edges;
  /// Per counter: the instructions that it stands for, see Counter in Tables.h.
  std::vector<int64_t> Weights;
  /// Runs that control may reach in ways on which no code can be inserted:
  /// their start counts every arrival. The second set: those of them that are
  /// reached so in a cycle.
  llvm::SmallDenseSet<int, 4> UncontrolledEntries, UncontrolledRetreats;

private:
  void addEntries(const llvm::BasicBlock &Block);
  void addBranches(llvm::BasicBlock &Block,
                   const llvm::BranchProbabilityInfo &Probabilities);
  void addExits(llvm::BasicBlock &Block);
  void addInterrupted();
  void weigh();
  int firstRun(const llvm::BasicBlock *B) const {
    return FirstRuns.lookup(B) - 1;
  }
  int lastRun(const llvm::BasicBlock *B) const {
    return LastRuns.lookup(B) - 1;
  }
  double frequency(const llvm::BasicBlock &B) const;
  const llvm::BasicBlock *skipInserted(const llvm::BasicBlock *Next) const;

  const std::vector<runs::Run> &Runs;
  const llvm::BlockFrequencyInfo &Frequencies;
  /// Number of a block's run, plus 1.
  llvm::DenseMap<const llvm::BasicBlock *, int> FirstRuns, LastRuns;
  /// Numbers of blocks in reverse post-order.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Order;
  std::vector<bool> MayBeInterrupted; ///< by run
};

} // namespace memfacet::counting

#endif
