//===- Emitter.cpp - the code that writes records -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/recording/Emitter.h"
#include "memfacet/Check.h"
#include "pass/accesses/Accesses.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::recording;

namespace {

class Emitter {
public:
  Emitter(Cursor &Local, LLVMContext &Context)
      : Local(Local), Int64(Type::getInt64Ty(Context)) {}

  void begin(Instruction *Start);
  void continueRecord(Value *Previous) { Record = Previous; }
  void header(Instruction *Start, Value *Header, const runs::RunPlan &Plan);
  Value *record() const { return Record; }
  void slot(const runs::Slot &S, size_t Index);
  void address(const accesses::Access &A, size_t Index);

private:
  Value *wordAt(IRBuilder<> &B, size_t Index) {
    return B.CreateConstInBoundsGEP1_64(Int64, Record, Index);
  }

  Cursor &Local;
  Type *Int64;
  Value *Record = nullptr;
};

} // namespace

void memfacet::recording::checkRoom(Instruction *Start,
                                    const interface::Entries &Runtime,
                                    Cursor &Local) {
  constexpr uint32_t RareWeight = 1, UsualWeight = 1u << 20;
  interface::PlainBuilder B(Start);
  Value *Limit = B.CreateLoad(Runtime.Cursor->getValueType(), Runtime.Limit);
  Value *Full = B.CreateICmpUGE(Local.get(B), Limit);
  Instruction *Slow = SplitBlockAndInsertIfThen(
      Full, Start, false,
      MDBuilder(Start->getContext())
          .createBranchWeights(RareWeight, UsualWeight));
  interface::PlainBuilder SlowBuilder(Slow);
  if (Local.isCarried())
    return Local.makeRoom(SlowBuilder);
  Local.publish(SlowBuilder);
  SlowBuilder.CreateCall(Runtime.Next)
      ->setCallingConv(CallingConv::PreserveAll);
  Local.refresh(SlowBuilder);
}

void Emitter::begin(Instruction *Start) {
  interface::PlainBuilder B(Start);
  Record = Local.get(B);
  Local.setRecord(B, Record);
}

/// Volatile: a reader in another process must never see a slot before the
/// header that counts it, and a crash must find the header of how far it came.
void memfacet::recording::storeHeader(interface::PlainBuilder &B, Value *Header,
                                      Value *Record) {
  MEMFACET_CHECK(Header && Record, "a record names its row");
  B.CreateStore(Header, Record, /*isVolatile=*/true);
}

void Emitter::header(Instruction *Start, Value *Header,
                     const runs::RunPlan &Plan) {
  MEMFACET_CHECK(Record, "a record is begun or continued first");
  interface::PlainBuilder B(Start);
  if (Header)
    storeHeader(B, Header, Record);
  Local.set(B, wordAt(B, Plan.End));
}

/// Returns the word for a slot with content \p Kind of access \p Accessed; \p V
/// is Slot::Value.
static Value *slotContent(IRBuilder<> &B, runs::Slot::Content Kind, Value *V,
                          const accesses::Access &Accessed) {
  switch (Kind) {
  case runs::Slot::Address:
    return V;
  case runs::Slot::Lane:
    return accesses::laneAddress(B, Accessed);
  case runs::Slot::Length:
    return accesses::accessBytes(B, Accessed);
  case runs::Slot::Mask:
    return accesses::laneMask(B, Accessed);
  }
  llvm_unreachable("a slot of no kind");
}

void Emitter::slot(const runs::Slot &S, size_t Index) {
  interface::PlainBuilder B(S.Source->position());
  B.CreateStore(slotContent(B, S.Kind, S.Value, *S.Source), wordAt(B, Index));
}

void Emitter::address(const accesses::Access &A, size_t Index) {
  interface::PlainBuilder B(A.position());
  B.CreateStore(addressWord(B, A), wordAt(B, Index));
}

Value *memfacet::recording::addressWord(interface::PlainBuilder &B,
                                        const accesses::Access &A) {
  return A.Shape == SiteShape::Blind
             ? Constant::getNullValue(PointerType::get(B.getContext(), 0))
             : accesses::accessAddress(B, A);
}

Value *memfacet::recording::emitRecord(const RunRecord &Part,
                                       const interface::Entries &Runtime,
                                       Cursor &Local) {
  const auto &[R, Plan, Header, Record, Check, Verify] = Part;
  MEMFACET_CHECK(Plan.Sites.size() == R.Accesses.size(),
                 "the plan is that of the run");
  Emitter E(Local, R.Start->getContext());
  if (Check)
    checkRoom(R.Start, Runtime, Local);
  if (Record)
    E.continueRecord(Record);
  else
    E.begin(R.Start);
  E.header(R.Start, Header, Plan);
  size_t Index = Plan.Begin;
  for (const runs::Slot &S : Plan.Slots)
    E.slot(S, Index++);
  for (size_t I = 0; Verify && I != R.Accesses.size(); ++I)
    E.address(R.Accesses[I], Index++);
  MEMFACET_CHECK(Index == Plan.End, "a run fills the words that it planned");
  return E.record();
}

void memfacet::recording::emitJunction(const runs::Run &R, Value *Header,
                                       Cursor &Local) {
  interface::PlainBuilder B(R.Start);
  storeHeader(B, Header, Local.record(B));
}

namespace {

class LoopEmitter {
public:
  LoopEmitter(const LoopRecord &Loop, const interface::Entries &Runtime,
              Cursor &Local)
      : Loop(Loop), Runtime(Runtime), Local(Local),
        HeaderBlock(*Loop.R.Start->getParent()),
        Pointer(Loop.Header->getType()) {}

  AllocaInst *insert();

private:
  void enter();
  void begin(Instruction *InsertPoint);
  void continueRecord(Instruction *InsertPoint, Value *CurrentRow);
  void writeOwnSlots();
  Value *rowAt(interface::PlainBuilder &B, Value *Row, uint64_t Rows) const {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Row,
                                        Rows * sizeof(memfacet::Block));
  }
  Value *wordAt(interface::PlainBuilder &B, Value *Record, int64_t Word) const {
    return B.CreateConstGEP1_64(B.getInt64Ty(), Record, uint64_t(Word));
  }

  const LoopRecord &Loop;
  const interface::Entries &Runtime;
  Cursor &Local;
  BasicBlock &HeaderBlock; ///< with the loop's phi nodes, also when it is cut
  Type *Pointer;
  AllocaInst *Row = nullptr;
};

} // namespace

void LoopEmitter::enter() {
  interface::PlainBuilder Top(
      &*HeaderBlock.getParent()->getEntryBlock().begin());
  Row = Top.CreateAlloca(Pointer);
  interface::PlainBuilder B(Loop.Path.Predecessor->getTerminator());
  B.CreateStore(rowAt(B, Loop.Header, Loop.Path.times() - 1), Row);
}

/// Begins a record for the iterations from this one on.
void LoopEmitter::begin(Instruction *InsertPoint) {
  checkRoom(InsertPoint, Runtime, Local);
  const runs::RunPlan &First = Loop.Path.Iterations.front();
  MEMFACET_CHECK(Loop.Path.SharedSlots <= First.Slots.size(),
                 "the shared slots are the first ones");
  const BasicBlock &Rest = *Loop.R.Start->getParent();
  interface::PlainBuilder B(InsertPoint);
  Value *Record = Local.get(B);
  Local.setRecord(B, Record);
  storeHeader(B, Loop.Header, Record);
  B.CreateStore(Loop.Header, Row);
  for (unsigned I = 0; I != Loop.Path.SharedSlots; ++I)
    B.CreateStore(runs::computeEarly(First.Slots[I].Value, Rest, InsertPoint),
                  wordAt(B, Record, First.Begin + I));
  Local.set(B, wordAt(B, Record, First.End));
}

void LoopEmitter::continueRecord(Instruction *InsertPoint, Value *CurrentRow) {
  interface::PlainBuilder B(InsertPoint);
  Value *Next = rowAt(B, CurrentRow, 1);
  storeHeader(B, Next, Local.record(B));
  B.CreateStore(Next, Row);
  if (Loop.Path.OwnWords != 0)
    Local.set(B, wordAt(B, Local.get(B), Loop.Path.OwnWords));
}

/// Writes the iteration's own slots; the cursor has passed them already.
void LoopEmitter::writeOwnSlots() {
  if (Loop.Path.OwnWords == 0)
    return;
  interface::PlainBuilder Start(Loop.R.Start);
  Value *End = Local.get(Start);
  int64_t Word = -int64_t(Loop.Path.OwnWords);
  const auto &Slots = Loop.Path.Iterations.front().Slots;
  for (const runs::Slot &S :
       ArrayRef(Slots).drop_front(Loop.Path.SharedSlots)) {
    interface::PlainBuilder B(S.Source->position());
    B.CreateStore(slotContent(B, S.Kind, S.Value, *S.Source),
                  wordAt(B, End, Word++));
  }
  if (Loop.Verify)
    for (const accesses::Access &A : Loop.R.Accesses) {
      interface::PlainBuilder B(A.position());
      B.CreateStore(addressWord(B, A), wordAt(B, End, Word++));
    }
  MEMFACET_CHECK(Word == 0, "an iteration fills the words that it adds");
}

AllocaInst *LoopEmitter::insert() {
  constexpr uint32_t RareWeight = 1, UsualWeight = 7;
  enter();
  interface::PlainBuilder B(Loop.R.Start);
  Value *CurrentRow = B.CreateLoad(Pointer, Row);
  Value *IsLast =
      B.CreateICmpEQ(CurrentRow, rowAt(B, Loop.Header, Loop.Path.times() - 1));
  Instruction *BeginEnd, *ContinueEnd;
  SplitBlockAndInsertIfThenElse(
      IsLast, Loop.R.Start, &BeginEnd, &ContinueEnd,
      MDBuilder(B.getContext()).createBranchWeights(RareWeight, UsualWeight));
  continueRecord(ContinueEnd, CurrentRow);
  begin(BeginEnd);
  writeOwnSlots();
  return Row;
}

AllocaInst *memfacet::recording::emitLoopRecord(
    const LoopRecord &Loop, const interface::Entries &Runtime, Cursor &Local) {
  MEMFACET_CHECK(Loop.Path.Predecessor && !Loop.Path.Iterations.empty(),
                 "the loop has one entry and a path");
  return LoopEmitter(Loop, Runtime, Local).insert();
}
