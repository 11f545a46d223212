//===- Runs.cpp - functions cut into runs without a call ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/Runs.h"
#include "pass/accesses/InlineAssembly.h"
#include "pass/accesses/UsedLanes.h"
#include "pass/compat/Compat.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

#include <utility>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

/// Returns whether \p I counts as an executed IR instruction, the unit of time.
static bool counts(const Instruction &I) {
  return !I.isDebugOrPseudoInst() && !I.isLifetimeStartOrEnd();
}

bool memfacet::runs::mayWriteRecords(const CallBase &Call) {
  if (isa<IntrinsicInst>(Call))
    return false;
  if (Call.isInlineAsm())
    return accesses::mayRunCode(Call);
  const llvm::Function *Callee = Call.getCalledFunction();
  bool IsLeaf = Callee && Callee->isDeclaration() && Call.doesNotThrow() &&
                Call.hasFnAttr(Attribute::WillReturn) && Call.onlyReadsMemory();
  return !IsLeaf;
}

/// Returns whether the instructions after \p Call are executed for certain, so
/// that they may be counted with those before it.
static bool surelyReturns(const CallBase &Call) {
  return Call.isMustTailCall() ||
         (Call.doesNotThrow() && Call.hasFnAttr(Attribute::WillReturn));
}

namespace {

/// Cuts one block.
class BlockCutter {
public:
  BlockCutter(std::vector<Run> &Runs, const accesses::LibraryAccesses &Library,
              const stack::StackLocals &Locals, unsigned WordsPerAccess)
      : Runs(Runs), Library(Library), Locals(Locals),
        WordsPerAccess(WordsPerAccess) {}

  void cut(BasicBlock &Block, Instruction *Start);

private:
  void begin(Instruction *Start, Instruction *First, bool Continuation);
  void take(Instruction &I);
  void end(const CallBase *PreviousCall);
  bool isInserted(const Instruction &I) const {
    return Library.isInserted(I) || Locals.isInserted(I);
  }

  std::vector<Run> &Runs;
  const accesses::LibraryAccesses &Library;
  const stack::StackLocals &Locals;
  unsigned WordsPerAccess;
  Run Current;
  unsigned Words = 1;
  /// Accesses of what is not counted, for the next that is.
  uint32_t Pending = 0;
  /// Where the function's frame begins, in the entry block.
  const Instruction *AtEntry = nullptr;
};

} // namespace

void BlockCutter::begin(Instruction *Start, Instruction *First,
                        bool Continuation) {
  Current = Run();
  Current.Start = Start;
  Current.First = First;
  Current.IsContinuation = Continuation;
  Words = 1;
  Pending = 0;
}

void BlockCutter::take(Instruction &I) {
  SmallVector<accesses::Access, 8> Accesses;
  if (AtEntry == &I) {
    Locals.collectAtEntry(I, Accesses);
    accesses::collectArgumentCopies(*I.getFunction(), I, Accesses);
  }
  Locals.collect(I, Accesses);
  Library.collect(I, Accesses);
  accesses::collectAccesses(I, Accesses);
  unsigned Needed = 0;
  for (accesses::Access &A : Accesses) {
    A.Used = accesses::usedBytes(A);
    Needed += 1 + (A.Extra != nullptr) + WordsPerAccess;
  }
  if (Words + Needed > MaxRecordWords) {
    end(nullptr);
    begin(&I, &I, true);
  }
  Words += Needed;
  Current.Accesses.append(Accesses);
  Pending += Accesses.size();
  if (!counts(I))
    return;
  ++Current.Instructions;
  Current.Counted.push_back({&I, std::exchange(Pending, 0)});
}

/// \p PreviousCall is the call that the run follows, where counting its
/// instructions with the run before is possible at all.
void BlockCutter::end(const CallBase *PreviousCall) {
  if (Current.Instructions == 0 && Current.Accesses.empty())
    return;
  if (PreviousCall && Current.Accesses.empty() &&
      surelyReturns(*PreviousCall)) {
    Runs.back().Instructions += Current.Instructions;
    Runs.back().Counted.append(Current.Counted);
    return;
  }
  Current.IsAfterCall = PreviousCall != nullptr;
  Runs.push_back(std::move(Current));
}

void BlockCutter::cut(BasicBlock &Block, Instruction *Start) {
  begin(Start, &Block.front(), false);
  Current.EntersFunction = Block.isEntryBlock();
  AtEntry = Block.isEntryBlock() ? Start : nullptr;
  while (AtEntry && isInserted(*AtEntry))
    AtEntry = AtEntry->getNextNode();
  const CallBase *PreviousCall = nullptr;
  for (Instruction &I : Block) {
    if (isInserted(I))
      continue;
    take(I);
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !mayWriteRecords(*Call))
      continue;
    Current.HasCall = true;
    if (I.isTerminator())
      continue;
    end(PreviousCall);
    // Nothing may stand between a musttail call and its return, and what
    // follows a call that does not return is never executed.
    if (Call->doesNotReturn())
      return;
    PreviousCall = Call;
    begin(I.getNextNode(), I.getNextNode(), true);
  }
  end(PreviousCall);
}

/// Splitting the entry block must leave its static allocas static.
static Instruction *afterStaticAllocas(BasicBlock &Entry) {
  Instruction *Start = compat::firstInsertionPoint(Entry);
  while (auto *Alloca = dyn_cast<AllocaInst>(Start)) {
    if (!Alloca->isStaticAlloca())
      break;
    Start = Start->getNextNode();
  }
  SmallVector<AllocaInst *, 8> LateAllocas;
  for (Instruction *I = Start; I; I = I->getNextNode())
    if (auto *Alloca = dyn_cast<AllocaInst>(I); Alloca && Alloca != Start)
      if (Alloca->isStaticAlloca())
        LateAllocas.push_back(Alloca);
  for (AllocaInst *Alloca : LateAllocas)
    compat::moveBefore(*Alloca, *Start);
  return Start;
}

/// Sets the loop of each of \p Runs.
static void findLoops(llvm::Function &F, std::vector<Run> &Runs) {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  DenseMap<const BasicBlock *, uint32_t> FirstRun;
  for (uint32_t I = 0; I != Runs.size(); ++I)
    FirstRun.try_emplace(Runs[I].First->getParent(), I + 1);
  for (Run &R : Runs)
    if (const Loop *L = Loops.getLoopFor(R.First->getParent()))
      R.Loop = FirstRun.lookup(L->getHeader());
}

std::vector<Run> memfacet::runs::collectRuns(
    llvm::Function &F, const accesses::LibraryAccesses &Library,
    const stack::StackLocals &Locals, unsigned WordsPerAccess) {
  std::vector<Run> Runs;
  for (BasicBlock &Block : F) {
    Instruction *Start = Block.isEntryBlock()
                             ? afterStaticAllocas(Block)
                             : compat::firstInsertionPoint(Block);
    if (Start && !isa<UnreachableInst>(Block.front()))
      BlockCutter(Runs, Library, Locals, WordsPerAccess).cut(Block, Start);
  }
  findLoops(F, Runs);
  return Runs;
}
