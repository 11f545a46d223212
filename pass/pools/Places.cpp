//===- Places.cpp - which piece of memory an address is -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/Places.h"
#include "pass/compat/Compat.h"
#include "pass/naming/Receivers.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

/// Longer than any chain of pointers to a pool.
static constexpr unsigned MaxPlaceSteps = 8;

static std::string placeAt(const Value *Address, const DataLayout *Layout,
                           unsigned Step);

static std::string hexOf(const void *P) {
  return utohexstr(reinterpret_cast<uintptr_t>(P));
}

/// Returns the same text for equal computations: "pool[n - 1]" is computed anew
/// each time it is written.
static std::string valueText(const Value *V, const DataLayout *Layout,
                             unsigned Step) {
  if (auto *Number = dyn_cast<ConstantInt>(V))
    return toString(Number->getValue(), 10, true);
  if (auto *A = dyn_cast<Argument>(V))
    return "a" + std::to_string(A->getArgNo());
  if (Step < MaxPlaceSteps) {
    if (auto *Cast = dyn_cast<CastInst>(V))
      return valueText(Cast->getOperand(0), Layout, Step + 1);
    if (auto *Binary = dyn_cast<BinaryOperator>(V))
      return "(" + valueText(Binary->getOperand(0), Layout, Step + 1) +
             Binary->getOpcodeName() +
             valueText(Binary->getOperand(1), Layout, Step + 1) + ")";
    if (auto *Load = dyn_cast<LoadInst>(V))
      if (std::string Place =
              placeAt(Load->getPointerOperand(), Layout, Step + 1);
          !Place.empty())
        return "(" + Place + ")";
  }
  return hexOf(V);
}

static std::string indexText(const GEPOperator *GEP, const DataLayout &Layout,
                             APInt &Offset, unsigned Step) {
  compat::OffsetMap Variable;
  std::string Text;
  if (!GEP->collectOffset(Layout, Offset.getBitWidth(), Variable, Offset))
    return "[?" + hexOf(GEP) + "]";
  for (const auto &[Index, Scale] : Variable)
    Text += "[" + valueText(Index, &Layout, Step) + "*" +
            toString(Scale, 10, true) + "]";
  return Text;
}

/// Returns the name of a variable of which \p V is the thread's instance; else
/// "".
static StringRef threadLocalOf(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return "";
  if (Callee->getIntrinsicID() == Intrinsic::threadlocal_address)
    return Call->getArgOperand(0)->getName();
  // A function makes sure that the variable is initialised.
  return Callee->getName().starts_with("_ZTW") ? Callee->getName() : "";
}

static std::string placeAt(const Value *Address, const DataLayout *Layout,
                           unsigned Step) {
  if (Step == MaxPlaceSteps)
    return "";
  APInt Offset(64, 0);
  std::string Indices;
  const Value *Base = Address;
  while (auto *GEP = dyn_cast<GEPOperator>(Base)) {
    if (!Layout)
      return "";
    Indices = indexText(GEP, *Layout, Offset, Step) + Indices;
    Base = GEP->getPointerOperand();
  }
  std::string Rest = Indices + "+" + toString(Offset, 10, true);
  if (auto *A = dyn_cast<Argument>(Base))
    return "a" + std::to_string(A->getArgNo()) + Rest;
  if (auto *G = dyn_cast<GlobalVariable>(Base))
    return "g" + G->getName().str() + Rest;
  if (auto *Load = dyn_cast<LoadInst>(Base)) {
    std::string Inner = placeAt(Load->getPointerOperand(), Layout, Step + 1);
    return Inner.empty() ? "" : "(" + Inner + ")" + Rest;
  }
  if (StringRef Variable = threadLocalOf(Base); !Variable.empty())
    return "g" + Variable.str() + Rest;
  if (isa<PHINode>(Base) || isa<CallBase>(Base) || isa<SelectInst>(Base))
    return "v" + hexOf(Base) + Rest;
  return "";
}

static const DataLayout *layoutFor(const Value *Address) {
  if (auto *I = dyn_cast<Instruction>(Address))
    return &I->getModule()->getDataLayout();
  if (auto *E = dyn_cast<GEPOperator>(Address))
    if (auto *G = dyn_cast<GlobalVariable>(E->stripInBoundsOffsets()))
      return &G->getParent()->getDataLayout();
  return nullptr;
}

std::string memfacet::pools::placeOf(const Value *Address) {
  return placeAt(Address, layoutFor(Address), 0);
}

Member memfacet::pools::memberAt(const Value *Address) {
  naming::Receiver R = naming::describeSlot(Address);
  if (R.Member && R.Member->getScope())
    if (auto *Class = dyn_cast<DIType>(R.Member->getScope()))
      return {types::typeName(Class) +
                  "::" + std::to_string(R.Member->getOffsetInBits()),
              R.Type, R.Member->getName()};
  const Value *Base = Address->stripInBoundsOffsets();
  StringRef Global = threadLocalOf(Base);
  if (isa<GlobalVariable>(Base))
    Global = Base->getName();
  if (!Global.empty() && !R.Name.empty())
    return {"::" + Global.str() + "." + R.Name, R.Type, ""};
  return {"", R.Type, ""};
}

Member memfacet::pools::memberOf(const PromotedCopy &Copy,
                                 const Instruction &Access) {
  const Instruction *Original = Copy.original(Access);
  const Value *Address =
      Original ? getLoadStorePointerOperand(Original) : nullptr;
  if (auto *Atomic = dyn_cast_or_null<AtomicRMWInst>(Original))
    Address = Atomic->getPointerOperand();
  return Address ? memberAt(Address) : Member();
}
