//===- AccessValues.cpp - where an access goes, as values -----------------===//

#include "pass/accesses/AccessValues.h"

using namespace llvm;
using namespace memfacet;

/// A vector of bits, from those or from sign bits.
static Value *asBits(IRBuilder<> &B, Value *Mask) {
  auto *Ty = cast<VectorType>(Mask->getType());
  if (Ty->getElementType()->isIntegerTy(1))
    return Mask;
  VectorType *Integers = VectorType::getInteger(Ty);
  return B.CreateICmpSLT(B.CreateBitCast(Mask, Integers),
                         Constant::getNullValue(Integers));
}

static Value *wholeLaneAddress(IRBuilder<> &B, const Access &A) {
  if (!A.Index)
    return B.CreateExtractElement(A.Pointer, uint64_t(A.Lane));
  Value *Index = B.CreateExtractElement(A.Index, uint64_t(A.Lane));
  Value *Offset = B.CreateMul(B.CreateSExtOrTrunc(Index, B.getInt64Ty()),
                              B.getInt64(A.Scale));
  return B.CreateGEP(B.getInt8Ty(), A.Pointer, Offset);
}

Value *memfacet::laneAddress(IRBuilder<> &B, const Access &A) {
  Value *Address = wholeLaneAddress(B, A);
  Value *Active = B.CreateExtractElement(asBits(B, A.Extra), uint64_t(A.Lane));
  return B.CreateSelect(Active, Address,
                        Constant::getNullValue(Address->getType()));
}

Value *memfacet::accessAddress(IRBuilder<> &B, const Access &A) {
  return A.Lane >= 0 ? laneAddress(B, A) : A.Pointer;
}

Value *memfacet::laneMask(IRBuilder<> &B, const Access &A) {
  unsigned Lanes = cast<FixedVectorType>(A.Extra->getType())->getNumElements();
  Value *Bits = B.CreateBitCast(asBits(B, A.Extra), B.getIntNTy(Lanes));
  return B.CreateZExtOrTrunc(Bits, B.getInt64Ty());
}

Value *memfacet::accessBytes(IRBuilder<> &B, const Access &A) {
  Type *Int64 = B.getInt64Ty();
  if (A.Compressed)
    return B.CreateMul(B.CreateUnaryIntrinsic(Intrinsic::ctpop, laneMask(B, A)),
                       ConstantInt::get(Int64, A.Size));
  if (A.Extra) {
    Value *Units = B.CreateZExtOrTrunc(A.Extra, Int64);
    return A.Scale > 1 ? B.CreateMul(Units, B.getInt64(A.Scale)) : Units;
  }
  return B.CreateMul(B.CreateIntrinsic(Intrinsic::vscale, {Int64}, {}),
                     ConstantInt::get(Int64, A.ScalableBytes));
}
