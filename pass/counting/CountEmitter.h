//===- CountEmitter.h - the code that counts ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COUNTING_COUNTEMITTER_H
#define MEMFACET_PASS_COUNTING_COUNTEMITTER_H

#include "pass/counting/CountPlan.h"
#include "pass/interface/Entries.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// The tables that counting code refers to. It refers to Flows only so that
/// linkers keep that table with the code.
struct CountTables {
  llvm::GlobalVariable *Counters, *Flows;
};

/// The only edge of a loop that goes back to its header. Code that executes
/// iterations of the loop elsewhere counts them with this.
struct BackEdge {
  /// The first block on the edge. What is executed on the edge is there and in
  /// blocks behind it.
  llvm::BasicBlock *Begin = nullptr;
  /// A variable of the function or of the thread, behind the edge's check.
  llvm::Value *Clock = nullptr;
  int64_t Ticks = 0; ///< the check subtracts them
  /// The counter of the edge: a variable of the function; or else null, and it
  /// is number Counter of those at Base, or -1: it follows from others.
  llvm::AllocaInst *Kept = nullptr, *Base = nullptr;
  int Counter = -1;

  /// Executions of the edge for which the interval surely goes on; or less.
  llvm::Value *executionsLeft(PlainBuilder &B) const;
  /// Counts \p Times executions.
  void count(PlainBuilder &B, llvm::Value *Times) const;
};

/// What emitCounters leaves for the caller.
struct CountedCode {
  /// By header, those of loops that have one.
  llvm::DenseMap<const llvm::BasicBlock *, BackEdge> BackEdges;
  /// To be made values (PromoteMemToReg).
  llvm::SmallVector<llvm::AllocaInst *, 16> Variables;
};

/// Inserts into \p F:
///
///   where it begins   asks the runtime for counters where the thread has none
///                     yet (__memfacet_counters is 0)
///   a flow            ++counters[i], a value in loops without calls
///   a check           clock -= ticks; if (clock < 0) __memfacet_count_check()
CountedCode emitCounters(llvm::Function &F, const std::vector<Run> &Runs,
                         const FlowGraph &Flows, const CountPlan &Plan,
                         const CountTables &Tables,
                         const CountEntries &Runtime);

} // namespace memfacet

#endif
