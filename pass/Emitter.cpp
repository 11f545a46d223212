//===- pass/Emitter.cpp - the code that writes records --------------------===//

#include "pass/Emitter.h"
#include "pass/PlainBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;

namespace {

class Emitter {
public:
  Emitter(const Entries &Runtime, const Cursor &Local, LLVMContext &Context)
      : Runtime(Runtime), Local(Local), Pointer(PointerType::get(Context, 0)),
        Int64(Type::getInt64Ty(Context)) {}

  void check(Instruction *Start);
  void header(Instruction *Start, Value *Header, size_t Words);
  void slot(const Slot &S, size_t Index);
  void address(const Access &A, size_t Index);

private:
  Value *wordAt(IRBuilder<> &B, size_t Index) {
    return B.CreateConstInBoundsGEP1_64(Int64, Record, Index);
  }
  Value *laneAddress(IRBuilder<> &B, const Access &A);
  Value *lane(IRBuilder<> &B, const Access &A);
  Value *maskBits(IRBuilder<> &B, const Access &A);
  Value *length(IRBuilder<> &B, const Access &A);

  const Entries &Runtime;
  const Cursor &Local;
  Type *Pointer;
  Type *Int64;
  Value *Record = nullptr;
};

} // namespace

void Emitter::check(Instruction *Start) {
  constexpr uint32_t Never = 1, Always = 1u << 20;
  PlainBuilder B(Start);
  Value *Full =
      B.CreateICmpUGE(Local.get(B), B.CreateLoad(Pointer, Runtime.Limit));
  Instruction *Slow = SplitBlockAndInsertIfThen(
      Full, Start, false,
      MDBuilder(Start->getContext()).createBranchWeights(Never, Always));
  PlainBuilder SlowBuilder(Slow);
  Local.publish(SlowBuilder);
  SlowBuilder.CreateCall(Runtime.Next)
      ->setCallingConv(CallingConv::PreserveAll);
  Local.refresh(SlowBuilder);
}

void Emitter::header(Instruction *Start, Value *Header, size_t Words) {
  PlainBuilder B(Start);
  Record = Local.get(B);
  B.CreateStore(Header, Record);
  Local.set(B, wordAt(B, Words));
}

/// A vector of bits, from those or from sign bits.
static Value *asBits(IRBuilder<> &B, Value *Mask) {
  auto *Ty = cast<VectorType>(Mask->getType());
  if (Ty->getElementType()->isIntegerTy(1))
    return Mask;
  VectorType *Integers = VectorType::getInteger(Ty);
  return B.CreateICmpSLT(B.CreateBitCast(Mask, Integers),
                         Constant::getNullValue(Integers));
}

Value *Emitter::laneAddress(IRBuilder<> &B, const Access &A) {
  if (!A.Index)
    return B.CreateExtractElement(A.Pointer, uint64_t(A.Lane));
  Value *Index = B.CreateExtractElement(A.Index, uint64_t(A.Lane));
  Value *Offset = B.CreateMul(B.CreateSExtOrTrunc(Index, Int64),
                              ConstantInt::get(Int64, A.Scale));
  return B.CreateGEP(B.getInt8Ty(), A.Pointer, Offset);
}

Value *Emitter::lane(IRBuilder<> &B, const Access &A) {
  Value *Address = laneAddress(B, A);
  Value *Active = B.CreateExtractElement(asBits(B, A.Extra), uint64_t(A.Lane));
  return B.CreateSelect(Active, Address,
                        Constant::getNullValue(Address->getType()));
}

Value *Emitter::maskBits(IRBuilder<> &B, const Access &A) {
  unsigned Lanes = cast<FixedVectorType>(A.Extra->getType())->getNumElements();
  Value *Bits = B.CreateBitCast(asBits(B, A.Extra), B.getIntNTy(Lanes));
  return B.CreateZExtOrTrunc(Bits, Int64);
}

Value *Emitter::length(IRBuilder<> &B, const Access &A) {
  if (A.Compressed)
    return B.CreateMul(B.CreateUnaryIntrinsic(Intrinsic::ctpop, maskBits(B, A)),
                       ConstantInt::get(Int64, A.Size));
  if (A.Extra) {
    Value *Units = B.CreateZExtOrTrunc(A.Extra, Int64);
    return A.Scale > 1 ? B.CreateMul(Units, ConstantInt::get(Int64, A.Scale))
                       : Units;
  }
  return B.CreateMul(B.CreateIntrinsic(Intrinsic::vscale, {Int64}, {}),
                     ConstantInt::get(Int64, A.ScalableBytes));
}

void Emitter::slot(const Slot &S, size_t Index) {
  PlainBuilder B(S.Of->position());
  Value *Content = S.Value;
  switch (S.What) {
  case Slot::Address:
    break;
  case Slot::Lane:
    Content = lane(B, *S.Of);
    break;
  case Slot::Length:
    Content = length(B, *S.Of);
    break;
  case Slot::Mask:
    Content = maskBits(B, *S.Of);
    break;
  }
  B.CreateStore(Content, wordAt(B, Index));
}

void Emitter::address(const Access &A, size_t Index) {
  PlainBuilder B(A.position());
  Value *Address = A.Lane >= 0 ? lane(B, A) : A.Pointer;
  if (A.Shape == SiteShape::Blind)
    Address = Constant::getNullValue(Pointer);
  B.CreateStore(Address, wordAt(B, Index));
}

void memfacet::emitRecord(const Run &R, const RunPlan &Plan, Value *Header,
                          const Entries &Runtime, const Cursor &Local,
                          bool Check, bool Verify) {
  size_t Slots = Plan.Slots.size();
  size_t Addresses = Verify ? R.Accesses.size() : 0;
  Emitter E(Runtime, Local, Header->getContext());
  if (Check)
    E.check(R.Start);
  E.header(R.Start, Header, 1 + Slots + Addresses);
  for (size_t I = 0; I != Slots; ++I)
    E.slot(Plan.Slots[I], 1 + I);
  for (size_t I = 0; I != Addresses; ++I)
    E.address(R.Accesses[I], 1 + Slots + I);
}
