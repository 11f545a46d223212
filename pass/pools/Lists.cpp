//===- Lists.cpp - free lists: pieces that are released -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/Lists.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "pass/types/DebugNames.h"
#include "pass/types/RecordLayouts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace memfacet;
using namespace memfacet::pools;

static bool isOfArguments(const SizeForm &Size) {
  return all_of(Size.Terms,
                [](const auto &T) { return isa<Argument>(T.first); });
}

/// Returns the only number that \p Call passes on from its function's
/// arguments, perhaps with the size of a header; or null.
static const Argument *passedSize(const CallBase &Call) {
  const Argument *Result = nullptr;
  for (const Use &U : Call.args()) {
    const Value *V = U.get(), *Size;
    while (isa<CastInst>(V) || match(V, m_Add(m_Value(Size), m_ConstantInt())))
      V = cast<llvm::User>(V)->getOperand(0);
    auto *A = dyn_cast<Argument>(V);
    if (!A || !A->getType()->isIntegerTy() || A == Result)
      continue;
    if (Result)
      return nullptr;
    Result = A;
  }
  return Result;
}

/// Returns the argument with the size that \p F requests if its list is empty.
static std::optional<unsigned> requestedSize(llvm::Function &F) {
  PromotedCopy Copy(F, [](const llvm::Function &) { return false; });
  for (const ReturnedValue &R : returnedValues(Copy.body()))
    if (auto *Call =
            dyn_cast<CallBase>(R.Value->stripInBoundsConstantOffsets()))
      if (const Argument *SizeArgument = passedSize(*Call))
        return SizeArgument->getArgNo();
  return std::nullopt;
}

static std::optional<SizeForm> sizeIfEmpty(llvm::Function &F,
                                           const PromotedCopy &Copy,
                                           ArrayRef<HandOut> Found) {
  for (const HandOut &Other : Found) {
    if (Other.Kind == HandOutKind::List)
      continue;
    MEMFACET_CHECK(Other.Size, "only a list may not tell a piece's size");
    if (isOfArguments(*Other.Size))
      return Other.Size;
  }
  std::optional<unsigned> SizeArgument = requestedSize(F);
  if (!SizeArgument)
    return std::nullopt;
  SizeForm Size;
  Size.Terms[Copy.body().getArg(*SizeArgument)] = 1;
  return Size;
}

/// Returns C of "i * C", or 1.
static int64_t constantFactor(const Value *V) {
  while (auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  auto *Product = dyn_cast<BinaryOperator>(V);
  if (!Product)
    return 1;
  auto *Factor = dyn_cast<ConstantInt>(Product->getOperand(1));
  if (Product->getOpcode() == Instruction::Shl)
    return Factor && Factor->getValue().ult(32)
               ? int64_t(1) << Factor->getZExtValue()
               : 1;
  // The front end leaves "64 * i" as it is.
  if (!Factor)
    Factor = dyn_cast<ConstantInt>(Product->getOperand(0));
  bool Multiplies = Factor && Product->getOpcode() == Instruction::Mul;
  return Multiplies ? Factor->getSExtValue() : 1;
}

/// Returns the stride of the addresses that \p V has in a loop: of "block + i *
/// 64" and of "p += 64"; 0: not known.
static int64_t strideOf(const Value *V, const DataLayout &Layout) {
  APInt Fixed(Layout.getIndexTypeSizeInBits(V->getType()), 0);
  auto *GEP = dyn_cast<GEPOperator>(V);
  compat::OffsetMap Indices;
  if (GEP && GEP->collectOffset(Layout, Fixed.getBitWidth(), Indices, Fixed) &&
      Indices.size() == 1) {
    auto &[Index, Scale] = *Indices.begin();
    return Scale.getSExtValue() * constantFactor(Index);
  }
  // p, or p + 64 that becomes the next p.
  const Value *Base = GEP && Indices.empty() ? GEP->getPointerOperand() : V;
  auto *Phi = dyn_cast<PHINode>(Base);
  if (!Phi)
    return 0;
  for (const Value *Next : Phi->incoming_values()) {
    auto *Step = dyn_cast<GEPOperator>(Next);
    APInt Bytes(Fixed.getBitWidth(), 0);
    if (Step && Step->getPointerOperand() == Phi &&
        Step->accumulateConstantOffset(Layout, Bytes))
      return Bytes.getSExtValue();
  }
  return 0;
}

/// Returns the distance of the pieces if the function, or a helper, cuts a
/// block and links them.
static std::optional<SizeForm> sizeOfLinked(const PromotedCopy &Copy,
                                            const Instruction &Move) {
  auto *Pop = dyn_cast<StoreInst>(&Move);
  if (!Pop)
    return std::nullopt;
  const DataLayout &Layout = Copy.body().getParent()->getDataLayout();
  std::string Head = placeOf(Pop->getPointerOperand());
  int64_t Stride = 0;
  for (const Instruction &I : instructions(Copy.body())) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !Store->getValueOperand()->getType()->isPointerTy())
      continue;
    int64_t Bytes = std::abs(strideOf(Store->getValueOperand(), Layout));
    // A piece becomes the head, or the next of another piece.
    bool IsLink =
        placeOf(Store->getPointerOperand()) == Head ||
        std::abs(strideOf(Store->getPointerOperand(), Layout)) == Bytes;
    if (Bytes < int64_t(Layout.getPointerSize()) || !IsLink)
      continue;
    if (Stride != 0 && Stride != Bytes)
      return std::nullopt;
    Stride = Bytes;
  }
  if (Stride == 0)
    return std::nullopt;
  SizeForm Size;
  Size.Constant = Stride;
  return Size;
}

void memfacet::pools::setListSizes(llvm::Function &F, const PromotedCopy &Copy,
                                   const DIType *Element,
                                   std::vector<HandOut> &Found) {
  if (none_of(Found,
              [](const HandOut &O) { return O.Kind == HandOutKind::List; }))
    return;
  std::optional<SizeForm> Size = sizeIfEmpty(F, Copy, Found);
  if (!Size && types::recordType(Element)) {
    Size.emplace();
    Size->Constant = int64_t(types::typeBytes(Element));
  }
  for (HandOut &Out : Found)
    if (Out.Kind == HandOutKind::List)
      Out.Size = Size       ? Size
                 : Out.Size ? Out.Size
                            : sizeOfLinked(Copy, *Out.Move);
  llvm::erase_if(Found, [](const HandOut &O) {
    return !O.Size || (O.Size->isConstant() && O.Size->Constant <= 0);
  });
}

/// Returns the type of the variable that \p V, a value of the function itself,
/// is stored in.
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

/// Returns whether \p Variable is of a type of its own, not that of the list.
static bool hasOwnType(const DIType *Variable, const Member &Head) {
  const DIType *Element = types::pointeeType(Variable),
               *Link = types::pointeeType(Head.Type);
  return Head.Type && types::recordType(Element) &&
         types::typeBytes(Element) != 0 &&
         (!Link || types::typeName(types::strippedType(Link)) !=
                       types::typeName(types::strippedType(Element)));
}

namespace {
/// A store of a pointer to memory that is no variable: that of the new head in
/// "head = *head".
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

std::vector<HandOut> memfacet::pools::findPopped(const PromotedCopy &Copy) {
  std::vector<HandOut> Found;
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
      HandOut Out{HandOutKind::List, Head, H.Store, SizeForm(), List, List, 0};
      Out.Size->Constant = int64_t(types::typeBytes(types::pointeeType(Type)));
      Found.push_back(std::move(Out));
      break;
    }
  }
  return Found;
}
