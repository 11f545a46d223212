//===- PieceEmitter.cpp - marks pieces as objects -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/PieceEmitter.h"
#include "memfacet/Entry.h"
#include "pass/compat/Compat.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

namespace {
/// Collects the values of the function that a marker needs, and the first place
/// where all of them are there.
class MarkerPlace {
public:
  MarkerPlace(llvm::Function &F, const PromotedCopy &Copy, Instruction *Move)
      : Tree(F), Copy(Copy), Move(Move), Latest(Move) {}

  /// The piece is handed out as soon as it is there if no branch lies between
  /// that and where the cursor moves: before a variable has it, which names it.
  void setFirst(const Value *Piece) {
    for (Value *Source : Copy.sources(Piece))
      if (auto *I = dyn_cast<Instruction>(Source);
          I && I->getParent() == Move->getParent() && I->comesBefore(Latest))
        Latest = I;
  }

  /// Returns \p V of the copy as a value of the function, or null.
  Value *need(const Value *V);
  Instruction *insertPoint() const;
  const DominatorTree &tree() const { return Tree; }

private:
  bool isBefore(const Value *A, const Instruction *B) const {
    auto *I = dyn_cast<Instruction>(A);
    return !I || I == B || Tree.dominates(I, B);
  }

  DominatorTree Tree;
  const PromotedCopy &Copy;
  Instruction *Move, *Latest;
};
} // namespace

Value *MarkerPlace::need(const Value *V) {
  if (isa<Constant>(V))
    return const_cast<Value *>(V);
  Instruction *Later = nullptr;
  for (Value *Source : Copy.sources(V)) {
    if (isBefore(Source, Latest))
      return Source;
    auto *I = cast<Instruction>(Source);
    if (Tree.dominates(Latest, I) && (!Later || Tree.dominates(I, Later)))
      Later = I;
  }
  if (Later)
    Latest = Later;
  return Later;
}

Instruction *MarkerPlace::insertPoint() const {
  if (auto *Invoke = dyn_cast<InvokeInst>(Latest)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    return Normal->getSinglePredecessor() ? compat::firstInsertionPoint(*Normal)
                                          : nullptr;
  }
  if (isa<PHINode>(Latest))
    return compat::firstInsertionPoint(*Latest->getParent());
  return Latest->isTerminator() ? nullptr : Latest->getNextNode();
}

namespace {
struct NeededTerm {
  Value *V;
  int64_t Factor;
};
} // namespace

static Value *sizeValue(IRBuilder<> &B, ArrayRef<NeededTerm> Terms,
                        int64_t Constant) {
  Value *Sum = nullptr;
  for (auto [V, Factor] : Terms) {
    Value *Part = V->getType()->isPointerTy()
                      ? B.CreatePtrToInt(V, B.getInt64Ty())
                      : B.CreateZExtOrTrunc(V, B.getInt64Ty());
    if (Factor != 1)
      Part = B.CreateMul(Part, B.getInt64(Factor));
    Sum = Sum ? B.CreateAdd(Sum, Part) : Part;
  }
  if (!Sum)
    return B.getInt64(Constant);
  return Constant == 0 ? Sum : B.CreateAdd(Sum, B.getInt64(Constant));
}

static DebugLoc placeInSource(const llvm::Function &F, const Value *Piece,
                              const Instruction *Move) {
  if (auto *I = dyn_cast<Instruction>(Piece))
    if (const DebugLoc &Location = I->getDebugLoc();
        Location && Location.getLine() != 0)
      return Location;
  if (const DebugLoc &Location = Move->getDebugLoc())
    return Location;
  DISubprogram *Scope = F.getSubprogram();
  return DILocation::get(F.getContext(), Scope->getLine(), 0, Scope);
}

/// Returns whether \p Address is a variable of the program's. Macros of the C
/// library have some, too, which say nothing.
static bool isNamedVariable(const Value *Address) {
  auto *Slot = dyn_cast<AllocaInst>(Address);
  return Slot &&
         any_of(compat::declaredVariables(const_cast<AllocaInst *>(Slot)),
                [](const DILocalVariable *Variable) {
                  return !Variable->getName().starts_with("__");
                });
}

static bool isInVariable(const Value *V) {
  return any_of(V->users(), [&](const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    return Store && Store->getValueOperand() == V &&
           isNamedVariable(Store->getPointerOperand());
  });
}

/// Returns whether \p V was loaded from a named variable, or from one that
/// received it from \p KnownValues.
static bool
isBehindVariable(const Value *V,
                 const SmallPtrSetImpl<const Value *> &KnownValues) {
  auto *Load = dyn_cast<LoadInst>(V);
  const Value *Slot = Load ? Load->getPointerOperand() : nullptr;
  if (!isa_and_nonnull<AllocaInst>(Slot))
    return false;
  return isNamedVariable(Slot) || any_of(Slot->users(), [&](const User *U) {
           auto *Store = dyn_cast<StoreInst>(U);
           return Store && KnownValues.contains(Store->getValueOperand());
         });
}

/// A variable that has the piece already when it is handed out names it: then
/// its value is the marker's argument. Else the piece is what the marker
/// returns, from here on, up to the first variable.
static void connect(const PromotedCopy &Copy, const Value *Result,
                    CallInst *Marker, const DominatorTree &Tree) {
  for (Value *Source : Copy.sources(Result))
    if (auto *I = dyn_cast<Instruction>(Source);
        I && Tree.dominates(I, Marker) && isInVariable(I) &&
        none_of(I->users(), [&](const User *U) {
          auto *Store = dyn_cast<StoreInst>(U);
          return Store && Tree.dominates(Marker, Store);
        })) {
      Marker->setArgOperand(0, I);
      return;
    }
  SmallPtrSet<const Value *, 16> KnownValues;
  for (Value *Source : Copy.sources(Result)) {
    if (isBehindVariable(Source, KnownValues)) {
      KnownValues.insert(Source);
      continue;
    }
    for (Use &U : make_early_inc_range(Source->uses()))
      if (U.getUser() != Marker && Tree.dominates(Marker, U))
        U.set(Marker);
  }
}

bool memfacet::pools::emitPiece(llvm::Function &F, const PromotedCopy &Copy,
                                const HandOut &Out) {
  Instruction *Move = Copy.position(*Out.Move);
  if (!Move || !Out.Size)
    return false;
  MarkerPlace Place(F, Copy, Move);
  // A list reads the piece before it is handed out.
  bool IsSearched = Out.Kind == HandOutKind::Searched;
  if (Out.Kind != HandOutKind::List && !IsSearched)
    Place.setFirst(Out.Result);
  SmallVector<NeededTerm, 4> Terms;
  for (const auto &[V, Factor] : Out.Size->Terms) {
    Value *Needed = Place.need(V);
    if (!Needed || !Needed->getType()->isIntOrPtrTy())
      return false;
    Terms.push_back({Needed, Factor});
  }
  Value *Piece = Place.need(Out.Result);
  Instruction *InsertPoint = !Piece       ? nullptr
                             : IsSearched ? Move
                                          : Place.insertPoint();
  if (!InsertPoint)
    return false;
  interface::PlainBuilder B(InsertPoint);
  Module &M = *F.getParent();
  FunctionCallee Entry =
      M.getOrInsertFunction(MEMFACET_OBJECT, B.getPtrTy(), B.getPtrTy(),
                            B.getInt64Ty(), B.getPtrTy());
  if (auto *Declared = dyn_cast<llvm::Function>(Entry.getCallee()))
    Declared->setDoesNotThrow();
  Value *Size = sizeValue(B, Terms, Out.Size->Constant);
  CallInst *Marker = B.CreateCall(
      Entry, {Piece, Size, ConstantPointerNull::get(B.getPtrTy())});
  Marker->setDoesNotThrow();
  Marker->setDebugLoc(placeInSource(F, Piece, Move));
  connect(Copy, Out.Result, Marker, Place.tree());
  // Shown by -Rpass=memfacet-pools.
  OptimizationRemarkEmitter(&F).emit(
      OptimizationRemark("memfacet-pools", "HandsOut", Marker->getDebugLoc(),
                         Marker->getParent())
      << "what is handed out here is an object");
  return true;
}
