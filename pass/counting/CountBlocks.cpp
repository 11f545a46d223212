//===- CountBlocks.cpp - functions that count instead of record -----------===//

#include "pass/counting/CountBlocks.h"
#include "pass/counting/CountEmitter.h"
#include "pass/tables/FunctionTables.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace memfacet;

/// The runs that a recording would have. What it would insert for accesses is
/// taken out again, as nobody wants the accesses.
static std::vector<Run> runsOf(llvm::Function &F,
                               const LibraryFunctions &Known) {
  StackLocals Locals(F);
  LibraryAccesses Library(F, Known);
  std::vector<Run> Runs = collectRuns(F, Library, Locals, 0);
  auto IsInserted = [&](const Instruction &I) {
    return Library.isInserted(I) || Locals.isInserted(I);
  };
  for (Run &R : Runs) {
    R.Accesses.clear();
    R.Counted.clear();
    while (IsInserted(*R.Start))
      R.Start = R.Start->getNextNode();
    while (IsInserted(*R.First))
      R.First = R.First->getNextNode();
  }
  SmallVector<Instruction *, 16> Inserted;
  for (Instruction &I : instructions(F))
    if (IsInserted(I))
      Inserted.push_back(&I);
  for (Instruction *I : reverse(Inserted)) {
    I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->eraseFromParent();
  }
  return Runs;
}

/// Rows of the function's flows, whose runs and counters have rows already.
static GlobalVariable *writeFlows(llvm::Function &F, const FlowGraph &Flows,
                                  const FunctionTables &Tables,
                                  GlobalVariable *Counters,
                                  TableWriter &Writer) {
  SmallVector<Row, 64> Rows;
  auto RunField = [&](int Index) {
    return Index < 0 ? Field::rel(nullptr) : Tables.rowField(size_t(Index));
  };
  for (const FlowEdge &E : Flows.Edges)
    Rows.push_back({RunField(E.From), RunField(E.To),
                    E.Counter < 0 ? Field::rel(nullptr)
                                  : Field::rel(Counters, uint64_t(E.Counter) *
                                                             sizeof(Counter))});
  GlobalVariable *Table =
      Writer.declare(TableKind::Flows, "__memfacet.flows." + F.getName(),
                     Rows.size(), F.getComdat());
  Writer.define(Table, Rows);
  return Table;
}

static void countFunction(llvm::Function &F, const LibraryFunctions &Known,
                          TableWriter &Writer, MemberNames &Members,
                          const CountEntries &Runtime, bool Each) {
  std::vector<Run> Runs = runsOf(F, Known);
  if (Runs.empty())
    return;
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  BranchProbabilityInfo Probabilities(F, Loops);
  BlockFrequencyInfo Frequencies(F, Probabilities, Loops);
  FlowGraph Flows(F, Runs, Frequencies, Probabilities);
  CountPlan Plan(F, Runs, Flows, Loops, Frequencies, Each);

  FunctionTables Tables(F, Writer, Members, ReferenceList(), Runs.size());
  for (size_t I = 0; I != Runs.size(); ++I)
    Tables.addBlock({I, -1}, Runs[I], RunPlan(), 0, "");
  GlobalVariable *Counters =
      Writer.declare(TableKind::Counters, "__memfacet.counters." + F.getName(),
                     Flows.Weights.size(), F.getComdat());
  SmallVector<Row, 64> Rows;
  for (int64_t Weight : Flows.Weights)
    Rows.push_back({Field::i64(uint64_t(Weight))});
  Writer.define(Counters, Rows);
  Tables.write(0);
  GlobalVariable *FlowRows = writeFlows(F, Flows, Tables, Counters, Writer);
  emitCounters(F, Runs, Flows, Plan, {Counters, FlowRows}, Runtime);
}

void memfacet::countBlocks(Module &M, ArrayRef<llvm::Function *> Functions,
                           bool Each) {
  TableWriter Writer(M);
  MemberNames Members = {RecordLayouts(M), FieldPins::take(M), ScalarTypes(M)};
  CountEntries Runtime(M);
  LibraryFunctions Known;
  for (llvm::Function *F : Functions)
    countFunction(*F, Known, Writer, Members, Runtime, Each);
}
