//===- Accesses.cpp - the memory operations of an instruction -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/Accesses.h"
#include "memfacet/Check.h"
#include "pass/accesses/InlineAssembly.h"
#include "pass/accesses/OtherInstrumentation.h"
#include "pass/accesses/TargetVectors.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::accesses;

namespace {

/// Appends the accesses of one instruction.
class Collector {
public:
  Collector(Instruction &I, SmallVectorImpl<Access> &Accesses)
      : I(I), Layout(I.getModule()->getDataLayout()), Accesses(Accesses) {}

  void plain(Value *Pointer, Type *Ty, AccessKind Kind, bool Volatile,
             bool Atomic);
  void range(Value *Pointer, Value *Length, AccessKind Kind, uint8_t Flags);
  void masked(Value *Pointer, Value *Mask, Type *Ty, AccessKind Kind);
  void lanes(Value *Pointers, Value *Mask, Type *Ty, AccessKind Kind);
  void compressed(Value *Pointer, Value *Mask, Type *Ty, AccessKind Kind);
  void target(const TargetVectorAccess &T);
  void targetIntrinsic(IntrinsicInst &Call);
  void intrinsic(IntrinsicInst &Call);
  void copy(Value *Pointer, Type *Ty, AccessKind Kind);
  void argumentsByValue(CallBase &Call);
  void blind();

private:
  Access &add(Value *Pointer, AccessKind Kind) {
    Access A;
    A.Instruction = &I;
    A.Pointer = Pointer;
    A.Kind = Kind;
    Accesses.push_back(A);
    return Accesses.back();
  }
  uint32_t laneBytes(Type *Ty) const {
    return Layout.getTypeStoreSize(cast<VectorType>(Ty)->getElementType());
  }

  Instruction &I;
  const DataLayout &Layout;
  SmallVectorImpl<Access> &Accesses;
};

} // namespace

static bool isInMemory(const Value *Pointer) {
  using namespace PatternMatch;
  // -runtime-counter-relocation: the counter's address and a distance.
  const Value *Base = Pointer, *Counter = nullptr;
  if (match(Pointer,
            m_IntToPtr(m_c_Add(m_PtrToInt(m_Value(Counter)), m_Value()))))
    Base = Counter;
  auto *G = dyn_cast<GlobalVariable>(Base->stripInBoundsConstantOffsets());
  return Pointer->getType()->getPointerAddressSpace() == 0 &&
         !(G && belongsToInstrumentation(*G));
}

void Collector::plain(Value *Pointer, Type *Ty, AccessKind Kind, bool Volatile,
                      bool Atomic) {
  if (!isInMemory(Pointer) || Pointer->isSwiftError())
    return;
  TypeSize Bytes = Layout.getTypeStoreSize(Ty);
  if (Bytes.getKnownMinValue() == 0)
    return;
  Access &A = add(Pointer, Kind);
  A.Flags = (Volatile ? SiteVolatile : 0) | (Atomic ? SiteAtomic : 0);
  if (Bytes.isScalable()) {
    A.Shape = SiteShape::Range;
    A.ScalableBytes = Bytes.getKnownMinValue();
  } else {
    A.Size = Bytes.getFixedValue();
  }
}

void Collector::range(Value *Pointer, Value *Length, AccessKind Kind,
                      uint8_t Flags) {
  if (!isInMemory(Pointer))
    return;
  auto *Constant = dyn_cast<ConstantInt>(Length);
  if (Constant && Constant->isZero())
    return;
  Access &A = add(Pointer, Kind);
  A.Flags = Flags;
  if (Constant && Constant->getValue().isIntN(31)) {
    A.Size = Constant->getZExtValue();
    return;
  }
  A.Shape = SiteShape::Range;
  A.Extra = Length;
}

void Collector::masked(Value *Pointer, Value *Mask, Type *Ty, AccessKind Kind) {
  auto *Fixed = dyn_cast<FixedVectorType>(Ty);
  auto *Constant = dyn_cast<llvm::Constant>(Mask);
  // Longer or scalable masks do not fit a slot: counted as if all were set.
  bool IsWhole = !Fixed || Fixed->getNumElements() > 64 ||
                 (Constant && Constant->isAllOnesValue());
  if (IsWhole)
    return plain(Pointer, Ty, Kind, false, false);
  if (!isInMemory(Pointer) || (Constant && Constant->isNullValue()))
    return;
  Access &A = add(Pointer, Kind);
  A.Shape = SiteShape::Masked;
  A.Size = laneBytes(Ty);
  A.Extra = Mask;
}

void Collector::lanes(Value *Pointers, Value *Mask, Type *Ty, AccessKind Kind) {
  auto *Fixed = dyn_cast<FixedVectorType>(Ty);
  if (!Fixed || Pointers->getType()->getPointerAddressSpace() != 0)
    return;
  for (unsigned Lane = 0; Lane != Fixed->getNumElements(); ++Lane) {
    Access &A = add(Pointers, Kind);
    A.Size = laneBytes(Ty);
    A.Extra = Mask;
    A.Lane = Lane;
  }
}

void Collector::compressed(Value *Pointer, Value *Mask, Type *Ty,
                           AccessKind Kind) {
  if (!isInMemory(Pointer) || !isa<FixedVectorType>(Ty))
    return;
  Access &A = add(Pointer, Kind);
  A.Shape = SiteShape::Range;
  A.Size = laneBytes(Ty);
  A.Extra = Mask;
  A.Compressed = true;
}

void Collector::target(const TargetVectorAccess &T) {
  if (!T.Index)
    return masked(T.Base, T.Mask, T.Data, T.Kind);
  for (unsigned Lane = 0; Lane != T.Lanes; ++Lane) {
    Access &A = add(T.Base, T.Kind);
    A.Size = laneBytes(T.Data);
    A.Extra = T.Mask;
    A.Lane = Lane;
    A.Index = T.Index;
    A.Scale = T.Scale;
  }
}

void Collector::targetIntrinsic(IntrinsicInst &Call) {
  if (auto Target = targetVectorAccess(Call))
    return target(*Target);
  auto Ranges = targetRanges(Call);
  for (const TargetRange &R : Ranges)
    plain(R.Pointer,
          ArrayType::get(Type::getInt8Ty(Call.getContext()), R.Bytes), R.Kind,
          false, false);
  if (Ranges.empty() && hasUnknownRange(Call))
    blind();
}

void Collector::intrinsic(IntrinsicInst &Call) {
  uint8_t Flags = 0;
  if (auto *Memory = dyn_cast<AnyMemIntrinsic>(&Call)) {
    Flags = Memory->isVolatile() ? SiteVolatile : 0;
    if (auto *Transfer = dyn_cast<AnyMemTransferInst>(Memory))
      range(Transfer->getRawSource(), Transfer->getLength(), AccessKind::Load,
            Flags);
    return range(Memory->getRawDest(), Memory->getLength(), AccessKind::Store,
                 Flags);
  }
  Value *First = Call.arg_size() > 0 ? Call.getArgOperand(0) : nullptr;
  switch (Call.getIntrinsicID()) {
  case Intrinsic::masked_load:
    return masked(First, Call.getArgOperand(Call.arg_size() - 2),
                  Call.getType(), AccessKind::Load);
  case Intrinsic::masked_store:
    return masked(Call.getArgOperand(1),
                  Call.getArgOperand(Call.arg_size() - 1), First->getType(),
                  AccessKind::Store);
  case Intrinsic::masked_gather:
    return lanes(First, Call.getArgOperand(Call.arg_size() - 2), Call.getType(),
                 AccessKind::Load);
  case Intrinsic::masked_scatter:
    return lanes(Call.getArgOperand(1), Call.getArgOperand(Call.arg_size() - 1),
                 First->getType(), AccessKind::Store);
  case Intrinsic::masked_expandload:
    return compressed(First, Call.getArgOperand(1), Call.getType(),
                      AccessKind::Load);
  case Intrinsic::masked_compressstore:
    return compressed(Call.getArgOperand(1), Call.getArgOperand(2),
                      First->getType(), AccessKind::Store);
  default:
    targetIntrinsic(Call);
  }
}

/// Adds the read or the write of a copy that the code generator makes.
void Collector::copy(Value *Pointer, Type *Ty, AccessKind Kind) {
  range(Pointer,
        ConstantInt::get(Type::getInt64Ty(I.getContext()),
                         Layout.getTypeAllocSize(Ty).getFixedValue()),
        Kind, 0);
}

/// A musttail call leaves its arguments where the function has its own.
void Collector::argumentsByValue(CallBase &Call) {
  if (Call.isMustTailCall())
    return;
  for (unsigned A = 0; A != Call.arg_size(); ++A)
    if (Call.isByValArgument(A))
      copy(Call.getArgOperand(A), Call.getParamByValType(A), AccessKind::Load);
}

void Collector::blind() {
  Access &A = add(nullptr, AccessKind::Load);
  A.Shape = SiteShape::Blind;
}

void memfacet::accesses::collectAccesses(Instruction &I,
                                         SmallVectorImpl<Access> &Accesses) {
  Collector C(I, Accesses);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    C.plain(Load->getPointerOperand(), Load->getType(), AccessKind::Load,
            Load->isVolatile(), Load->isAtomic());
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    C.plain(Store->getPointerOperand(), Store->getValueOperand()->getType(),
            AccessKind::Store, Store->isVolatile(), Store->isAtomic());
  else if (auto *Modify = dyn_cast<AtomicRMWInst>(&I))
    C.plain(Modify->getPointerOperand(), Modify->getValOperand()->getType(),
            AccessKind::ReadModifyWrite, Modify->isVolatile(), true);
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    C.plain(Exchange->getPointerOperand(),
            Exchange->getCompareOperand()->getType(),
            AccessKind::ReadModifyWrite, Exchange->isVolatile(), true);
  else if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    C.intrinsic(*Call);
  else if (auto *Other = dyn_cast<CallBase>(&I)) {
    C.argumentsByValue(*Other);
    if (isBlindSpot(*Other))
      C.blind();
  }
}

void memfacet::accesses::collectArgumentCopies(
    llvm::Function &F, Instruction &Start, SmallVectorImpl<Access> &Accesses) {
  size_t Before = Accesses.size();
  Collector C(Start, Accesses);
  for (Argument &A : F.args())
    if (A.hasByValAttr())
      C.copy(&A, A.getParamByValType(), AccessKind::Store);
  for (Access &A : drop_begin(Accesses, Before))
    A.IsArgument = true;
}

/// Returns a vector of bits, made from bits or sign bits.
static Value *maskBits(IRBuilder<> &B, Value *Mask) {
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

Value *memfacet::accesses::laneAddress(IRBuilder<> &B, const Access &A) {
  MEMFACET_CHECK(A.Lane >= 0 && A.Extra, "a lane has a number and a mask");
  Value *Address = wholeLaneAddress(B, A);
  Value *Active =
      B.CreateExtractElement(maskBits(B, A.Extra), uint64_t(A.Lane));
  return B.CreateSelect(Active, Address,
                        Constant::getNullValue(Address->getType()));
}

Value *memfacet::accesses::accessAddress(IRBuilder<> &B, const Access &A) {
  MEMFACET_CHECK(A.Shape != SiteShape::Blind, "the address is known");
  return A.Lane >= 0 ? laneAddress(B, A) : A.Pointer;
}

Value *memfacet::accesses::laneMask(IRBuilder<> &B, const Access &A) {
  MEMFACET_CHECK(A.Extra, "the mask says which lanes are accessed");
  unsigned Lanes = cast<FixedVectorType>(A.Extra->getType())->getNumElements();
  Value *Bits = B.CreateBitCast(maskBits(B, A.Extra), B.getIntNTy(Lanes));
  return B.CreateZExtOrTrunc(Bits, B.getInt64Ty());
}

Value *memfacet::accesses::accessBytes(IRBuilder<> &B, const Access &A) {
  MEMFACET_CHECK(A.Compressed || A.Extra || A.ScalableBytes != 0,
                 "the length of a range is known when it is executed");
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
