//===- CountTables.cpp - counters of a function, and their tables ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/counting/CountTables.h"
#include "memfacet/Check.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace memfacet;

/// Writes the function's flows, whose runs and counters have rows already.
static GlobalVariable *writeFlows(llvm::Function &F, const FlowGraph &Flows,
                                  const FunctionTables &Tables,
                                  ArrayRef<size_t> RunRows,
                                  GlobalVariable *Counters,
                                  TableWriter &Writer) {
  SmallVector<Row, 64> Rows;
  auto RunField = [&](int Index) {
    return Index < 0 ? Field::rel(nullptr)
                     : Tables.rowField(RunRows[size_t(Index)]);
  };
  for (const FlowEdge &E : Flows.Edges)
    Rows.push_back({RunField(E.Source), RunField(E.Destination),
                    E.Counter < 0 ? Field::rel(nullptr)
                                  : Field::rel(Counters, uint64_t(E.Counter) *
                                                             sizeof(Counter))});
  GlobalVariable *Table =
      Writer.declare(TableKind::Flows, "__memfacet.flows." + F.getName(),
                     Rows.size(), F.getComdat());
  Writer.define(Table, Rows);
  return Table;
}

CountedCode memfacet::countRuns(llvm::Function &F, const std::vector<Run> &Runs,
                                const FunctionTables &Tables,
                                ArrayRef<size_t> RunRows, TableWriter &Writer,
                                const CountEntries &Runtime,
                                bool CounterPerRun) {
  MEMFACET_CHECK(RunRows.size() == Runs.size(), "each run has a row");
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  BranchProbabilityInfo Probabilities(F, Loops);
  BlockFrequencyInfo Frequencies(F, Probabilities, Loops);
  FlowGraph Flows(F, Runs, Frequencies, Probabilities);
  CountPlan Plan(F, Runs, Flows, Loops, Frequencies, CounterPerRun);
  GlobalVariable *Counters =
      Writer.declare(TableKind::Counters, "__memfacet.counters." + F.getName(),
                     Flows.Weights.size(), F.getComdat());
  // The thread's counters are reached at a distance from this table. LLVM sinks
  // that sum into addresses, as if they lay in the table (CodeGenPrepare, LLVM
  // 19): if it was constant, a value loaded before a call would be used after
  // it, too.
  Counters->setConstant(false);
  SmallVector<Row, 64> Rows;
  for (int64_t Weight : Flows.Weights)
    Rows.push_back({Field::i64(uint64_t(Weight))});
  Writer.define(Counters, Rows);
  GlobalVariable *FlowRows =
      writeFlows(F, Flows, Tables, RunRows, Counters, Writer);
  return emitCounters(F, Runs, Flows, Plan, {Counters, FlowRows}, Runtime);
}
