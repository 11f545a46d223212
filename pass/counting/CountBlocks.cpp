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

/// Returns the runs that a recording would have. What is inserted to measure
/// accesses is removed again, as accesses are not recorded.
static std::vector<Run> collectCountedRuns(llvm::Function &F,
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

static void countFunction(llvm::Function &F, const LibraryFunctions &Known,
                          TableWriter &Writer, MemberNames &Members,
                          const CountEntries &Runtime, bool CounterPerRun) {
  std::vector<Run> Runs = collectCountedRuns(F, Known);
  if (Runs.empty())
    return;
  FunctionTables Tables(F, Writer, Members, ReferenceList(), Runs.size());
  std::vector<size_t> Rows(Runs.size());
  std::iota(Rows.begin(), Rows.end(), size_t(0));
  for (size_t I : Rows)
    Tables.addBlock({I, -1}, Runs[I], RunPlan(), 0, "");
  Tables.write(0);
  CountedCode Code =
      countRuns(F, Runs, Tables, Rows, Writer, Runtime, CounterPerRun);
  DominatorTree Tree(F);
  PromoteMemToReg(Code.Variables, Tree);
}

void memfacet::countBlocks(Module &M, ArrayRef<llvm::Function *> Functions,
                           bool CounterPerRun) {
  TableWriter Writer(M);
  MemberNames Members = {RecordLayouts(M), FieldPins::take(M), ScalarTypes(M)};
  CountEntries Runtime(M);
  LibraryFunctions Known;
  for (llvm::Function *F : Functions)
    countFunction(*F, Known, Writer, Members, Runtime, CounterPerRun);
}
