//===- Releases.cpp - pieces that return to a free list -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Entry.h"
#include "pass/compat/Compat.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/pools/Lists.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

namespace {
/// A piece that becomes the head of a list.
struct Release {
  StoreInst *LinkStore; ///< the old head into the piece, in the function itself
  const Value *NewHead; ///< the new head, in the copy; null: a number
  int64_t Header;
};
} // namespace

/// Returns whether memory that was just allocated is cut to pieces: these were
/// not in use.
static bool isFresh(const SizeForm &Piece) {
  return any_of(Piece.Terms,
                [](const auto &T) { return isa<CallBase>(T.first); });
}

/// Finds where the old head is stored in the piece that \p Push makes the head.
static std::optional<Release> returnedBy(const PromotedCopy &Copy,
                                         const StoreInst &Push,
                                         const std::string &Place,
                                         const FreeLists &Lists) {
  const Value *NewHead = Push.getValueOperand();
  CursorSums Sums(Copy, &Push, Place, NewHead);
  SizeForm Piece = Sums.form(NewHead);
  if (Piece.Terms.size() != 1 || isFresh(Piece))
    return std::nullopt;
  const Value *Base = Piece.Terms.front().first;
  for (const Instruction &I : instructions(Copy.body())) {
    auto *Link = dyn_cast<StoreInst>(&I);
    auto *OldHead =
        Link ? dyn_cast<LoadInst>(Link->getValueOperand()) : nullptr;
    if (!OldHead || placeOf(OldHead->getPointerOperand()) != Place ||
        !Copy.tree().dominates(Link, &Push))
      continue;
    SizeForm LinkAddress = Sums.form(Link->getPointerOperand());
    auto *Position = dyn_cast_or_null<StoreInst>(Copy.position(*Link));
    if (LinkAddress.Terms.size() != 1 || LinkAddress.factorOf(Base) != 1 ||
        !Position)
      continue;
    auto List = Lists.find(memberOf(Copy, Push).Name);
    if (List != Lists.end() && !List->second.IsNumbered)
      return Release{Position, NewHead, List->second.Offset};
  }
  return std::nullopt;
}

/// Finds where the old head, a number, is stored in the piece whose number \p
/// Push makes the head.
static std::optional<Release> numberedBy(const PromotedCopy &Copy,
                                         const StoreInst &Push,
                                         const std::string &Place,
                                         const FreeLists &Lists) {
  auto List = Lists.find(memberOf(Copy, Push).Name);
  if (List == Lists.end() || !List->second.IsNumbered)
    return std::nullopt;
  for (const Instruction &I : instructions(Copy.body())) {
    auto *Link = dyn_cast<StoreInst>(&I);
    auto *Position =
        Link ? dyn_cast_or_null<StoreInst>(Copy.position(*Link)) : nullptr;
    if (!Position || Link == &Push || !Copy.tree().dominates(Link, &Push) ||
        placeOf(Link->getPointerOperand()) == Place)
      continue;
    const Value *OldHead = Link->getValueOperand();
    while (auto *Cast = dyn_cast<CastInst>(OldHead))
      OldHead = Cast->getOperand(0);
    auto *Load = dyn_cast<LoadInst>(OldHead);
    if (Load && placeOf(Load->getPointerOperand()) == Place)
      return Release{Position, nullptr, List->second.Offset};
  }
  return std::nullopt;
}

void memfacet::pools::emitPieceEnd(Value *Piece, int64_t Offset,
                                   Instruction &InsertPoint) {
  interface::PlainBuilder B(&InsertPoint);
  if (Offset != 0)
    Piece = B.CreateConstGEP1_64(B.getInt8Ty(), Piece, uint64_t(Offset));
  FunctionCallee Entry = InsertPoint.getModule()->getOrInsertFunction(
      MEMFACET_PIECE_END, B.getVoidTy(), B.getPtrTy());
  if (auto *Declared = dyn_cast<llvm::Function>(Entry.getCallee()))
    Declared->setDoesNotThrow();
  CallInst *End = B.CreateCall(Entry, {Piece});
  End->setDoesNotThrow();
  End->setDebugLoc(InsertPoint.getDebugLoc());
}

static bool emitRelease(const PromotedCopy &Copy, const Release &R,
                        const DominatorTree &Tree) {
  Value *Piece = nullptr;
  int64_t Offset = R.Header;
  if (!R.NewHead) {
    emitPieceEnd(R.LinkStore->getPointerOperand(), Offset, *R.LinkStore);
    return true;
  }
  // With a header in front, what came from the caller is the piece itself.
  const Value *NewHead = R.NewHead;
  APInt NewHeadOffset(64, 0);
  if (Offset != 0) {
    const DataLayout &Layout = Copy.body().getParent()->getDataLayout();
    const Value *Base = NewHead->stripAndAccumulateConstantOffsets(
        Layout, NewHeadOffset, /*AllowNonInbounds=*/true);
    if (NewHeadOffset.getSExtValue() + Offset == 0)
      NewHead = Base, Offset = 0;
  }
  for (Value *Source : Copy.sources(NewHead)) {
    auto *I = dyn_cast<Instruction>(Source);
    if (!I || Tree.dominates(I, R.LinkStore))
      Piece = Source;
  }
  if (!Piece)
    return false;
  emitPieceEnd(Piece, Offset, *R.LinkStore);
  return true;
}

static std::optional<Release> releasedBy(const PromotedCopy &Copy,
                                         const StoreInst &Push,
                                         const std::string &Place,
                                         const FreeLists &Lists) {
  return Push.getValueOperand()->getType()->isPointerTy()
             ? returnedBy(Copy, Push, Place, Lists)
             : numberedBy(Copy, Push, Place, Lists);
}

bool memfacet::pools::emitReleases(llvm::Function &F, const FreeLists &Lists) {
  bool Stores = any_of(instructions(F), [&](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store && !isa<AllocaInst>(Store->getPointerOperand()) &&
           compat::contains(Lists, memberAt(Store->getPointerOperand()).Name);
  });
  if (!Stores)
    return false;
  PromotedCopy Copy(F, [](const llvm::Function &) { return false; });
  std::vector<Release> Found;
  for (const Instruction &I : instructions(Copy.body()))
    if (auto *Push = dyn_cast<StoreInst>(&I);
        Push && !isa<Constant>(Push->getValueOperand()))
      if (std::string Place = placeOf(Push->getPointerOperand());
          !Place.empty())
        if (std::optional<Release> R = releasedBy(Copy, *Push, Place, Lists))
          Found.push_back(*R);
  DominatorTree Tree(F);
  bool Changed = false;
  for (const Release &R : Found)
    Changed |= emitRelease(Copy, R, Tree);
  return Changed;
}
