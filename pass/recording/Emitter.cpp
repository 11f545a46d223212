//===- Emitter.cpp - the code that writes records -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/recording/Emitter.h"
#include "pass/accesses/Accesses.h"
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
  Local.set(B, wordAt(B, Plan.End));
}

/// The word for a slot with content \p What of access \p Of; \p V is
/// Slot::Value.
static Value *slotContent(IRBuilder<> &B, Slot::Content What, Value *V,
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

Value *memfacet::emitRecord(const RunRecord &Part, const Entries &Runtime,
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

namespace {

class LoopEmitter {
public:
  LoopEmitter(const LoopRecord &Of, const Entries &Runtime, Cursor &Local)
      : Of(Of), Runtime(Runtime), Local(Local), Head(*Of.R.Start->getParent()),
        Pointer(Of.Header->getType()) {}

  AllocaInst *insert();

private:
  void enter();
  void begin(Instruction *Where);
  void goOn(Instruction *Where, Value *Now);
  void writeOwn();
  Value *rowAt(PlainBuilder &B, Value *Row, uint64_t Rows) const {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Row,
                                        Rows * sizeof(memfacet::Block));
  }
  Value *wordAt(PlainBuilder &B, Value *Record, int64_t Word) const {
    return B.CreateConstGEP1_64(B.getInt64Ty(), Record, uint64_t(Word));
  }

  const LoopRecord &Of;
  const Entries &Runtime;
  Cursor &Local;
  BasicBlock &Head; ///< with the loop's phi nodes, also when it is cut
  Type *Pointer;
  AllocaInst *Row = nullptr;
};

} // namespace

void LoopEmitter::enter() {
  PlainBuilder Top(&*Head.getParent()->getEntryBlock().begin());
  Row = Top.CreateAlloca(Pointer);
  PlainBuilder B(Of.Path.Before->getTerminator());
  B.CreateStore(rowAt(B, Of.Header, Of.Path.times() - 1), Row);
}

/// A record of its own for the iterations from this one on.
void LoopEmitter::begin(Instruction *Where) {
  checkRoom(Where, Runtime, Local);
  const RunPlan &First = Of.Path.Iterations.front();
  const BasicBlock &Rest = *Of.R.Start->getParent();
  PlainBuilder B(Where);
  Value *Record = Local.get(B);
  Local.setRecord(B, Record);
  storeHeader(B, Of.Header, Record);
  B.CreateStore(Of.Header, Row);
  for (unsigned I = 0; I != Of.Path.Shared; ++I)
    B.CreateStore(computeEarly(First.Slots[I].Value, Rest, Where),
                  wordAt(B, Record, First.Begin + I));
  Local.set(B, wordAt(B, Record, First.End));
}

void LoopEmitter::goOn(Instruction *Where, Value *Now) {
  PlainBuilder B(Where);
  Value *Next = rowAt(B, Now, 1);
  storeHeader(B, Next, Local.record(B));
  B.CreateStore(Next, Row);
  if (Of.Path.Own != 0)
    Local.set(B, wordAt(B, Local.get(B), Of.Path.Own));
}

/// The cursor is behind them already.
void LoopEmitter::writeOwn() {
  if (Of.Path.Own == 0)
    return;
  PlainBuilder Start(Of.R.Start);
  Value *End = Local.get(Start);
  int64_t Word = -int64_t(Of.Path.Own);
  const auto &Slots = Of.Path.Iterations.front().Slots;
  for (const Slot &S : ArrayRef(Slots).drop_front(Of.Path.Shared)) {
    PlainBuilder B(S.Of->position());
    B.CreateStore(slotContent(B, S.What, S.Value, *S.Of),
                  wordAt(B, End, Word++));
  }
  if (Of.Verify)
    for (const Access &A : Of.R.Accesses) {
      PlainBuilder B(A.position());
      B.CreateStore(addressWord(B, A), wordAt(B, End, Word++));
    }
}

AllocaInst *LoopEmitter::insert() {
  constexpr uint32_t Seldom = 1, Mostly = 7;
  enter();
  PlainBuilder B(Of.R.Start);
  Value *Now = B.CreateLoad(Pointer, Row);
  Value *IsLast = B.CreateICmpEQ(Now, rowAt(B, Of.Header, Of.Path.times() - 1));
  Instruction *New, *Further;
  SplitBlockAndInsertIfThenElse(
      IsLast, Of.R.Start, &New, &Further,
      MDBuilder(B.getContext()).createBranchWeights(Seldom, Mostly));
  goOn(Further, Now);
  begin(New);
  writeOwn();
  return Row;
}

AllocaInst *memfacet::emitLoopRecord(const LoopRecord &Loop,
                                     const Entries &Runtime, Cursor &Local) {
  return LoopEmitter(Loop, Runtime, Local).insert();
}
