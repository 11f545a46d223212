//===- ContextRegions.cpp - where a function keeps its context's slot -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/contexts/ContextRegions.h"
#include "pass/compat/Compat.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace memfacet;

// Instructions, roughly: to find and to put back the slot, for a call there,
// and for one elsewhere in the region, where what was found must be fetched.
static constexpr double Around = 8, Near = 2, Far = 3;

/// Frequencies are guesses, too high for what is done only on errors: a region
/// must save so much more. Measured on sqlite3: 4 % of all instructions less
/// than with 1, nearly all in its interpreter's loop; elsewhere as many.
static constexpr double Margin = 1.5;

namespace {

/// Chooses, from the leaves of the dominator tree to its root.
class Chooser {
public:
  Chooser(llvm::Function &F, const ContextUses &Uses);
  std::vector<ContextRegion> choose();

private:
  struct Subtree {
    double Calls = 0;      ///< that are executed in it
    double Readers = 0;    ///< the same
    double Cost = 0;       ///< of the best choice
    bool HasCall = false;  ///< in its root
    bool Together = false; ///< is one region
  };

  double frequency(const BasicBlock &Block) const {
    return compat::frequency(Frequencies, Block);
  }
  Subtree bestOf(const DomTreeNode &Node);
  void collect(const DomTreeNode &Root);

  llvm::Function &F;
  const ContextUses &Uses;
  DominatorTree Tree;
  LoopInfo Loops;
  BranchProbabilityInfo Probabilities;
  BlockFrequencyInfo Frequencies;
  /// Nothing can be put back on some edges; the entry's region has none.
  bool HasFixedEdges = false;
  DenseMap<const BasicBlock *, Subtree> Best;
  std::vector<ContextRegion> Regions;
  DenseMap<const BasicBlock *, size_t> RegionOf;
};

} // namespace

Chooser::Chooser(llvm::Function &F, const ContextUses &Uses)
    : F(F), Uses(Uses), Tree(F), Loops(Tree), Probabilities(F, Loops),
      Frequencies(F, Probabilities, Loops) {
  for (const BasicBlock &Block : F)
    HasFixedEdges |= isa<IndirectBrInst>(Block.getTerminator()) ||
                     isa<CallBrInst>(Block.getTerminator());
}

Chooser::Subtree Chooser::bestOf(const DomTreeNode &Node) {
  const BasicBlock &Block = *Node.getBlock();
  double Often = frequency(Block);
  Subtree S;
  size_t Calls = 0, Readers = 0;
  if (auto Found = Uses.find(&Block); Found != Uses.end())
    for (const ContextUse &Use : Found->second) {
      Calls += Use.Kind == ContextUseKind::Call;
      Readers += Use.Kind == ContextUseKind::Reader;
    }
  if (Calls)
    S.Cost = Often * (Around + Near * double(Calls) +
                      2 * double(std::min(Readers, Calls - 1)));
  S.Calls = Often * double(Calls);
  S.Readers = Often * double(Readers);
  S.HasCall = Calls != 0;
  size_t Users = S.HasCall;
  for (const DomTreeNode *Child : Node) {
    const Subtree &Below = Best[Child->getBlock()];
    S.Cost += Below.Cost;
    S.Calls += Below.Calls;
    S.Readers += Below.Readers;
    Users += Below.Cost != 0;
  }
  // What is still one function may be resumed where the depth is another.
  if (S.Cost == 0 || F.isPresplitCoroutine() ||
      (HasFixedEdges && !Block.isEntryBlock()))
    return S;
  double Together =
      Often * Around + S.Calls * Far + 2 * std::min(S.Readers, S.Calls);
  if (Together * Margin < S.Cost && (Users > 1 || !Calls)) {
    S.Together = true;
    S.Cost = Together;
  }
  return S;
}

/// From \p Root down, what was chosen.
void Chooser::collect(const DomTreeNode &Root) {
  SmallVector<std::pair<const DomTreeNode *, int64_t>, 32> Pending = {
      {&Root, -1}};
  while (!Pending.empty()) {
    auto [Node, Inside] = Pending.pop_back_val();
    BasicBlock *Block = Node->getBlock();
    const Subtree &S = Best[Block];
    if (Inside < 0 && (S.Together || S.HasCall))
      Regions.push_back({Block, {}});
    if (Inside < 0 && S.Together)
      Inside = int64_t(Regions.size()) - 1;
    if (Inside >= 0)
      RegionOf[Block] = size_t(Inside);
    for (const DomTreeNode *Child : *Node)
      Pending.push_back({Child, Inside});
  }
}

std::vector<ContextRegion> Chooser::choose() {
  for (const DomTreeNode *Node : post_order(&Tree))
    Best[Node->getBlock()] = bestOf(*Node);
  collect(*Tree.getRootNode());
  for (BasicBlock *Block : ReversePostOrderTraversal<llvm::Function *>(&F))
    if (auto Found = RegionOf.find(Block); Found != RegionOf.end())
      Regions[Found->second].Blocks.push_back(Block);
  return std::move(Regions);
}

std::vector<ContextRegion> memfacet::contextRegions(llvm::Function &F,
                                                    const ContextUses &Uses) {
  return Chooser(F, Uses).choose();
}
