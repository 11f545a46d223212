//===- RoomChecks.cpp - which runs must check for room --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/RoomChecks.h"
#include "memfacet/Check.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

namespace {

/// Solves a longest-path problem on the control flow without back edges: a
/// block with a predecessor that comes later is a loop's head, and checks.
class Checker {
public:
  Checker(const std::vector<Run> &Runs, const std::vector<unsigned> &Words,
          bool CallsLeaveRoom)
      : Runs(Runs), Words(Words), WordsAfterCall(CallsLeaveRoom ? 0 : Unknown),
        Needed(Runs.size(), true) {
    for (size_t I = 0; I != Runs.size(); ++I)
      RunsByBlock[Runs[I].First->getParent()].push_back(I);
  }

  void visit(const BasicBlock &Block);
  std::vector<bool> take() { return std::move(Needed); }

private:
  /// More than any redzone: nothing is known.
  static constexpr unsigned Unknown = 2 * MaxRecordWords;
  unsigned wordsBefore(const BasicBlock &Block) const;

  const std::vector<Run> &Runs;
  const std::vector<unsigned> &Words;
  unsigned WordsAfterCall;
  std::vector<bool> Needed;
  DenseMap<const BasicBlock *, SmallVector<size_t, 2>> RunsByBlock;
  /// Most words since the last check at the end of a block.
  DenseMap<const BasicBlock *, unsigned> WordsAtEnd;
};

} // namespace

unsigned Checker::wordsBefore(const BasicBlock &Block) const {
  if (Block.isEntryBlock())
    return WordsAfterCall;
  // What a call that does not return normally leaves is not known.
  if (Block.isEHPad())
    return Unknown;
  unsigned MaxWords = 0;
  for (const BasicBlock *Predecessor : predecessors(&Block)) {
    auto Entry = WordsAtEnd.find(Predecessor);
    MaxWords =
        std::max(MaxWords, Entry == WordsAtEnd.end() ? Unknown : Entry->second);
  }
  return MaxWords;
}

void Checker::visit(const BasicBlock &Block) {
  unsigned WordsSinceCheck = wordsBefore(Block);
  for (size_t I : RunsByBlock.lookup(&Block)) {
    if (Runs[I].IsAfterCall)
      WordsSinceCheck = WordsAfterCall;
    Needed[I] = Words[I] > 0 && WordsSinceCheck + Words[I] > MaxRecordWords;
    WordsSinceCheck = Needed[I] ? Words[I] : WordsSinceCheck + Words[I];
    if (Runs[I].HasCall)
      WordsSinceCheck = WordsAfterCall;
  }
  if (isa<CallBrInst>(Block.getTerminator()))
    WordsSinceCheck = Unknown;
  WordsAtEnd[&Block] = WordsSinceCheck;
}

std::vector<bool> memfacet::runs::roomChecks(llvm::Function &F,
                                             const std::vector<Run> &Runs,
                                             const std::vector<unsigned> &Words,
                                             bool CallsLeaveRoom) {
  MEMFACET_CHECK(Words.size() == Runs.size(), "each run has a length");
  Checker C(Runs, Words, CallsLeaveRoom);
  for (BasicBlock *Block : ReversePostOrderTraversal<llvm::Function *>(&F))
    C.visit(*Block);
  return C.take();
}
