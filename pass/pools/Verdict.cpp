//===- Verdict.cpp - whether a function is an allocator -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/Verdict.h"
#include "pass/naming/PassedOn.h"
#include "pass/pools/Evidence.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

static constexpr size_t MaxSizeValues = 64;

static const DIType *resultOf(const llvm::Function &F) {
  return types::resultType(F.getSubprogram());
}

const DIType *memfacet::pools::resultElement(const llvm::Function &F) {
  return types::pointeeType(resultOf(F));
}

static bool isConst(const DIType *Ty) {
  for (unsigned I = 0; I != types::MaxTypeDepth; ++I) {
    auto *Derived = dyn_cast_or_null<DIDerivedType>(Ty);
    if (!Derived)
      break;
    if (Derived->getTag() == dwarf::DW_TAG_const_type)
      return true;
    if (Derived->getTag() != dwarf::DW_TAG_typedef &&
        Derived->getTag() != dwarf::DW_TAG_volatile_type)
      return false;
    Ty = Derived->getBaseType();
  }
  return false;
}

bool memfacet::pools::mayHandOut(const llvm::Function &F) {
  const DISubprogram *Subprogram = F.getSubprogram();
  if (!F.getReturnType()->isPointerTy() || !Subprogram || F.isDeclaration() ||
      types::isLibraryCode(Subprogram))
    return false;
  const DIType *Result = resultOf(F);
  return naming::pointerKind(Subprogram, Result) !=
             naming::PointerKind::NoPointer &&
         !isConst(types::pointeeType(Result));
}

/// Returns whether \p V is computed from a number that the caller gives.
static bool isAsked(const Value *V) {
  SmallPtrSet<const Value *, 16> Visited;
  SmallVector<const Value *, 16> Open = {V};
  while (!Open.empty() && Visited.size() < MaxSizeValues) {
    const Value *Next = Open.pop_back_val();
    if (!Visited.insert(Next).second)
      continue;
    if (isa<Argument>(Next) && Next->getType()->isIntegerTy())
      return true;
    if (isa<Operator>(Next) && !isa<LoadInst>(Next))
      for (const Value *O : cast<llvm::User>(Next)->operands())
        Open.push_back(O);
  }
  return false;
}

bool memfacet::pools::asksForSize(const PromotedCopy &Copy,
                                  const HandOut &Out) {
  if (Out.Size && !Out.Size->isConstant())
    return any_of(Out.Size->Terms,
                  [](const auto &T) { return isAsked(T.first); });
  // A list of pieces of one size may get any number as an argument, for example
  // to choose the list.
  return Out.Kind == HandOutKind::List &&
         any_of(Copy.body().args(), [](const Argument &A) {
           return A.getType()->isIntegerTy() && !A.use_empty();
         });
}

static bool isConstructor(const llvm::Function *F) {
  return F && (F->getName().contains("C1E") || F->getName().contains("C2E"));
}

/// Returns whether \p Copy sets the cursor to something else as well: without
/// fresh memory, that is a ring.
static bool setsCursorAnew(const PromotedCopy &Copy, const HandOut &Out,
                           bool AfterOnly) {
  auto *Move = dyn_cast<StoreInst>(Out.Move);
  if (!Move)
    return false;
  std::string Place = placeOf(Move->getPointerOperand());
  CursorSums Sums(Copy, Move, Place, Move->getValueOperand());
  return any_of(instructions(Copy.body()), [&](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store && Store != Move &&
           placeOf(Store->getPointerOperand()) == Place &&
           !Sums.isFromCursor(Store->getValueOperand()) &&
           (!AfterOnly || Copy.tree().dominates(Move, Store));
  });
}

/// Returns whether the function writes to the piece before it returns it, as
/// readers do not: it constructs an object there, clears it, copies to it.
static bool writesPiece(const PromotedCopy &Copy, const HandOut &Out) {
  auto IsPiece = [&](const Value *V) {
    return V->stripInBoundsConstantOffsets() == Out.Result;
  };
  return any_of(instructions(Copy.body()), [&](const Instruction &I) {
    if (auto *Store = dyn_cast<StoreInst>(&I))
      return IsPiece(Store->getPointerOperand());
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || Call->arg_size() == 0 || !IsPiece(Call->getArgOperand(0)))
      return false;
    return isa<MemIntrinsic>(Call) || isConstructor(Call->getCalledFunction());
  });
}

/// Returns whether the block is an array of the objects that the function
/// returns, or the list links such objects.
static bool isOfOwnType(const HandOut &Out, const DIType *Element) {
  const DIType *Block = Out.Block.Type;
  const DIType *ElementType = types::pointeeType(Block)
                                  ? types::pointeeType(Block)
                                  : types::arrayElement(Block);
  return Element && ElementType && types::strippedType(ElementType) &&
         types::typeName(types::strippedType(ElementType)) ==
             types::typeName(types::strippedType(Element));
}

bool memfacet::pools::isPiece(const llvm::Function &F, const PromotedCopy &Copy,
                              const HandOut &Out) {
  const DIType *Element = resultElement(F);
  naming::PointerKind Kind =
      naming::pointerKind(F.getSubprogram(), resultOf(F));
  bool AsksForSize = asksForSize(Copy, Out), Gets = getsMemory(F);
  if (Kind == naming::PointerKind::Typed && !Out.Block.Type)
    return false;
  // An array of a template never allocates a further block, unless it moves.
  bool MayBeOwn = types::typeBytes(Element) == 1 ||
                  (Kind == naming::PointerKind::Parameter && Gets);
  if (!MayBeOwn && isOfOwnType(Out, Element))
    return false;
  // Bytes may be a text that is only read.
  if (!Gets && (!AsksForSize || Kind == naming::PointerKind::Bytes) &&
      !writesPiece(Copy, Out))
    return false;
  if (Out.Kind != HandOutKind::List && setsCursorAnew(Copy, Out, Gets))
    return false;
  // What a stack pops lies below the cursor, too.
  if (Out.Kind == HandOutKind::Downward && !Gets &&
      movesElsewhere(F, Out.Cursor))
    return false;
  // The result may be pushed on a stack from which other functions pop.
  if (Out.Kind != HandOutKind::List && !Gets && isMovedBack(F, Out.Cursor))
    return false;
  return !fillsOrMoves(F, Out) && !callersOnlyRead(F);
}
