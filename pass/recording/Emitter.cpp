//===- Emitter.cpp - the code that writes records -------------------------===//

#include "pass/recording/Emitter.h"
#include "pass/accesses/AccessValues.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;

namespace {

class Emitter {
public:
  Emitter(Cursor &Local, LLVMContext &Context)
      : Local(Local), Int64(Type::getInt64Ty(Context)) {}

  void begin(Instruction *Start);
  void goOn(Value *With) { Record = With; }
  void header(Instruction *Start, Value *Header, const RunPlan &Plan);
  Value *record() const { return Record; }
  void slot(const Slot &S, size_t Index);
  void address(const Access &A, size_t Index);

private:
  Value *wordAt(IRBuilder<> &B, size_t Index) {
    return B.CreateConstInBoundsGEP1_64(Int64, Record, Index);
  }

  Cursor &Local;
  Type *Int64;
  Value *Record = nullptr;
};

} // namespace

void memfacet::checkRoom(Instruction *Start, const Entries &Runtime,
                         Cursor &Local) {
  constexpr uint32_t Never = 1, Always = 1u << 20;
  PlainBuilder B(Start);
  Value *Limit = B.CreateLoad(Runtime.Cursor->getValueType(), Runtime.Limit);
  Value *Full = B.CreateICmpUGE(Local.get(B), Limit);
  Instruction *Slow = SplitBlockAndInsertIfThen(
      Full, Start, false,
      MDBuilder(Start->getContext()).createBranchWeights(Never, Always));
  PlainBuilder SlowBuilder(Slow);
  Local.publish(SlowBuilder);
  SlowBuilder.CreateCall(Runtime.Next)
      ->setCallingConv(CallingConv::PreserveAll);
  Local.refresh(SlowBuilder);
}

void Emitter::begin(Instruction *Start) {
  PlainBuilder B(Start);
  Record = Local.get(B);
  Local.setRecord(B, Record);
}

/// Volatile: a reader in another process must never see a slot before the
/// header that counts it, and a crash must find the header of how far it came.
void memfacet::storeHeader(PlainBuilder &B, Value *Header, Value *Record) {
  B.CreateStore(Header, Record, /*isVolatile=*/true);
}

void Emitter::header(Instruction *Start, Value *Header, const RunPlan &Plan) {
  PlainBuilder B(Start);
  storeHeader(B, Header, Record);
  unsigned Already = Plan.Before ? Plan.Before->End : 0;
  Local.advance(B, wordAt(B, Plan.End), Plan.End - Already);
}

void Emitter::slot(const Slot &S, size_t Index) {
  PlainBuilder B(S.Of->position());
  B.CreateStore(slotContent(B, S.What, S.Value, *S.Of), wordAt(B, Index));
}

void Emitter::address(const Access &A, size_t Index) {
  PlainBuilder B(A.position());
  B.CreateStore(addressWord(B, A), wordAt(B, Index));
}

Value *memfacet::addressWord(PlainBuilder &B, const Access &A) {
  return A.Shape == SiteShape::Blind
             ? Constant::getNullValue(PointerType::get(B.getContext(), 0))
             : accessAddress(B, A);
}

Value *memfacet::slotContent(IRBuilder<> &B, Slot::Content What, Value *V,
                             const Access &Of) {
  switch (What) {
  case Slot::Address:
    return V;
  case Slot::Lane:
    return laneAddress(B, Of);
  case Slot::Length:
    return accessBytes(B, Of);
  case Slot::Mask:
    return laneMask(B, Of);
  }
  llvm_unreachable("a slot of no kind");
}

Value *memfacet::emitRecord(const RecordPart &Part, const Entries &Runtime,
                            Cursor &Local) {
  const auto &[R, Plan, Header, Record, Check, Verify] = Part;
  Emitter E(Local, Header->getContext());
  if (Check)
    checkRoom(R.Start, Runtime, Local);
  if (Record)
    E.goOn(Record);
  else
    E.begin(R.Start);
  E.header(R.Start, Header, Plan);
  size_t At = Plan.Begin;
  for (const Slot &S : Plan.Slots)
    E.slot(S, At++);
  for (size_t I = 0; Verify && I != R.Accesses.size(); ++I)
    E.address(R.Accesses[I], At++);
  return E.record();
}

void memfacet::emitJoined(const Run &R, Value *Header, Cursor &Local) {
  PlainBuilder B(R.Start);
  storeHeader(B, Header, Local.record(B));
}
