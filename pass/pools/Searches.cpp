//===- Searches.cpp - pieces that a search finds --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/Searches.h"
#include "memfacet/Check.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/ValueFlow.h"
#include "pass/pools/Evidence.h"
#include "pass/pools/Lists.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

/// More calls than lie between an allocator and the system.
static constexpr unsigned MaxCallDepth = 4;
static constexpr size_t MaxOriginValues = 96;

/// Returns whether the number \p A goes to a call that allocates. Adds to \p
/// Passed the arguments of other functions of the module that it goes to.
static bool goesToAllocation(const Argument &A,
                             SmallSetVector<const Argument *, 16> &Passed) {
  naming::ValueFlow Flow;
  Flow.add(&A);
  return Flow.reaches([&](const Value *V, const User *U) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call)
      return false;
    const llvm::Function *Callee = naming::calleeOf(*Call);
    if (!Callee || Callee->isDeclaration())
      return naming::allocationKind(*Call) != AllocationKind::Unknown ||
             (!Callee && !naming::allocatorByType(*Call).empty());
    for (const Argument &P : Callee->args())
      if (P.getArgNo() < Call->arg_size() &&
          Call->getArgOperand(P.getArgNo()) == V)
        Passed.insert(&P);
    return false;
  });
}

/// Returns whether the number \p A reaches a call that allocates.
static bool reachesAllocation(const Argument &A) {
  SmallSetVector<const Argument *, 16> Passed;
  Passed.insert(&A);
  size_t I = 0;
  for (unsigned Depth = 0; Depth <= MaxCallDepth; ++Depth)
    for (size_t End = Passed.size(); I != End; ++I)
      if (goesToAllocation(*Passed[I], Passed))
        return true;
  return false;
}

const Argument *memfacet::pools::requestedArgument(const llvm::Function &F) {
  for (const Argument &A : F.args())
    if (A.getType()->isIntegerTy() && A.getType()->getIntegerBitWidth() >= 32 &&
        reachesAllocation(A))
      return &A;
  return nullptr;
}

/// Returns whether \p V is computed from \p Root without loads or calls.
static bool isComputedFrom(const Value *V, const Value *Root) {
  SmallPtrSet<const Value *, 16> Visited;
  SmallVector<const Value *, 16> Open = {V};
  while (!Open.empty() && Visited.size() < MaxOriginValues) {
    const Value *Next = Open.pop_back_val();
    if (Next == Root)
      return true;
    if (Visited.insert(Next).second && isa<Operator>(Next) &&
        !isa<LoadInst>(Next) && !isa<CallBase>(Next))
      for (const Value *O : cast<llvm::User>(Next)->operands())
        Open.push_back(O);
  }
  return false;
}

namespace {
/// Where a pointer that a function has found comes from.
struct Origins {
  SmallPtrSet<const Value *, 16> Values;  ///< addresses of one block
  SmallVector<const LoadInst *, 4> Links; ///< from which it came
};
} // namespace

/// Follows \p V back through offsets and loops, to the loads of links.
static Origins originsOf(const Value *V) {
  Origins Result;
  SmallVector<const Value *, 16> Open = {V};
  while (!Open.empty() && Result.Values.size() < MaxOriginValues) {
    const Value *Next = Open.pop_back_val();
    if (!Next->getType()->isPointerTy() || !Result.Values.insert(Next).second)
      continue;
    if (auto *GEP = dyn_cast<GEPOperator>(Next))
      Open.push_back(GEP->getPointerOperand());
    else if (auto *Load = dyn_cast<LoadInst>(Next))
      Result.Links.push_back(Load);
    else if (isa<PHINode>(Next) || isa<SelectInst>(Next))
      for (const Value *O : cast<llvm::User>(Next)->operands())
        Open.push_back(O);
  }
  return Result;
}

/// Returns whether \p Copy compares a number in the block with one computed
/// from \p Size, to see which is larger.
static bool comparesSizes(const PromotedCopy &Copy, const Origins &Block,
                          const Argument &Size) {
  auto IsInBlock = [&](const Value *V) {
    while (auto *Cast = dyn_cast<CastInst>(V))
      V = Cast->getOperand(0);
    if (auto *Masked = dyn_cast<BinaryOperator>(V);
        Masked && isa<Constant>(Masked->getOperand(1)))
      V = Masked->getOperand(0);
    auto *Number = dyn_cast<LoadInst>(V);
    const Value *Base =
        Number ? Number->getPointerOperand()->stripInBoundsConstantOffsets()
               : nullptr;
    if (!Base || Block.Values.contains(Base))
      return Base != nullptr;
    // "(*at)->bytes" of "b = *at".
    auto *Again = dyn_cast<LoadInst>(Base);
    return Again && any_of(Block.Links, [&](const LoadInst *Link) {
             return placeOf(Link->getPointerOperand()) ==
                    placeOf(Again->getPointerOperand());
           });
  };
  return any_of(instructions(Copy.body()), [&](const Instruction &I) {
    auto *Compare = dyn_cast<ICmpInst>(&I);
    if (!Compare || Compare->isEquality())
      return false;
    const Value *A = Compare->getOperand(0), *B = Compare->getOperand(1);
    return (IsInBlock(A) && isComputedFrom(B, &Size)) ||
           (IsInBlock(B) && isComputedFrom(A, &Size));
  });
}

std::vector<HandOut> memfacet::pools::findSearched(const PromotedCopy &Copy,
                                                   const Argument &Size) {
  MEMFACET_CHECK(Size.getParent() == &Copy.body(),
                 "sizes are compared in the copy");
  std::vector<HandOut> Found;
  for (const ReturnedValue &R : returnedValues(Copy.body())) {
    if (!R.Value->getType()->isPointerTy() || isa<PHINode>(R.Value) ||
        isa<CallBase>(R.Value))
      continue;
    Origins Block = originsOf(R.Value);
    if (Block.Links.empty() || !comparesSizes(Copy, Block, Size))
      continue;
    HandOut Out{HandOutKind::Searched, R.Value, R.Edge, SizeForm(), {}, {}, 0};
    Out.Size->Terms[&Size] = 1;
    APInt Header(64, 0);
    R.Value->stripAndAccumulateInBoundsConstantOffsets(
        Copy.body().getParent()->getDataLayout(), Header);
    Out.Header = Header.getSExtValue();
    Found.push_back(std::move(Out));
  }
  return Found;
}

namespace {
/// A function that makes an argument, or an address near it, a link.
struct ListInsertion {
  const Argument *Piece;
  int64_t Offset; ///< of the link's value from Piece
};
} // namespace

/// Returns how \p F puts an argument into a list of which the links are in the
/// members \p Links.
static std::optional<ListInsertion> insertionIn(llvm::Function &F,
                                                const StringSet<> &Links) {
  PromotedCopy Copy(F, [](const llvm::Function &) { return false; });
  const DataLayout &Layout = F.getParent()->getDataLayout();
  for (const Instruction &I : instructions(Copy.body())) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !Store->getValueOperand()->getType()->isPointerTy() ||
        !Links.contains(memberOf(Copy, *Store).Name))
      continue;
    APInt Offset(64, 0);
    auto *Piece = dyn_cast<Argument>(
        Store->getValueOperand()->stripAndAccumulateConstantOffsets(
            Layout, Offset, /*AllowNonInbounds=*/true));
    if (Piece)
      return ListInsertion{F.getArg(Piece->getArgNo()), Offset.getSExtValue()};
  }
  return std::nullopt;
}

/// Returns the members and globals that the links of \p Found are in, also
/// where a pointer goes from one link to the next.
static StringSet<> linkMembers(const PromotedCopy &Copy,
                               ArrayRef<HandOut> Found) {
  StringSet<> Members;
  auto Add = [&](const Member &M) {
    if (!M.Name.empty())
      Members.insert(M.Name);
  };
  for (const HandOut &Out : Found)
    for (const LoadInst *Link : originsOf(Out.Result).Links) {
      Add(memberOf(Copy, *Link));
      for (const Value *Address : originsOf(Link->getPointerOperand()).Values) {
        auto *I = dyn_cast<Instruction>(Address);
        const Instruction *Original = I ? Copy.original(*I) : nullptr;
        if (Original || isa<GlobalVariable>(Address))
          Add(memberAt(Original ? Original : Address));
      }
    }
  return Members;
}

bool memfacet::pools::emitSearchedReleases(const llvm::Function &F,
                                           const PromotedCopy &Copy,
                                           ArrayRef<HandOut> Found) {
  StringSet<> Links = linkMembers(Copy, Found);
  if (Links.empty() || Found.empty())
    return false;
  bool Changed = false;
  for (llvm::Function &Other : const_cast<Module &>(*F.getParent())) {
    bool MayPut =
        &Other != &F && !Other.isDeclaration() &&
        Other.getReturnType()->isVoidTy() && !Other.arg_empty() &&
        any_of(instructions(Other), [&](const Instruction &I) {
          auto *Store = dyn_cast<StoreInst>(&I);
          return Store &&
                 Links.contains(memberAt(Store->getPointerOperand()).Name);
        });
    std::optional<ListInsertion> Put =
        MayPut ? insertionIn(Other, Links) : std::nullopt;
    if (!Put)
      continue;
    emitPieceEnd(const_cast<Argument *>(Put->Piece),
                 Put->Offset + Found.front().Header,
                 *Other.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Changed = true;
  }
  return Changed;
}
