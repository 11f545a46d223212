//===- CountEmitter.h - the code that counts ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COUNTING_COUNTEMITTER_H
#define MEMFACET_PASS_COUNTING_COUNTEMITTER_H

#include "pass/counting/CountPlan.h"
#include "pass/interface/CountEntries.h"
#include "llvm/IR/Instructions.h"

namespace memfacet::counting {

/// The tables that counting code refers to. It refers to Flows only so that
/// linkers keep that table with the code.
struct CountTables {
  llvm::GlobalVariable *Counters, *Flows;
};

/// The only edge of a loop that goes back to its header. Code that executes
/// iterations of the loop elsewhere counts them with this.
struct BackEdge {
  /// The first block on the edge. What is executed on the edge is in this and
  /// following blocks.
  llvm::BasicBlock *Begin = nullptr;
  /// A variable of the function or of the thread, valid after the edge's check.
  llvm::Value *Clock = nullptr;
  int64_t Ticks = 0; ///< subtracted by the check
  /// The counter of the edge is Variable or, if that is null, number Counter of
  /// the counters at Base. Counter -1: the count follows from others.
  llvm::AllocaInst *Variable = nullptr, *Base = nullptr;
  int Counter = -1;

  /// Returns a number of executions of the edge for which the interval surely
  /// goes on.
  llvm::Value *executionsLeft(interface::PlainBuilder &B) const;
  /// Counts \p Times executions.
  void count(interface::PlainBuilder &B, llvm::Value *Times) const;
};

/// The results of emitCounters.
struct CountedCode {
  /// Back edges by header, for loops with exactly one.
  llvm::DenseMap<const llvm::BasicBlock *, BackEdge> BackEdges;
  /// Variables that the caller must turn into values (PromoteMemToReg).
  llvm::SmallVector<llvm::AllocaInst *, 16> Variables;
};

/// Inserts into \p F:
///
///   where it begins   asks the runtime for counters where the thread has none
///                     yet (__memfacet_counters is 0)
///   a flow            ++counters[i], a value in loops without calls
///   a check           clock -= ticks; if (clock < 0) __memfacet_count_check()
CountedCode emitCounters(llvm::Function &F, const std::vector<runs::Run> &Runs,
                         const FlowGraph &Flows, const CountPlan &Plan,
                         const CountTables &Tables,
                         const interface::CountEntries &Runtime);

} // namespace memfacet::counting

#endif
