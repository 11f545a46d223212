//===- Lists.cpp - free lists: pieces that come back ----------------------===//

#include "pass/pools/Lists.h"
#include "pass/compat/Compat.h"
#include "pass/types/DebugNames.h"
#include "pass/types/RecordLayouts.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace memfacet;

static bool isOfArguments(const SizeForm &Size) {
  return all_of(Size.Terms,
                [](const auto &T) { return isa<Argument>(T.first); });
}

/// The number that \p Call passes on from who calls its function, if there is
/// only one.
static const Argument *passedSize(const CallBase &Call) {
  const Argument *Only = nullptr;
  for (const Use &U : Call.args()) {
    const Value *V = U.get();
    while (auto *Cast = dyn_cast<CastInst>(V))
      V = Cast->getOperand(0);
    auto *A = dyn_cast<Argument>(V);
    if (!A || !A->getType()->isIntegerTy() || A == Only)
      continue;
    if (Only)
      return nullptr;
    Only = A;
  }
  return Only;
}

/// What \p F asks others for, if its list is empty: the number of an argument.
static std::optional<unsigned> askedOfOthers(llvm::Function &F) {
  PromotedCopy Copy(F, [](const llvm::Function &) { return false; });
  for (const ReturnedValue &R : returnedValues(Copy.body()))
    if (auto *Call = dyn_cast<CallBase>(R.V))
      if (const Argument *Asked = passedSize(*Call))
        return Asked->getArgNo();
  return std::nullopt;
}

static std::optional<SizeForm> sizeIfEmpty(llvm::Function &F,
                                           const PromotedCopy &Copy,
                                           ArrayRef<HandedOut> Found) {
  for (const HandedOut &Other : Found)
    if (Other.Kind != HandOutKind::List && isOfArguments(*Other.Size))
      return Other.Size;
  std::optional<unsigned> Asked = askedOfOthers(F);
  if (!Asked)
    return std::nullopt;
  SizeForm Size;
  Size.Terms[Copy.body().getArg(*Asked)] = 1;
  return Size;
}

void memfacet::setListSizes(llvm::Function &F, const PromotedCopy &Copy,
                            const DIType *Element,
                            std::vector<HandedOut> &Found) {
  if (none_of(Found,
              [](const HandedOut &O) { return O.Kind == HandOutKind::List; }))
    return;
  std::optional<SizeForm> Size = sizeIfEmpty(F, Copy, Found);
  if (!Size && recordType(Element)) {
    Size.emplace();
    Size->Constant = int64_t(typeBytes(Element));
  }
  for (HandedOut &Out : Found)
    if (Out.Kind == HandOutKind::List)
      Out.Size = Size;
  llvm::erase_if(Found, [](const HandedOut &O) {
    return !O.Size || (O.Size->isConstant() && O.Size->Constant <= 0);
  });
}

/// The type of the variable that \p V, a value of the function itself, is
/// stored in.
static const DIType *variableType(const Value *V) {
  for (const User *U : V->users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() != V)
      continue;
    if (auto *Slot = dyn_cast<AllocaInst>(Store->getPointerOperand()))
      for (DILocalVariable *Variable :
           compat::declaredVariables(const_cast<AllocaInst *>(Slot)))
        return Variable->getType();
  }
  return nullptr;
}

/// Whether \p Variable is of a type of its own, not that of the list.
static bool hasOwnType(const DIType *Variable, const Member &Head) {
  const DIType *Element = pointeeType(Variable), *Link = pointeeType(Head.Type);
  return Head.Type && recordType(Element) && typeBytes(Element) != 0 &&
         (!Link ||
          typeName(strippedType(Link)) != typeName(strippedType(Element)));
}

namespace {
/// "head = *head" or "*piece = head; head = piece".
struct HeadStore {
  const StoreInst *Store;
  std::string Place;
};
} // namespace

static std::vector<HeadStore> headStores(const PromotedCopy &Copy) {
  std::vector<HeadStore> Result;
  for (const Instruction &I : instructions(Copy.body()))
    if (auto *Store = dyn_cast<StoreInst>(&I);
        Store && Store->getValueOperand()->getType()->isPointerTy() &&
        !isa<Constant>(Store->getValueOperand()))
      if (std::string Place = placeOf(Store->getPointerOperand());
          !Place.empty())
        Result.push_back({Store, std::move(Place)});
  return Result;
}

std::vector<HandedOut> memfacet::findPopped(const PromotedCopy &Copy) {
  std::vector<HandedOut> Found;
  for (const HeadStore &H : headStores(Copy)) {
    auto *Next = dyn_cast<LoadInst>(H.Store->getValueOperand());
    auto *Head =
        Next ? dyn_cast<LoadInst>(
                   Next->getPointerOperand()->stripInBoundsConstantOffsets())
             : nullptr;
    if (!Head || placeOf(Head->getPointerOperand()) != H.Place ||
        !Copy.tree().dominates(Head, H.Store))
      continue;
    Member List = memberOf(Copy, *H.Store);
    for (const Value *Source : Copy.sources(Head)) {
      const DIType *Type = variableType(Source);
      if (!hasOwnType(Type, List))
        continue;
      HandedOut Out{
          HandOutKind::List, Head, H.Store, SizeForm(), List, List, 0};
      Out.Size->Constant = int64_t(typeBytes(pointeeType(Type)));
      Found.push_back(std::move(Out));
      break;
    }
  }
  return Found;
}
