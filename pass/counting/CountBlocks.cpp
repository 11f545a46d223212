//===- CountBlocks.cpp - functions that count instead of record -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/counting/CountBlocks.h"
#include "pass/counting/CountTables.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <numeric>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::counting;

/// Returns the runs that a recording would have. What is inserted to measure
/// accesses is removed again, as accesses are not recorded.
static std::vector<runs::Run>
collectCountedRuns(llvm::Function &F, const accesses::LibraryFunctions &Known) {
  stack::StackLocals Locals(F);
  accesses::LibraryAccesses Library(F, Known);
  std::vector<runs::Run> Runs = runs::collectRuns(F, Library, Locals, 0);
  auto IsInserted = [&](const Instruction &I) {
    return Library.isInserted(I) || Locals.isInserted(I);
  };
  for (runs::Run &R : Runs) {
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

static void
countFunction(llvm::Function &F, const accesses::LibraryFunctions &Known,
              interface::TableWriter &Writer, tables::MemberNames &Members,
              const interface::CountEntries &Runtime, bool CounterPerRun) {
  std::vector<runs::Run> Runs = collectCountedRuns(F, Known);
  if (Runs.empty())
    return;
  tables::FunctionTables Tables(F, Writer, Members, runs::ReferenceList(),
                                Runs.size());
  std::vector<size_t> Rows(Runs.size());
  std::iota(Rows.begin(), Rows.end(), size_t(0));
  for (size_t I : Rows)
    Tables.addBlock({I, -1}, Runs[I], runs::RunPlan(), 0, "");
  Tables.write(0);
  CountedCode Code =
      countRuns(F, Runs, Tables, Rows, Writer, Runtime, CounterPerRun);
  DominatorTree Tree(F);
  PromoteMemToReg(Code.Variables, Tree);
}

void memfacet::counting::countBlocks(Module &M,
                                     ArrayRef<llvm::Function *> Functions,
                                     bool CounterPerRun) {
  interface::TableWriter Writer(M);
  tables::MemberNames Members = {types::RecordLayouts(M),
                                 naming::FieldPins::take(M),
                                 naming::ScalarTypes(M)};
  interface::CountEntries Runtime(M);
  accesses::LibraryFunctions Known;
  for (llvm::Function *F : Functions)
    countFunction(*F, Known, Writer, Members, Runtime, CounterPerRun);
}
