//===- HandOut.cpp - pieces of a block that a function returns ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/HandOut.h"
#include "pass/types/DebugNames.h"
#include "pass/types/RecordLayouts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

/// Returns the memory that \p V fills and returns, p of "return memset(p, 0,
/// n)"; else \p V.
static const Value *filledMemory(const Value *V) {
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
                        SmallPtrSetImpl<const Value *> &Visited,
                        std::vector<ReturnedValue> &Values) {
  V = filledMemory(V);
  Values.push_back({V, Edge});
  if (!Visited.insert(V).second)
    return;
  if (auto *Phi = dyn_cast<PHINode>(V))
    for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I)
      addReturned(Phi->getIncomingValue(I),
                  Phi->getIncomingBlock(I)->getTerminator(), Visited, Values);
  if (auto *Select = dyn_cast<SelectInst>(V)) {
    addReturned(Select->getTrueValue(), Edge, Visited, Values);
    addReturned(Select->getFalseValue(), Edge, Visited, Values);
  }
}

std::vector<ReturnedValue>
memfacet::pools::returnedValues(const llvm::Function &Body) {
  std::vector<ReturnedValue> Result;
  SmallPtrSet<const Value *, 16> Visited;
  for (const BasicBlock &B : Body)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      if (const Value *V = Return->getReturnValue())
        addReturned(V, Return, Visited, Result);
  llvm::erase_if(Result,
                 [](const ReturnedValue &R) { return isa<Constant>(R.Value); });
  return Result;
}

namespace {
/// One instruction that may move a cursor.
class Movement {
public:
  Movement(const PromotedCopy &Copy, const Instruction *Move,
           const std::string &Place, const Value *NewValue)
      : Copy(Copy), Move(Move), NewValue(NewValue),
        Sums(Copy, Move, Place, NewValue) {
    if (auto *Atomic = dyn_cast<AtomicRMWInst>(Move)) {
      NewForm.Terms[Atomic] = 1;
      NewForm.add(Sums.form(NewValue));
    } else {
      NewForm = Sums.form(NewValue);
    }
  }

  std::optional<HandOut> handsOut(const ReturnedValue &R) const;
  std::optional<HandOut> first(const ReturnedValue &R) const;
  std::optional<HandOut> carvedPiece(const ReturnedValue &R) const;

private:
  bool handsOutCut(const Value *Result, HandOut &Out) const;
  bool cut(const SizeForm &Next, const SizeForm &Piece, HandOut &Out) const;
  bool isHead(const Value *Result, HandOut &Out) const;
  bool isNumberedHead(const Value *Result, HandOut &Out) const;
  std::optional<SizeForm> stride(const Value *Term, int64_t Factor) const;
  bool setSize(SizeForm Size, HandOut &Out) const;
  Member removeBase(SizeForm &Rest, bool &IsInRecord) const;

  const PromotedCopy &Copy;
  const Instruction *Move;
  const Value *NewValue;
  CursorSums Sums;
  SizeForm NewForm;
};
} // namespace

/// Removes from \p Rest the pointer that a cursor is an offset to, and returns
/// it. \p IsInRecord: the pointer is, or is in, a record that holds the block.
Member Movement::removeBase(SizeForm &Rest, bool &IsInRecord) const {
  const Value *Base = nullptr;
  for (const auto &[V, Factor] : Rest.Terms)
    if (Factor == 1 && V->getType()->isPointerTy())
      Base = V;
  if (!Base)
    return {};
  Rest.Terms.erase(Base);
  if (auto *Load = dyn_cast<LoadInst>(Base)) {
    Member Block = memberOf(Copy, *Load);
    IsInRecord = types::recordType(types::pointeeType(Block.Type)) != nullptr;
    return Block;
  }
  IsInRecord = true;
  return isa<GlobalVariable>(Base) ? memberAt(Base) : Member();
}

/// Returns whether \p Size may be a size that the caller asked for; sets that
/// of \p Out.
bool Movement::setSize(SizeForm Size, HandOut &Out) const {
  if (Size.isConstant() && Size.Constant <= 0)
    return false;
  for (const auto &[V, Factor] : Size.Terms)
    if (Factor < 0 || V->getType()->isPointerTy() || Sums.isFromCursor(V) ||
        Sums.isContent(V))
      return false;
  Out.Size = Sums.wanted(std::move(Size));
  return !Out.Size->isConstant() || Out.Size->Constant > 0;
}

bool Movement::cut(const SizeForm &Next, const SizeForm &Piece,
                   HandOut &Out) const {
  for (const auto &[OldTerm, Factor] : Next.Terms) {
    int64_t Scale = Piece.factorOf(OldTerm);
    if (Factor != 1 || Scale < 1 || !Sums.isFromCursor(OldTerm))
      continue;
    SizeForm Advance = Next, Rest = Piece;
    Advance.Terms.erase(OldTerm);
    Rest.Terms.erase(OldTerm);
    bool IsInRecord = false;
    Out.Block = removeBase(Rest, IsInRecord);
    int64_t Advanced = Scale * Advance.Constant;
    bool IsBackward =
        any_of(Advance.Terms, [](const auto &T) { return T.second < 0; }) ||
        (Advance.isConstant() && Advance.Constant < 0);
    if (IsBackward)
      Rest.add(Advance, -Scale);
    // What lies between the cursor and the piece is a header of the piece.
    bool IsOffset = !Out.Block.Name.empty() || Out.Block.Type || IsInRecord;
    if (IsInRecord || (IsOffset && Rest.Constant > std::abs(Advanced)))
      Rest.Constant = 0;
    SizeForm Size;
    Size.add(Advance, IsBackward ? -Scale : Scale);
    Size.add(Rest, -1);
    Out.Kind = IsBackward ? HandOutKind::Downward : HandOutKind::Upward;
    if (IsBackward && (!Rest.isConstant() || Rest.Constant < 0))
      continue;
    if (setSize(Size, Out))
      return true;
  }
  return false;
}

bool Movement::handsOutCut(const Value *Result, HandOut &Out) const {
  SizeForm Piece = Sums.form(Result);
  if (cut(NewForm, Piece, Out))
    return true;
  // The cursor is rounded when it has moved.
  if (NewForm.Terms.size() != 1 || NewForm.Constant != 0)
    return false;
  auto [Rounded, Factor] = NewForm.Terms.front();
  std::optional<SizeForm> Next = Sums.unrounded(Rounded);
  if (!Next || Factor != 1)
    return false;
  if (int64_t Scale = Piece.factorOf(Rounded); Scale > 0) {
    Piece.Terms.erase(Rounded);
    Piece.add(*Next, Scale);
  }
  return cut(*Next, Piece, Out);
}

/// Returns whether the function returns the list's old head, and the head
/// becomes a word of that.
bool Movement::isHead(const Value *Result, HandOut &Out) const {
  auto *Next = dyn_cast<LoadInst>(NewValue->stripPointerCasts());
  if (!Next || !isa<StoreInst>(Move) || Sums.isFromCursor(Next))
    return false;
  SizeForm Piece = Sums.form(Result);
  SizeForm Word = Sums.form(Next->getPointerOperand());
  if (Piece.Terms.size() != 1 || Word.Terms.size() != 1)
    return false;
  auto [Head, Factor] = Piece.Terms.front();
  Out.Header = Piece.Constant;
  return Factor == 1 && Word.factorOf(Head) == 1 &&
         Head->getType()->isPointerTy() && Sums.isFromCursor(Head);
}

/// Returns the load that \p V is, through conversions of numbers; or null.
static const LoadInst *loadedNumber(const Value *V) {
  while (auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  return V->getType()->isIntegerTy() ? dyn_cast<LoadInst>(V) : nullptr;
}

/// Returns the distance of the pieces if \p Factor times \p Term is how far
/// the head is from the first one.
std::optional<SizeForm> Movement::stride(const Value *Term,
                                         int64_t Factor) const {
  SizeForm Stride;
  if (isa<LoadInst>(Term)) {
    Stride.Constant = Factor;
    return Stride;
  }
  auto *Product = dyn_cast<BinaryOperator>(Term);
  if (!Product || Product->getOpcode() != Instruction::Mul || Factor != 1)
    return std::nullopt;
  for (unsigned I : {0u, 1u})
    if (Sums.isFromCursor(Product->getOperand(I)) &&
        !Sums.isFromCursor(Product->getOperand(1 - I)))
      return Sums.form(Product->getOperand(1 - I));
  return std::nullopt;
}

/// Returns whether the function returns the piece whose number the head was,
/// and the head becomes a number that the piece, or what is in front of it,
/// contains: "i = head, head = block[i].next, return &block[i]".
bool Movement::isNumberedHead(const Value *Result, HandOut &Out) const {
  const LoadInst *Next = loadedNumber(NewValue);
  if (!Next || !isa<StoreInst>(Move) || Sums.isFromCursor(Next))
    return false;
  SizeForm Piece = Sums.form(Result),
           Header = Sums.form(Next->getPointerOperand());
  for (const auto &[Term, Factor] : SizeForm(Piece).Terms) {
    if (Term->getType()->isPointerTy() || !Sums.isFromCursor(Term))
      continue;
    std::optional<SizeForm> Stride = stride(Term, Factor);
    if (!Stride)
      continue;
    SizeForm Rest = Piece;
    Rest.Terms.erase(Term);
    bool IsInRecord = false;
    Out.Block = removeBase(Rest, IsInRecord);
    Header.add(Piece, -1);
    if (!Header.isConstant())
      return false;
    Out.Header = -Header.Constant;
    Stride->Constant -= std::max<int64_t>(Out.Header, 0);
    Out.Size = std::move(Stride);
    Out.IsNumbered = true;
    return true;
  }
  return false;
}

std::optional<HandOut> Movement::handsOut(const ReturnedValue &R) const {
  if (!Copy.tree().dominates(Move, R.Edge) ||
      !R.Value->getType()->isPointerTy())
    return std::nullopt;
  HandOut Out{HandOutKind::Upward, R.Value, Move, std::nullopt, {}, {}, 0};
  if (isHead(R.Value, Out) || isNumberedHead(R.Value, Out))
    Out.Kind = HandOutKind::List;
  else if (!handsOutCut(R.Value, Out))
    return std::nullopt;
  Out.Cursor = memberOf(Copy, *Move);
  if (Out.Block.Name.empty() && !Out.Block.Type)
    Out.Block = Out.Cursor;
  return Out;
}

std::optional<HandOut> Movement::first(const ReturnedValue &R) const {
  if (!Copy.tree().dominates(Move, R.Edge) ||
      !R.Value->getType()->isPointerTy() || !NewValue->getType()->isPointerTy())
    return std::nullopt;
  HandOut Out{HandOutKind::Upward, R.Value, Move, std::nullopt, {}, {}, 0};
  SizeForm Size = NewForm;
  Size.add(Sums.form(R.Value), -1);
  if (!setSize(Size, Out))
    return std::nullopt;
  Out.Cursor = memberOf(Copy, *Move);
  Out.Block = Out.Cursor;
  return Out;
}

/// Returns the size of one piece of a block that was allocated for several: the
/// factor of a constant number of them.
static std::optional<SizeForm> pieceForm(const CursorSums &Sums,
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

std::optional<HandOut> Movement::carvedPiece(const ReturnedValue &R) const {
  auto *Next = dyn_cast<LoadInst>(NewValue);
  if (!Next || !R.Value->getType()->isPointerTy() ||
      !Copy.tree().dominates(Move, R.Edge))
    return std::nullopt;
  SizeForm Piece = Sums.form(R.Value),
           Word = Sums.form(Next->getPointerOperand());
  if (Piece.Terms.size() != 1 || Word.Terms.size() != 1)
    return std::nullopt;
  const Value *Base = Piece.Terms.front().first;
  auto *Block = dyn_cast<CallBase>(Base);
  if (!Block || Word.factorOf(Base) != 1)
    return std::nullopt;
  Member Head = memberOf(Copy, *Move);
  return HandOut{HandOutKind::List,       R.Value, Move,
                 pieceForm(Sums, *Block), Head,    Head,
                 Piece.Constant};
}

/// Calls \p Visit for each store to shared memory of \p Copy.
static void forMovements(
    const PromotedCopy &Copy,
    function_ref<void(const Instruction &, const std::string &, const Value *)>
        Visit) {
  for (const Instruction &I : instructions(Copy.body())) {
    const Value *Address = nullptr, *NewValue = nullptr;
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Address = Store->getPointerOperand();
      NewValue = Store->getValueOperand();
    } else if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I);
               Atomic && Atomic->getOperation() == AtomicRMWInst::Add) {
      Address = Atomic->getPointerOperand();
      NewValue = Atomic->getValOperand();
    }
    if (!Address || (isa<Constant>(NewValue) && isa<StoreInst>(I)))
      continue;
    if (std::string Place = placeOf(Address); !Place.empty())
      Visit(I, Place, NewValue);
  }
}

using ReturnMatch =
    std::optional<HandOut> (Movement::*)(const ReturnedValue &) const;

/// Returns all movements that \p Match accepts, for each returned value.
static std::vector<HandOut> matchReturned(const PromotedCopy &Copy,
                                          ReturnMatch Match) {
  std::vector<ReturnedValue> Returned = returnedValues(Copy.body());
  std::vector<HandOut> Found;
  forMovements(Copy, [&](const Instruction &Move, const std::string &Place,
                         const Value *NewValue) {
    Movement M(Copy, &Move, Place, NewValue);
    for (const ReturnedValue &R : Returned)
      if (std::optional<HandOut> Out = (M.*Match)(R))
        Found.push_back(*Out);
  });
  return Found;
}

std::vector<HandOut> memfacet::pools::findHandOuts(const PromotedCopy &Copy) {
  return matchReturned(Copy, &Movement::handsOut);
}

std::vector<HandOut>
memfacet::pools::findFirstPieces(const PromotedCopy &Copy,
                                 function_ref<bool(const Member &)> IsCursor,
                                 function_ref<bool(const Member &)> IsList) {
  std::vector<HandOut> Found = matchReturned(Copy, &Movement::first);
  llvm::erase_if(Found, [&](const HandOut &O) { return !IsCursor(O.Cursor); });
  for (HandOut &O : matchReturned(Copy, &Movement::carvedPiece))
    if (O.Size && IsList(O.Cursor))
      Found.push_back(std::move(O));
  return Found;
}
