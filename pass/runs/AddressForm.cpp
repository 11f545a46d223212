//===- AddressForm.cpp - addresses as sums --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/AddressForm.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"
#include <tuple>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

/// A longer chain of address computations ends at a base.
static constexpr unsigned MostSteps = 8;
/// A sum of more variables is taken for one.
static constexpr size_t MostTerms = 4;
/// Operations of an index that are looked through.
static constexpr unsigned MostOperations = 12;
static constexpr unsigned AddressBits = 64;

namespace {

/// Adds up the parts of one index.
class IndexSum {
public:
  explicit IndexSum(AddressForm &Form) : Form(Form) {}
  /// Adds \p V, extended as \p Width says, times \p Factor.
  void add(Value *V, Extension Width, uint64_t Factor);

private:
  bool addParts(Instruction &I, Extension Width, uint64_t Factor);
  void addTerm(Value *V, Extension Width, uint64_t Factor);

  AddressForm &Form;
  unsigned Operations = 0;
};

} // namespace

void IndexSum::addTerm(Value *V, Extension Width, uint64_t Factor) {
  for (AddressTerm &T : Form.Terms)
    if (T.Variable == V && T.Width == Width) {
      T.Factor += Factor;
      return;
    }
  Form.Terms.push_back({V, Width, Factor});
}

/// Returns whether \p I, whose result is extended as \p Width says, is the same
/// as the operation on extended operands.
static bool isExact(const Instruction &I, Extension Width) {
  if (Width == Extension::None || compat::isDisjointOr(I))
    return true;
  auto *Overflowing = dyn_cast<OverflowingBinaryOperator>(&I);
  return Overflowing &&
         (Width == Extension::Sign ? Overflowing->hasNoSignedWrap()
                                   : Overflowing->hasNoUnsignedWrap());
}

/// Returns the value of \p C, extended as \p Width says.
static uint64_t extended(const ConstantInt &C, Extension Width) {
  return Width == Extension::Zero ? C.getZExtValue()
                                  : uint64_t(C.getSExtValue());
}

/// Adds the operands of \p I, if it is a sum or a multiple.
bool IndexSum::addParts(Instruction &I, Extension Width, uint64_t Factor) {
  if (auto *Cast = dyn_cast<CastInst>(&I)) {
    bool IsSigned = isa<SExtInst>(I) || compat::isNonNegativeExtension(I);
    if (Width != Extension::None || (!IsSigned && !isa<ZExtInst>(I)))
      return false;
    add(Cast->getOperand(0), IsSigned ? Extension::Sign : Extension::Zero,
        Factor);
    return true;
  }
  if (!isa<BinaryOperator>(I) || !isExact(I, Width))
    return false;
  Value *First = I.getOperand(0), *Second = I.getOperand(1);
  if (I.getOpcode() == Instruction::Add || compat::isDisjointOr(I)) {
    add(First, Width, Factor);
    add(Second, Width, Factor);
    return true;
  }
  if (I.getOpcode() == Instruction::Sub) {
    add(First, Width, Factor);
    add(Second, Width, 0 - Factor);
    return true;
  }
  auto *C = dyn_cast<ConstantInt>(Second);
  if (!C ||
      (I.getOpcode() != Instruction::Mul && I.getOpcode() != Instruction::Shl))
    return false;
  bool IsShift = I.getOpcode() == Instruction::Shl;
  if (IsShift && C->getValue().uge(I.getType()->getScalarSizeInBits() - 1))
    return false;
  uint64_t Times =
      IsShift ? uint64_t(1) << C->getZExtValue() : extended(*C, Width);
  add(First, Width, Factor * Times);
  return true;
}

void IndexSum::add(Value *V, Extension Width, uint64_t Factor) {
  if (auto *C = dyn_cast<ConstantInt>(V);
      C && C->getBitWidth() <= AddressBits) {
    Form.Offset = int64_t(uint64_t(Form.Offset) + Factor * extended(*C, Width));
    return;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (I && ++Operations <= MostOperations && addParts(*I, Width, Factor))
    return;
  addTerm(V, Width, Factor);
}

/// Adds the indices of \p GEP to \p Form. Returns false, and leaves \p Form as
/// it is, where they are too many, or of no known size.
static bool addIndices(const GEPOperator &GEP, const DataLayout &Layout,
                       AddressForm &Form) {
  compat::OffsetMap Indices;
  APInt Offset(AddressBits, 0);
  if (!GEP.collectOffset(Layout, AddressBits, Indices, Offset))
    return false;
  AddressForm Sum = Form;
  Sum.Offset = int64_t(uint64_t(Sum.Offset) + Offset.getZExtValue());
  for (auto &[Variable, Factor] : Indices) {
    unsigned Bits = Variable->getType()->getScalarSizeInBits();
    if (Bits > AddressBits)
      return false;
    IndexSum(Sum).add(Variable,
                      Bits == AddressBits ? Extension::None : Extension::Sign,
                      Factor.getZExtValue());
  }
  erase_if(Sum.Terms, [](const AddressTerm &T) { return T.Factor == 0; });
  if (Sum.Terms.size() > MostTerms)
    return false;
  Form = std::move(Sum);
  return true;
}

AddressForm memfacet::runs::addressForm(Value *Pointer,
                                        const DataLayout &Layout) {
  MEMFACET_CHECK(Pointer->getType()->isPointerTy(), "an address is a pointer");
  AddressForm Form;
  Form.Base = Pointer;
  if (Layout.getIndexTypeSizeInBits(Pointer->getType()) != AddressBits)
    return Form;
  for (unsigned Step = 0; Step != MostSteps; ++Step) {
    APInt Offset(AddressBits, 0);
    Value *Base = Form.Base->stripAndAccumulateConstantOffsets(
        Layout, Offset, /*AllowNonInbounds=*/true);
    Form.Base = Base;
    Form.Offset = int64_t(uint64_t(Form.Offset) + Offset.getZExtValue());
    auto *GEP = dyn_cast<GEPOperator>(Base);
    if (!GEP || Layout.getIndexTypeSizeInBits(GEP->getType()) != AddressBits ||
        !addIndices(*GEP, Layout, Form))
      break;
    Form.Base = GEP->getPointerOperand();
  }
  llvm::sort(Form.Terms, [](const AddressTerm &A, const AddressTerm &B) {
    return std::tie(A.Variable, A.Width, A.Factor) <
           std::tie(B.Variable, B.Width, B.Factor);
  });
  return Form;
}
