//===- FastCounting.cpp - where the counting body advances the cursor -----===//

#include "pass/versions/FastCounting.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace memfacet;

// Not inbounds: there is no object at a virtual address.
void memfacet::advanceCursor(AllocaInst &Cursor, Instruction &Where,
                             int64_t Bytes) {
  if (Bytes == 0)
    return;
  PlainBuilder B(&Where);
  Value *Old = B.CreateLoad(Cursor.getAllocatedType(), &Cursor);
  B.CreateStore(B.CreateGEP(B.getInt8Ty(), Old, B.getInt64(Bytes)), &Cursor);
}

namespace {

/// What a block does to the cursor.
struct Node {
  int64_t Before = 0;          ///< bytes before the first look, or all
  int64_t After = 0;           ///< bytes after the last look
  Instruction *Look = nullptr; ///< the first load or foreign store
  bool Resets = false;         ///< the first look is a store
};

/// An equation between the lags of two blocks: To = From + Bytes, where block 0
/// stands for no lag at all.
struct Equation {
  uint64_t Frequency;
  size_t From, To;
  int64_t Bytes;
};

class Placement {
public:
  Placement(AllocaInst &Cursor, ArrayRef<BasicBlock *> Blocks)
      : Cursor(Cursor), Blocks(Blocks), Nodes(Blocks.size()) {
    for (size_t I = 0; I != Blocks.size(); ++I)
      Numbers[Blocks[I]] = I;
  }

  void takeOut(const DenseMap<StoreInst *, int64_t> &Advances);
  void solve(EdgeFrequency Frequency);
  void putIn();
  DenseMap<const BasicBlock *, int64_t> lags() const;

private:
  void takeOutOf(size_t Index, const DenseMap<StoreInst *, int64_t> &Advances);
  std::vector<Equation> equations(EdgeFrequency Frequency) const;
  int64_t lagBehind(size_t I) const {
    return Nodes[I].Look ? Nodes[I].After : Lags[I] + Nodes[I].Before;
  }
  /// Nothing can be put on the edges of a computed goto, and all its targets
  /// may be those of others.
  bool leavesNoLag(size_t I) const {
    return isa<IndirectBrInst>(Blocks[I]->getTerminator());
  }
  void putOnEdge(size_t From, size_t To);

  AllocaInst &Cursor;
  ArrayRef<BasicBlock *> Blocks;
  std::vector<Node> Nodes;
  std::vector<int64_t> Lags; ///< where the block is entered
  DenseMap<const BasicBlock *, size_t> Numbers;
};

} // namespace

/// The block's number among the unknowns; 0 is the constant.
static size_t unknown(size_t Block) { return Block + 1; }

void Placement::takeOutOf(size_t Index,
                          const DenseMap<StoreInst *, int64_t> &Advances) {
  Node &N = Nodes[Index];
  int64_t Pending = 0;
  for (Instruction &I : make_early_inc_range(*Blocks[Index])) {
    auto *Store = dyn_cast<StoreInst>(&I);
    bool Writes = Store && Store->getPointerOperand() == &Cursor;
    if (auto It = Writes ? Advances.find(Store) : Advances.end();
        It != Advances.end()) {
      Pending += It->second;
      auto *Moved = dyn_cast<Instruction>(Store->getValueOperand());
      Store->eraseFromParent();
      // The pointer's load is a look unless it served this alone; it went
      // before us, so it was taken for one only if others use it.
      while (Moved && Moved->use_empty()) {
        auto *Base = dyn_cast<Instruction>(Moved->getOperand(0));
        Moved->eraseFromParent();
        Moved = Base == &Cursor ? nullptr : Base;
      }
      continue;
    }
    auto *Load = dyn_cast<LoadInst>(&I);
    bool Reads = Load && Load->getPointerOperand() == &Cursor;
    if (!Writes && !Reads)
      continue;
    bool OnlyMoved = Reads && all_of(Load->users(), [&](const User *U) {
                       auto *Store = dyn_cast<StoreInst>(U);
                       return isa<GetElementPtrInst>(U) && U->hasOneUse() &&
                              (Store = dyn_cast<StoreInst>(*U->user_begin())) &&
                              Advances.count(Store);
                     });
    if (OnlyMoved)
      continue;
    if (!N.Look) {
      N.Look = &I;
      N.Resets = Writes;
      N.Before = Pending;
    } else if (Reads) {
      advanceCursor(Cursor, I, Pending);
    }
    Pending = 0;
  }
  (N.Look ? N.After : N.Before) = Pending;
}

void Placement::takeOut(const DenseMap<StoreInst *, int64_t> &Advances) {
  for (size_t I = 0; I != Blocks.size(); ++I)
    takeOutOf(I, Advances);
}

std::vector<Equation> Placement::equations(EdgeFrequency Frequency) const {
  // Nothing lags where the body is entered; no choice there.
  std::vector<Equation> List = {{UINT64_MAX, 0, unknown(0), 0}};
  for (size_t I = 0; I != Blocks.size(); ++I) {
    const Node &From = Nodes[I];
    bool Fixed = leavesNoLag(I);
    for (const BasicBlock *Next : successors(Blocks[I])) {
      uint64_t Taken = Frequency(Blocks[I], Next);
      auto It = Numbers.find(Next);
      if (It == Numbers.end() || Nodes[It->second].Resets)
        continue;
      size_t To = unknown(It->second);
      if (Fixed)
        List.push_back({UINT64_MAX, 0, To, 0});
      else if (From.Look)
        List.push_back({Taken, 0, To, From.After});
      else
        List.push_back({Taken, unknown(I), To, From.Before});
    }
    if (From.Look && !From.Resets)
      List.push_back(
          {Frequency(Blocks[I], nullptr), 0, unknown(I), -From.Before});
  }
  return List;
}

void Placement::solve(EdgeFrequency Frequency) {
  std::vector<Equation> List = equations(Frequency);
  sort(List, [](const Equation &A, const Equation &B) {
    return std::tuple(B.Frequency, A.From, A.To, A.Bytes) <
           std::tuple(A.Frequency, B.From, B.To, B.Bytes);
  });
  WeightedUnions Unknowns(Blocks.size() + 1);
  for (const Equation &E : List)
    Unknowns.unite(E.From, E.To, E.Bytes);
  for (size_t I = 0; I != Blocks.size(); ++I)
    Lags.push_back(Unknowns.difference(0, unknown(I)));
}

/// On the edge, in a block of its own where neither end has it alone.
void Placement::putOnEdge(size_t From, size_t To) {
  int64_t Bytes = lagBehind(From) - Lags[To];
  BasicBlock *Source = Blocks[From], *Target = Blocks[To];
  if (Nodes[To].Resets || Bytes == 0)
    return;
  if (Source->getSingleSuccessor())
    return advanceCursor(Cursor, *Source->getTerminator(), Bytes);
  if (Target->getSinglePredecessor())
    return advanceCursor(Cursor, *Target->getFirstInsertionPt(), Bytes);
  auto *Middle =
      BasicBlock::Create(Source->getContext(), "", Source->getParent(), Target);
  BranchInst *Branch = BranchInst::Create(Target, Middle);
  Instruction *End = Source->getTerminator();
  for (unsigned I = 0; I != End->getNumSuccessors(); ++I)
    if (End->getSuccessor(I) == Target)
      End->setSuccessor(I, Middle);
  for (PHINode &Phi : Target->phis()) {
    // Of a switch's several edges, one is left.
    Value *Incoming = Phi.getIncomingValueForBlock(Source);
    while (Phi.getBasicBlockIndex(Source) >= 0)
      Phi.removeIncomingValue(Source, /*DeletePHIIfEmpty=*/false);
    Phi.addIncoming(Incoming, Middle);
  }
  advanceCursor(Cursor, *Branch, Bytes);
}

void Placement::putIn() {
  for (size_t I = 0; I != Blocks.size(); ++I) {
    const Node &N = Nodes[I];
    if (N.Look && !N.Resets)
      advanceCursor(Cursor, *N.Look, Lags[I] + N.Before);
  }
  for (size_t I = 0; I != Blocks.size(); ++I) {
    if (leavesNoLag(I)) {
      advanceCursor(Cursor, *Blocks[I]->getTerminator(), lagBehind(I));
      continue;
    }
    SmallSetVector<BasicBlock *, 8> Next(succ_begin(Blocks[I]),
                                         succ_end(Blocks[I]));
    for (BasicBlock *To : Next)
      if (auto It = Numbers.find(To); It != Numbers.end())
        putOnEdge(I, It->second);
  }
}

DenseMap<const BasicBlock *, int64_t> Placement::lags() const {
  DenseMap<const BasicBlock *, int64_t> Result;
  for (size_t I = 0; I != Blocks.size(); ++I)
    if (Lags[I] != 0 && !Nodes[I].Resets)
      Result[Blocks[I]] = Lags[I];
  return Result;
}

DenseMap<const BasicBlock *, int64_t>
memfacet::placeAdvances(AllocaInst &Cursor, ArrayRef<BasicBlock *> Blocks,
                        const DenseMap<StoreInst *, int64_t> &Advances,
                        EdgeFrequency Frequency) {
  Placement P(Cursor, Blocks);
  P.takeOut(Advances);
  P.solve(Frequency);
  P.putIn();
  return P.lags();
}
