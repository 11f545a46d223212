//===- Paths.cpp - which runs share a record ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/Paths.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "pass/runs/Runs.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

/// Longer paths gain little, and the analysis reads records in vectors.
static constexpr unsigned MaxPathWords = 16, MaxPathRuns = 16,
                          MaxPathAccesses = 64;

/// A phi node with more inputs costs more code than the record that it saves.
static constexpr unsigned MaxJunctionInputs = 32;

namespace {

class PathFinder {
public:
  PathFinder(llvm::Function &F, const std::vector<Run> &Runs,
             PathOptions Options, ReferenceList &References)
      : F(F), Runs(Runs), Options(Options), References(References),
        BlockEnds(Runs), Length(Runs.size()), Continuations(Runs.size()) {
    Result.Plans.resize(Runs.size());
    Result.ContinuedRuns.assign(Runs.size(), -1);
    Result.IsJunction.assign(Runs.size(), false);
    Result.IsSilent.assign(Runs.size(), false);
    Result.Words.assign(Runs.size(), 0);
  }

  void findLoops();
  void placeAll();
  void findJunctions();
  void numberRows();
  void findSilentRuns();
  Paths take() { return std::move(Result); }

private:
  /// The size of a path up to a run.
  struct Extent {
    unsigned Runs = 0, Words = 0, Accesses = 0;
  };

  void place(size_t Index);
  bool tryContinue(size_t Index, size_t Previous);
  bool isOpen(int Index) const;
  bool isSilent(size_t Index) const;
  void tryJunction(size_t Index);
  size_t addRow(size_t Run, size_t Key, int Previous);
  void addIterations(size_t Run, size_t Row);
  void addPaths(size_t Run, int Previous);

  llvm::Function &F;
  const std::vector<Run> &Runs;
  PathOptions Options;
  ReferenceList &References;
  BlockRuns BlockEnds;
  std::vector<Extent> Length;
  std::vector<SmallVector<size_t, 2>>
      Continuations; ///< runs that continue this one
  std::vector<bool> IsPlaced;
  /// Runs that junctions rely on.
  DenseSet<size_t> Required;
  std::vector<SmallVector<size_t, 2>> Junctions; ///< that follow this run
  Paths Result;
};

} // namespace

/// Returns whether nothing comes between run \p Index and the runs of its
/// block's successors. After a loop's path it does: its length is not known
/// there.
bool PathFinder::isOpen(int Index) const {
  if (Index < 0 || Runs[Index].HasCall || Result.Loops.count(Index))
    return false;
  const Instruction *End = Runs[Index].First->getParent()->getTerminator();
  return isa<BranchInst>(End) || isa<SwitchInst>(End);
}

bool PathFinder::tryContinue(size_t Index, size_t Previous) {
  const Run &R = Runs[Index];
  const Extent &PreviousExtent = Length[Previous];
  RunPlan Plan = planRun(R, {Options.Elide, Options.Verify}, References,
                         &Result.Plans[Previous]);
  unsigned AddedSlots = Plan.Slots.size();
  bool IsTooLong =
      AddedSlots != 0 && PreviousExtent.Words + AddedSlots > MaxPathWords;
  if (IsTooLong || PreviousExtent.Runs == MaxPathRuns ||
      Plan.End > MaxRecordWords ||
      PreviousExtent.Accesses + R.Accesses.size() > MaxPathAccesses)
    return false;
  Length[Index] = {PreviousExtent.Runs + 1, PreviousExtent.Words + AddedSlots,
                   PreviousExtent.Accesses + unsigned(R.Accesses.size())};
  Result.ContinuedRuns[Index] = int(Previous);
  Continuations[Previous].push_back(Index);
  Result.Plans[Index] = std::move(Plan);
  return true;
}

void PathFinder::findLoops() {
  if (Options.Share && Options.Loops && Options.Elide)
    Result.Loops = findLoopPaths(F, Runs, {true, Options.Verify}, References);
}

void PathFinder::place(size_t Index) {
  IsPlaced[Index] = true;
  if (auto Loop = Result.Loops.find(Index); Loop != Result.Loops.end()) {
    Result.Plans[Index] = Loop->second.Iterations.front();
    return;
  }
  const Run &R = Runs[Index];
  const BasicBlock *Block = R.First->getParent();
  const BasicBlock *Predecessor =
      R.IsContinuation ? nullptr : Block->getUniquePredecessor();
  int Last = Predecessor && Options.Share ? BlockEnds.last(Predecessor) : -1;
  // In code that is never reached, blocks may precede each other in a circle,
  // or themselves.
  bool IsBefore = Last != int(Index) && isOpen(Last) && IsPlaced[Last];
  if (IsBefore && tryContinue(Index, Last))
    return;
  Result.Plans[Index] =
      planRun(R, {Options.Elide, Options.Verify}, References, nullptr);
  Length[Index] = {1, 1 + unsigned(Result.Plans[Index].Slots.size()),
                   unsigned(R.Accesses.size())};
}

/// Places the runs of each block before those of blocks that it dominates.
void PathFinder::placeAll() {
  IsPlaced.assign(Runs.size(), false);
  DenseMap<const BasicBlock *, SmallVector<size_t, 2>> RunsByBlock;
  for (size_t I = 0; I != Runs.size(); ++I)
    RunsByBlock[Runs[I].First->getParent()].push_back(I);
  for (BasicBlock *Block : ReversePostOrderTraversal<llvm::Function *>(&F))
    for (size_t I : RunsByBlock.lookup(Block))
      place(I);
  for (size_t I = 0; I != Runs.size(); ++I)
    if (!IsPlaced[I])
      place(I);
}

void PathFinder::tryJunction(size_t Index) {
  const Run &R = Runs[Index];
  const BasicBlock *Block = R.First->getParent();
  if (!R.Accesses.empty() || R.IsContinuation || R.EntersFunction ||
      Result.ContinuedRuns[Index] >= 0 || !Continuations[Index].empty() ||
      Required.contains(Index) || pred_empty(Block) ||
      pred_size(Block) > MaxJunctionInputs)
    return;
  for (const BasicBlock *Predecessor : predecessors(Block)) {
    int Last = BlockEnds.last(Predecessor);
    if (!isOpen(Last) || size_t(Last) == Index || Result.IsJunction[Last])
      return;
  }
  Result.IsJunction[Index] = true;
  for (const BasicBlock *Predecessor : predecessors(Block)) {
    size_t Last = BlockEnds.last(Predecessor);
    Required.insert(Last);
    if (!is_contained(Junctions[Last], Index))
      Junctions[Last].push_back(Index);
  }
}

/// Finds junctions, in deep loops first.
void PathFinder::findJunctions() {
  Junctions.resize(Runs.size());
  if (!Options.Share)
    return;
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  std::vector<size_t> Order(Runs.size());
  for (size_t I = 0; I != Order.size(); ++I)
    Order[I] = I;
  auto Depth = [&](size_t I) {
    return Loops.getLoopDepth(Runs[I].First->getParent());
  };
  sort(Order, [&](size_t A, size_t B) {
    return std::pair(Depth(B), A) < std::pair(Depth(A), B);
  });
  for (size_t I : Order)
    tryJunction(I);
}

size_t PathFinder::addRow(size_t Run, size_t Key, int Previous) {
  Result.RowNumbers[{Run, Key}] = Result.Rows.size();
  Result.Rows.push_back({Run, Previous});
  return Result.Rows.size() - 1;
}

/// Adds the rows of further iterations, which must directly follow \p Row.
void PathFinder::addIterations(size_t Run, size_t Row) {
  MEMFACET_CHECK(Row + 1 == Result.Rows.size(), "iterations follow their row");
  auto Loop = Result.Loops.find(Run);
  for (unsigned I = 1; Loop != Result.Loops.end() && I != Loop->second.times();
       ++I, ++Row)
    Result.Rows.push_back({Run, int(Row), I});
}

void PathFinder::addPaths(size_t Run, int Previous) {
  size_t Row = addRow(Run, Run, Previous);
  addIterations(Run, Row);
  for (size_t Junction : Junctions[Run])
    addRow(Junction, Run, int(Row));
  sort(Continuations[Run]);
  for (size_t Next : Continuations[Run])
    addPaths(Next, int(Row)); // at most MaxPathRuns deep
}

void PathFinder::numberRows() {
  for (size_t I = 0; I != Runs.size(); ++I) {
    if (Result.ContinuedRuns[I] < 0 && !Result.IsJunction[I])
      addPaths(I, -1);
    if (Result.IsJunction[I])
      continue;
    size_t Root = I;
    while (Result.ContinuedRuns[Root] >= 0)
      Root = Result.ContinuedRuns[Root];
    auto Loop = Result.Loops.find(I);
    const RunPlan &Longest = Loop == Result.Loops.end()
                                 ? Result.Plans[I]
                                 : Loop->second.Iterations.back();
    Result.Words[Root] = std::max(Result.Words[Root], Longest.End);
  }
}

/// Returns whether control surely goes on after \p I, whatever its operands
/// are.
static bool surelyContinues(const Instruction &I) {
  return I.isTerminator() ||
         (!I.isIntDivRem() && isGuaranteedToTransferExecutionToSuccessor(&I));
}

bool PathFinder::isSilent(size_t Index) const {
  const Run &R = Runs[Index];
  const BasicBlock *Block = R.First->getParent();
  if (!R.Accesses.empty() || Result.IsJunction[Index] || succ_empty(Block) ||
      BlockEnds.last(Block) != int(Index) || !isOpen(int(Index)))
    return false;
  for (const Instruction *I = R.First; I; I = I->getNextNode())
    if (!surelyContinues(*I))
      return false;
  return all_of(successors(Block), [&](const BasicBlock *Successor) {
    int Next = BlockEnds.first(Successor);
    return Next >= 0 && (Result.IsJunction[Next] ||
                         Result.ContinuedRuns[Next] == int(Index));
  });
}

void PathFinder::findSilentRuns() {
  for (size_t I = 0; I != Runs.size(); ++I)
    Result.IsSilent[I] = isSilent(I);
}

Paths memfacet::runs::findPaths(llvm::Function &F, const std::vector<Run> &Runs,
                                PathOptions Options,
                                ReferenceList &References) {
  PathFinder Finder(F, Runs, Options, References);
  Finder.findLoops();
  Finder.placeAll();
  Finder.findJunctions();
  Finder.findSilentRuns();
  Finder.numberRows();
  return Finder.take();
}

std::vector<Value *>
memfacet::runs::insertHeaders(const std::vector<Run> &Runs, const Paths &P,
                              function_ref<Constant *(size_t Row)> RowAddress) {
  MEMFACET_CHECK(P.IsJunction.size() == Runs.size(),
                 "the paths are of these runs");
  BlockRuns BlockEnds(Runs);
  std::vector<Value *> Headers;
  for (size_t I = 0; I != Runs.size(); ++I) {
    if (!P.IsJunction[I]) {
      MEMFACET_CHECK(P.RowNumbers.count({I, I}) != 0,
                     "a run that is no junction ends a path");
      Headers.push_back(RowAddress(P.row(I)));
      continue;
    }
    BasicBlock *Block = Runs[I].First->getParent();
    PHINode *Phi = IRBuilder<>(Block, Block->begin())
                       .CreatePHI(compat::pointerType(Block->getContext()),
                                  pred_size(Block));
    for (BasicBlock *Predecessor : predecessors(Block)) {
      size_t Last = BlockEnds.last(Predecessor);
      Phi->addIncoming(RowAddress(P.RowNumbers.lookup({I, Last})), Predecessor);
    }
    Headers.push_back(Phi);
  }
  return Headers;
}
