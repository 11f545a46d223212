//===- pass/Emitter.cpp - the code that writes records --------------------===//

#include "pass/Emitter.h"
#include "pass/AccessValues.h"
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

void Emitter::slot(const Slot &S, size_t Index) {
  PlainBuilder B(S.Of->position());
  Value *Content = S.Value;
  switch (S.What) {
  case Slot::Address:
    break;
  case Slot::Lane:
    Content = laneAddress(B, *S.Of);
    break;
  case Slot::Length:
    Content = accessBytes(B, *S.Of);
    break;
  case Slot::Mask:
    Content = laneMask(B, *S.Of);
    break;
  }
  B.CreateStore(Content, wordAt(B, Index));
}

void Emitter::address(const Access &A, size_t Index) {
  PlainBuilder B(A.position());
  Value *Address = A.Shape == SiteShape::Blind
                       ? Constant::getNullValue(Pointer)
                       : accessAddress(B, A);
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
