//===- ContextRegions.cpp - where a function keeps its context's slot -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/contexts/ContextRegions.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::contexts;

// Costs in instructions, roughly: to find and to restore the slot, for a call
// in the same block, and for a call elsewhere in the region, which must load
// the slot's address first.
static constexpr double RegionCost = 8, BlockCallCost = 2, RegionCallCost = 3;

/// A region must save more than this factor, as frequencies are guesses, too
/// high for what is done only on errors. Measured on sqlite3: 4 % of all
/// instructions less than with 1, nearly all in its interpreter's loop;
/// elsewhere as many.
static constexpr double Margin = 1.5;

namespace {

/// Chooses regions, from the leaves of the dominator tree to its root.
class Chooser {
public:
  Chooser(llvm::Function &F, const ContextUses &Uses);
  std::vector<ContextRegion> choose();

private:
  struct Subtree {
    double Calls = 0;      ///< executions of calls in it
    double Readers = 0;    ///< executions of readers in it
    double Cost = 0;       ///< of the best choice
    bool HasCall = false;  ///< in its root
    bool IsRegion = false; ///< is one region
  };

  double frequency(const BasicBlock &Block) const {
    return compat::frequency(Frequencies, Block);
  }
  Subtree chooseFor(const DomTreeNode &Node);
  void collect(const DomTreeNode &Root);

  llvm::Function &F;
  const ContextUses &Uses;
  DominatorTree Tree;
  LoopInfo Loops;
  BranchProbabilityInfo Probabilities;
  BlockFrequencyInfo Frequencies;
  /// Whether no code can be inserted on some edges; only the entry's region is
  /// never left on them.
  bool HasFixedEdges = false;
  DenseMap<const BasicBlock *, Subtree> Best;
  std::vector<ContextRegion> Regions;
  DenseMap<const BasicBlock *, size_t> RegionNumbers;
};

} // namespace

Chooser::Chooser(llvm::Function &F, const ContextUses &Uses)
    : F(F), Uses(Uses), Tree(F), Loops(Tree), Probabilities(F, Loops),
      Frequencies(F, Probabilities, Loops) {
  for (const BasicBlock &Block : F)
    HasFixedEdges |= isa<IndirectBrInst>(Block.getTerminator()) ||
                     isa<CallBrInst>(Block.getTerminator());
}

Chooser::Subtree Chooser::chooseFor(const DomTreeNode &Node) {
  const BasicBlock &Block = *Node.getBlock();
  double Frequency = frequency(Block);
  Subtree S;
  size_t Calls = 0, Readers = 0;
  if (auto Entry = Uses.find(&Block); Entry != Uses.end())
    for (const ContextUse &Use : Entry->second) {
      Calls += Use.Kind == ContextUseKind::Call;
      Readers += Use.Kind == ContextUseKind::Reader;
    }
  if (Calls)
    S.Cost = Frequency * (RegionCost + BlockCallCost * double(Calls) +
                          2 * double(std::min(Readers, Calls - 1)));
  S.Calls = Frequency * double(Calls);
  S.Readers = Frequency * double(Readers);
  S.HasCall = Calls != 0;
  size_t Users = S.HasCall;
  for (const DomTreeNode *Child : Node) {
    const Subtree &ChildBest = Best[Child->getBlock()];
    S.Cost += ChildBest.Cost;
    S.Calls += ChildBest.Calls;
    S.Readers += ChildBest.Readers;
    Users += ChildBest.Cost != 0;
  }
  // A coroutine that is not split yet may be resumed at another depth.
  if (S.Cost == 0 || F.isPresplitCoroutine() ||
      (HasFixedEdges && !Block.isEntryBlock()))
    return S;
  double JointCost = Frequency * RegionCost + S.Calls * RegionCallCost +
                     2 * std::min(S.Readers, S.Calls);
  if (JointCost * Margin < S.Cost && (Users > 1 || !Calls)) {
    S.IsRegion = true;
    S.Cost = JointCost;
  }
  return S;
}

/// Collects the chosen regions from \p Root down.
void Chooser::collect(const DomTreeNode &Root) {
  SmallVector<std::pair<const DomTreeNode *, int64_t>, 32> Pending = {
      {&Root, -1}};
  while (!Pending.empty()) {
    auto [Node, Region] = Pending.pop_back_val();
    BasicBlock *Block = Node->getBlock();
    const Subtree &S = Best[Block];
    if (Region < 0 && (S.IsRegion || S.HasCall))
      Regions.push_back({Block, {}});
    if (Region < 0 && S.IsRegion)
      Region = int64_t(Regions.size()) - 1;
    if (Region >= 0)
      RegionNumbers[Block] = size_t(Region);
    for (const DomTreeNode *Child : *Node)
      Pending.push_back({Child, Region});
  }
}

std::vector<ContextRegion> Chooser::choose() {
  for (const DomTreeNode *Node : post_order(&Tree))
    Best[Node->getBlock()] = chooseFor(*Node);
  collect(*Tree.getRootNode());
  for (BasicBlock *Block : ReversePostOrderTraversal<llvm::Function *>(&F))
    if (auto Entry = RegionNumbers.find(Block); Entry != RegionNumbers.end())
      Regions[Entry->second].Blocks.push_back(Block);
  return std::move(Regions);
}

std::vector<ContextRegion>
memfacet::contexts::contextRegions(llvm::Function &F, const ContextUses &Uses) {
  for (const auto &[Block, Found] : Uses)
    for ([[maybe_unused]] const ContextUse &U : Found)
      MEMFACET_CHECK(U.Instruction->getParent() == Block &&
                         (U.Kind == ContextUseKind::Call) ==
                             (U.Entry != nullptr),
                     "uses are of their block, and a call has an entry");
  return Chooser(F, Uses).choose();
}
