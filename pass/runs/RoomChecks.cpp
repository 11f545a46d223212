//===- RoomChecks.cpp - which runs must check for room --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/RoomChecks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace memfacet;

namespace {

/// A longest-path problem on the control flow without its back edges: a block
/// with a predecessor that comes later is a loop's head, and checks.
class Checker {
public:
  Checker(const std::vector<Run> &Runs, const std::vector<unsigned> &Words)
      : Runs(Runs), Words(Words), Needed(Runs.size(), true) {
    for (size_t I = 0; I != Runs.size(); ++I)
      OfBlock[Runs[I].First->getParent()].push_back(I);
  }

  void visit(const BasicBlock &Block);
  std::vector<bool> take() { return std::move(Needed); }

private:
  /// More than any redzone: nothing is known.
  static constexpr unsigned Unknown = 2 * MaxRecordWords;
  unsigned before(const BasicBlock &Block) const;

  const std::vector<Run> &Runs;
  const std::vector<unsigned> &Words;
  std::vector<bool> Needed;
  DenseMap<const BasicBlock *, SmallVector<size_t, 2>> OfBlock;
  /// Most words since the last check at the end of a block.
  DenseMap<const BasicBlock *, unsigned> After;
};

} // namespace

unsigned Checker::before(const BasicBlock &Block) const {
  if (Block.isEntryBlock())
    return Unknown;
  unsigned Most = 0;
  for (const BasicBlock *Predecessor : predecessors(&Block)) {
    auto Known = After.find(Predecessor);
    Most = std::max(Most, Known == After.end() ? Unknown : Known->second);
  }
  return Most;
}

void Checker::visit(const BasicBlock &Block) {
  unsigned Since = before(Block);
  for (size_t I : OfBlock.lookup(&Block)) {
    if (Runs[I].AfterCall)
      Since = Unknown;
    Needed[I] = Words[I] > 0 && Since + Words[I] > MaxRecordWords;
    Since = Needed[I] ? Words[I] : Since + Words[I];
    if (Runs[I].HasCall)
      Since = Unknown;
  }
  After[&Block] = Since;
}

std::vector<bool> memfacet::roomChecks(llvm::Function &F,
                                       const std::vector<Run> &Runs,
                                       const std::vector<unsigned> &Words) {
  Checker C(Runs, Words);
  for (BasicBlock *Block : ReversePostOrderTraversal<llvm::Function *>(&F))
    C.visit(*Block);
  return C.take();
}
