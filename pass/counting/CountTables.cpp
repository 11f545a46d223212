//===- CountTables.cpp - counters of a function, and their tables ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/counting/CountTables.h"
#include "memfacet/Check.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::counting;

/// Writes the function's flows, whose runs and counters have rows already.
static GlobalVariable *writeFlows(llvm::Function &F, const FlowGraph &Flows,
                                  const tables::FunctionTables &Tables,
                                  ArrayRef<size_t> RunRows,
                                  GlobalVariable *Counters,
                                  interface::TableWriter &Writer) {
  SmallVector<interface::Row, 64> Rows;
  auto RunField = [&](int Index) {
    return Index < 0 ? interface::Field::rel(nullptr)
                     : Tables.rowField(RunRows[size_t(Index)]);
  };
  for (const FlowEdge &E : Flows.Edges)
    Rows.push_back(
        {RunField(E.Source), RunField(E.Destination),
         E.Counter < 0 ? interface::Field::rel(nullptr)
                       : interface::Field::rel(Counters, uint64_t(E.Counter) *
                                                             sizeof(Counter))});
  GlobalVariable *Table =
      Writer.declare(TableKind::Flows, "__memfacet.flows." + F.getName(),
                     Rows.size(), F.getComdat());
  Writer.define(Table, Rows);
  return Table;
}

CountedCode memfacet::counting::countRuns(
    llvm::Function &F, const std::vector<runs::Run> &Runs,
    const tables::FunctionTables &Tables, ArrayRef<size_t> RunRows,
    interface::TableWriter &Writer, const interface::CountEntries &Runtime,
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
  SmallVector<interface::Row, 64> Rows;
  for (int64_t Weight : Flows.Weights)
    Rows.push_back({interface::Field::i64(uint64_t(Weight))});
  Writer.define(Counters, Rows);
  GlobalVariable *FlowRows =
      writeFlows(F, Flows, Tables, RunRows, Counters, Writer);
  return emitCounters(F, Runs, Flows, Plan, {Counters, FlowRows}, Runtime);
}
