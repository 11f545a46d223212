//===- HandedOut.cpp - pieces of a block that a function returns ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/HandedOut.h"
#include "pass/types/DebugNames.h"
#include "pass/types/RecordLayouts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace memfacet;

/// "return memset(p, 0, n)" returns p.
static const Value *behindCopies(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Call->arg_size() == 0)
    return V;
  bool Fills = StringSwitch<bool>(Callee->getName())
                   .Cases("memset", "memcpy", "memmove", "strcpy", true)
                   .Cases("strncpy", "__memset_chk", "__memcpy_chk", true)
                   .Default(false);
  return Fills ? Call->getArgOperand(0) : V;
}

static void addReturned(const Value *V, const Instruction *Edge,
                        SmallPtrSetImpl<const Value *> &Seen,
                        std::vector<ReturnedValue> &To) {
  V = behindCopies(V);
  To.push_back({V, Edge});
  if (!Seen.insert(V).second)
    return;
  if (auto *Phi = dyn_cast<PHINode>(V))
    for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I)
      addReturned(Phi->getIncomingValue(I),
                  Phi->getIncomingBlock(I)->getTerminator(), Seen, To);
  if (auto *Select = dyn_cast<SelectInst>(V)) {
    addReturned(Select->getTrueValue(), Edge, Seen, To);
    addReturned(Select->getFalseValue(), Edge, Seen, To);
  }
}

std::vector<ReturnedValue>
memfacet::returnedValues(const llvm::Function &Body) {
  std::vector<ReturnedValue> Result;
  SmallPtrSet<const Value *, 16> Seen;
  for (const BasicBlock &B : Body)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      if (const Value *V = Return->getReturnValue())
        addReturned(V, Return, Seen, Result);
  llvm::erase_if(Result,
                 [](const ReturnedValue &R) { return isa<Constant>(R.V); });
  return Result;
}

namespace {
/// One instruction that may move a cursor.
class Movement {
public:
  Movement(const PromotedCopy &Copy, const Instruction *Moves,
           const std::string &Place, const Value *New)
      : Copy(Copy), Moves(Moves), New(New), Sums(Copy, Moves, Place, New) {
    if (auto *Atomic = dyn_cast<AtomicRMWInst>(Moves)) {
      After.Terms[Atomic] = 1;
      After.add(Sums.form(New));
    } else {
      After = Sums.form(New);
    }
  }

  std::optional<HandedOut> handsOut(const ReturnedValue &R) const;
  std::optional<HandedOut> first(const ReturnedValue &R) const;
  std::optional<HandedOut> ofCarved(const ReturnedValue &R) const;

private:
  bool handsOutCut(const Value *Result, HandedOut &To) const;
  bool cut(const SizeForm &Next, const SizeForm &Piece, HandedOut &To) const;
  bool isHead(const Value *Result, HandedOut &To) const;
  bool setSize(SizeForm Size, HandedOut &To) const;
  Member removeBase(SizeForm &Rest, bool &Inside) const;

  const PromotedCopy &Copy;
  const Instruction *Moves;
  const Value *New;
  CursorSums Sums;
  SizeForm After;
};
} // namespace

/// Takes away the pointer that a cursor is an offset to. If that is a record,
/// or in one, then \p Inside: what is added to it leads to the block in there.
Member Movement::removeBase(SizeForm &Rest, bool &Inside) const {
  const Value *Base = nullptr;
  for (const auto &[V, Factor] : Rest.Terms)
    if (Factor == 1 && V->getType()->isPointerTy())
      Base = V;
  if (!Base)
    return {};
  Rest.Terms.erase(Base);
  if (auto *Load = dyn_cast<LoadInst>(Base)) {
    Member Block = memberOf(Copy, *Load);
    Inside = recordType(pointeeType(Block.Type)) != nullptr;
    return Block;
  }
  Inside = true;
  return isa<GlobalVariable>(Base) ? memberAt(Base) : Member();
}

/// Whether \p Size is one that a caller may have asked for.
bool Movement::setSize(SizeForm Size, HandedOut &To) const {
  if (Size.isConstant() && Size.Constant <= 0)
    return false;
  for (const auto &[V, Factor] : Size.Terms)
    if (Factor < 0 || V->getType()->isPointerTy() || Sums.isFromCursor(V) ||
        Sums.isContent(V))
      return false;
  To.Size = Sums.wanted(std::move(Size));
  return !To.Size->isConstant() || To.Size->Constant > 0;
}

bool Movement::cut(const SizeForm &Next, const SizeForm &Piece,
                   HandedOut &To) const {
  for (const auto &[Old, Factor] : Next.Terms) {
    int64_t Scale = Piece.factorOf(Old);
    if (Factor != 1 || Scale < 1 || !Sums.isFromCursor(Old))
      continue;
    SizeForm Advance = Next, Rest = Piece;
    Advance.Terms.erase(Old);
    Rest.Terms.erase(Old);
    bool Inside = false;
    To.Block = removeBase(Rest, Inside);
    int64_t Advanced = Scale * Advance.Constant;
    bool Backwards =
        any_of(Advance.Terms, [](const auto &T) { return T.second < 0; }) ||
        (Advance.isConstant() && Advance.Constant < 0);
    if (Backwards)
      Rest.add(Advance, -Scale);
    // What lies between the cursor and the piece is a header of the piece.
    bool IsOffset = !To.Block.Name.empty() || To.Block.Type || Inside;
    if (Inside || (IsOffset && Rest.Constant > std::abs(Advanced)))
      Rest.Constant = 0;
    SizeForm Size;
    Size.add(Advance, Backwards ? -Scale : Scale);
    Size.add(Rest, -1);
    To.Kind = Backwards ? HandOutKind::Down : HandOutKind::Up;
    if (Backwards && (!Rest.isConstant() || Rest.Constant < 0))
      continue;
    if (setSize(Size, To))
      return true;
  }
  return false;
}

bool Movement::handsOutCut(const Value *Result, HandedOut &To) const {
  SizeForm Piece = Sums.form(Result);
  if (cut(After, Piece, To))
    return true;
  // The cursor is rounded when it has moved.
  if (After.Terms.size() != 1 || After.Constant != 0)
    return false;
  auto [Rounded, Factor] = After.Terms.front();
  std::optional<SizeForm> Next = Sums.unrounded(Rounded);
  if (!Next || Factor != 1)
    return false;
  if (int64_t Scale = Piece.factorOf(Rounded); Scale > 0) {
    Piece.Terms.erase(Rounded);
    Piece.add(*Next, Scale);
  }
  return cut(*Next, Piece, To);
}

/// Whether the function returns what the list's head was, and the head becomes
/// a word of it.
bool Movement::isHead(const Value *Result, HandedOut &To) const {
  auto *Next = dyn_cast<LoadInst>(New->stripPointerCasts());
  if (!Next || !isa<StoreInst>(Moves) || Sums.isFromCursor(Next))
    return false;
  SizeForm Piece = Sums.form(Result);
  SizeForm Word = Sums.form(Next->getPointerOperand());
  if (Piece.Terms.size() != 1 || Word.Terms.size() != 1)
    return false;
  auto [Head, Factor] = Piece.Terms.front();
  To.Header = Piece.Constant;
  return Factor == 1 && Word.factorOf(Head) == 1 &&
         Head->getType()->isPointerTy() && Sums.isFromCursor(Head);
}

std::optional<HandedOut> Movement::handsOut(const ReturnedValue &R) const {
  if (!Copy.tree().dominates(Moves, R.Edge) || !R.V->getType()->isPointerTy())
    return std::nullopt;
  HandedOut Out{HandOutKind::Up, R.V, Moves, std::nullopt, {}, {}, 0};
  if (isHead(R.V, Out))
    Out.Kind = HandOutKind::List;
  else if (!handsOutCut(R.V, Out))
    return std::nullopt;
  Out.Cursor = memberOf(Copy, *Moves);
  if (Out.Block.Name.empty() && !Out.Block.Type)
    Out.Block = Out.Cursor;
  return Out;
}

std::optional<HandedOut> Movement::first(const ReturnedValue &R) const {
  if (!Copy.tree().dominates(Moves, R.Edge) || !R.V->getType()->isPointerTy() ||
      !New->getType()->isPointerTy())
    return std::nullopt;
  HandedOut Out{HandOutKind::Up, R.V, Moves, std::nullopt, {}, {}, 0};
  SizeForm Size = After;
  Size.add(Sums.form(R.V), -1);
  if (!setSize(Size, Out))
    return std::nullopt;
  Out.Cursor = memberOf(Copy, *Moves);
  Out.Block = Out.Cursor;
  return Out;
}

/// What one piece of a block has that was allocated for several: the factor of
/// a constant number of them.
static std::optional<SizeForm> oneOf(const CursorSums &Sums,
                                     const CallBase &Block) {
  for (const Use &A : Block.args()) {
    if (!A->getType()->isIntegerTy(64))
      continue;
    SizeForm Size = Sums.form(A);
    if (Size.Terms.size() != 1 || Size.Constant != 0)
      return std::nullopt;
    Size.Terms.front().second = 1;
    return Size;
  }
  return std::nullopt;
}

std::optional<HandedOut> Movement::ofCarved(const ReturnedValue &R) const {
  auto *Next = dyn_cast<LoadInst>(New);
  if (!Next || !R.V->getType()->isPointerTy() ||
      !Copy.tree().dominates(Moves, R.Edge))
    return std::nullopt;
  SizeForm Piece = Sums.form(R.V), Word = Sums.form(Next->getPointerOperand());
  if (Piece.Terms.size() != 1 || Word.Terms.size() != 1)
    return std::nullopt;
  const Value *Base = Piece.Terms.front().first;
  auto *Block = dyn_cast<CallBase>(Base);
  if (!Block || Word.factorOf(Base) != 1)
    return std::nullopt;
  Member Head = memberOf(Copy, *Moves);
  return HandedOut{HandOutKind::List,   R.V,  Moves,
                   oneOf(Sums, *Block), Head, Head,
                   Piece.Constant};
}

/// Calls \p Visit for each store to shared memory of \p Copy.
static void forMovements(
    const PromotedCopy &Copy,
    function_ref<void(const Instruction &, const std::string &, const Value *)>
        Visit) {
  for (const Instruction &I : instructions(Copy.body())) {
    const Value *Address = nullptr, *New = nullptr;
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Address = Store->getPointerOperand();
      New = Store->getValueOperand();
    } else if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I);
               Atomic && Atomic->getOperation() == AtomicRMWInst::Add) {
      Address = Atomic->getPointerOperand();
      New = Atomic->getValOperand();
    }
    if (!Address || (isa<Constant>(New) && isa<StoreInst>(I)))
      continue;
    if (std::string Place = placeOf(Address); !Place.empty())
      Visit(I, Place, New);
  }
}

using ReturnMatch =
    std::optional<HandedOut> (Movement::*)(const ReturnedValue &) const;

/// All movements that \p Match fits, for each value that is returned.
static std::vector<HandedOut> matchReturned(const PromotedCopy &Copy,
                                            ReturnMatch Match) {
  std::vector<ReturnedValue> Returned = returnedValues(Copy.body());
  std::vector<HandedOut> Found;
  forMovements(Copy, [&](const Instruction &Moves, const std::string &Place,
                         const Value *New) {
    Movement M(Copy, &Moves, Place, New);
    for (const ReturnedValue &R : Returned)
      if (std::optional<HandedOut> Out = (M.*Match)(R))
        Found.push_back(*Out);
  });
  return Found;
}

std::vector<HandedOut> memfacet::findHandedOut(const PromotedCopy &Copy) {
  return matchReturned(Copy, &Movement::handsOut);
}

std::vector<HandedOut>
memfacet::findFirstPieces(const PromotedCopy &Copy,
                          function_ref<bool(const Member &)> IsCursor,
                          function_ref<bool(const Member &)> IsList) {
  std::vector<HandedOut> Found = matchReturned(Copy, &Movement::first);
  llvm::erase_if(Found,
                 [&](const HandedOut &O) { return !IsCursor(O.Cursor); });
  for (HandedOut &O : matchReturned(Copy, &Movement::ofCarved))
    if (O.Size && IsList(O.Cursor))
      Found.push_back(std::move(O));
  return Found;
}
