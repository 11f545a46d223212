//===- CheckEmitter.cpp - the code that selects accesses ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs and their accesses are taken from the last to the first: each check cuts
// its block, and then only what follows up to the next check has to move. So
// the time is linear in a block's length.
//
//===----------------------------------------------------------------------===//

#include "pass/select/CheckEmitter.h"
#include "memfacet/Check.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

/// Longer accesses meet chosen lines most of the time.
static constexpr uint64_t MostCheckedBytes = 16 * SelectLineBytes;

void CheckEmitter::call(interface::PlainBuilder &B, FunctionCallee Callee,
                        ArrayRef<Value *> Arguments) {
  B.CreateCall(Callee, Arguments)->setCallingConv(CallingConv::PreserveAll);
}

void CheckEmitter::callMark(interface::PlainBuilder &B, const Item &I) {
  const accesses::Access &A = *I.Source;
  Value *Bytes =
      A.Size == 0 && A.Extra ? accesses::accessBytes(B, A) : B.getInt64(A.Size);
  call(B, Runtime.Mark,
       {B.CreatePtrToInt(A.Pointer, B.getInt64Ty()), SiteOf(I.Run, I.Number),
        Bytes});
}

/// Returns the end of a block that is executed where \p Condition holds, before
/// \p InsertPoint.
Instruction *CheckEmitter::splitIf(Value *Condition, Instruction *InsertPoint) {
  constexpr uint32_t RareWeight = 1, UsualWeight = 1u << 10;
  return SplitBlockAndInsertIfThen(
      Condition, InsertPoint, /*Unreachable=*/false,
      MDBuilder(F.getContext()).createBranchWeights(RareWeight, UsualWeight));
}

static Value *load(interface::PlainBuilder &B, GlobalVariable *Variable) {
  return B.CreateLoad(B.getInt64Ty(), B.CreateThreadLocalAddress(Variable));
}

/// Emits whether \p Mask has the line of \p Address.
static Value *hasLine(interface::PlainBuilder &B, Value *Mask, Value *Address) {
  Value *Residue = B.CreateAnd(B.CreateLShr(Address, SelectLineShift),
                               B.getInt64(SelectResidues - 1));
  return B.CreateTrunc(B.CreateLShr(Mask, Residue), B.getInt1Ty());
}

/// Emits whether an access of \p C, whose lowest byte is at \p Address, may be
/// in a chosen line.
Value *CheckEmitter::mayMatch(interface::PlainBuilder &B,
                              const CheckedAccesses &C, Value *Address) {
  AllocaInst *Known = C.IsOneLine ? Lines : Spans;
  if (!C.LoadsMask)
    return hasLine(B, B.CreateLoad(B.getInt64Ty(), Known), Address);
  Value *Mask = load(B, C.IsOneLine ? Runtime.Lines : Runtime.Spans);
  B.CreateStore(Mask, Known);
  return hasLine(B, Mask, Address);
}

/// Emits whether one of \p Bytes bytes, more than a line and less than all
/// residues, may be in a chosen line.
Value *CheckEmitter::linesMayBeChosen(interface::PlainBuilder &B,
                                      Value *Address, uint64_t Bytes) {
  uint64_t MostLines = (Bytes - 2) / SelectLineBytes + 2;
  MEMFACET_CHECK(MostLines < SelectResidues, "some residues are left out");
  Value *Mask = load(B, Runtime.Lines);
  Value *Residue = B.CreateLShr(Address, SelectLineShift);
  Value *Rotated = B.CreateIntrinsic(Intrinsic::fshr, {B.getInt64Ty()},
                                     {Mask, Mask, Residue});
  return B.CreateIsNotNull(
      B.CreateAnd(Rotated, B.getInt64((uint64_t(1) << MostLines) - 1)));
}

/// Emits whether one of \p Bytes bytes may be in a chosen line: also true for
/// 0 and for more than 64, where the runtime must test.
Value *CheckEmitter::mayBeChosen(interface::PlainBuilder &B, Value *Address,
                                 Value *Bytes) {
  Value *Span = B.CreateSub(Bytes, B.getInt64(1));
  Value *NeedsCall = B.CreateICmpUGE(Span, B.getInt64(SelectLineBytes));
  return B.CreateOr(NeedsCall, hasLine(B, load(B, Runtime.Spans), Address));
}

/// Emits whether one of at most 64 bytes is in a chosen line; true for more.
Value *CheckEmitter::isChosen(interface::PlainBuilder &B, Value *Address,
                              Value *Bytes) {
  Value *Span = B.CreateSub(Bytes, B.getInt64(1));
  Value *NeedsCall = B.CreateICmpUGE(Span, B.getInt64(SelectLineBytes));
  Value *Mask = load(B, Runtime.Lines);
  return B.CreateOr(NeedsCall,
                    B.CreateOr(hasLine(B, Mask, Address),
                               hasLine(B, Mask, B.CreateAdd(Address, Span))));
}

/// Inserts the check of \p C. \p Chosen, if not null, becomes true where an
/// access of \p C may be chosen.
void CheckEmitter::check(const runs::Run &R, size_t Number,
                         const CheckedAccesses &C, Instruction *InsertPoint,
                         AllocaInst *Chosen) {
  MEMFACET_CHECK(C.Count != 0 && C.First + C.Count <= R.Accesses.size(),
                 "a check is for accesses of the run");
  MEMFACET_CHECK(C.Bytes != 0 && C.Bytes <= SelectLineBytes,
                 "the accesses of a check span at most a line");
  interface::PlainBuilder B(InsertPoint);
  Value *Address =
      B.CreatePtrToInt(R.Accesses[C.First].Pointer, B.getInt64Ty());
  if (C.Low != 0)
    Address = B.CreateAdd(Address, B.getInt64(uint64_t(C.Low)));
  Instruction *End = splitIf(mayMatch(B, C, Address), InsertPoint);
  if (Chosen)
    interface::PlainBuilder(End).CreateStore(
        ConstantInt::getTrue(F.getContext()), Chosen);
  if (!C.IsOneLine) {
    interface::PlainBuilder ExactBuilder(End);
    Value *Last =
        ExactBuilder.CreateAdd(Address, ExactBuilder.getInt64(C.Bytes - 1));
    Value *Mask = load(ExactBuilder, Runtime.Lines);
    End = splitIf(ExactBuilder.CreateOr(hasLine(ExactBuilder, Mask, Address),
                                        hasLine(ExactBuilder, Mask, Last)),
                  End);
  }
  interface::PlainBuilder ThenBuilder(End);
  for (uint32_t I = 0; I != C.Count; ++I) {
    const accesses::Access &A = R.Accesses[C.First + I];
    FunctionCallee Callee = !C.single(I, A).IsOneLine    ? Runtime.Across
                            : A.Kind == AccessKind::Load ? Runtime.Load
                                                         : Runtime.Store;
    Value *ByteAddress =
        C.Offsets[I] == 0
            ? Address
            : ThenBuilder.CreateAdd(
                  Address, ThenBuilder.getInt64(uint64_t(C.Offsets[I])));
    call(ThenBuilder, Callee, {ByteAddress, SiteOf(Number, C.First + I)});
  }
}

/// Checks an access of any length, or of lanes of which some may be inactive.
/// An access without bytes is passed to the runtime, which ignores it.
void CheckEmitter::checkSingle(const Item &I, Instruction *InsertPoint) {
  const accesses::Access &A = *I.Source;
  interface::PlainBuilder B(InsertPoint);
  Value *Address =
      B.CreatePtrToInt(accesses::accessAddress(B, A), B.getInt64Ty());
  if (A.Shape == SiteShape::Masked)
    return call(B, Runtime.Lanes,
                {Address, SiteOf(I.Run, I.Number), accesses::laneMask(B, A)});
  Value *Bytes = A.Shape == SiteShape::Range ? accesses::accessBytes(B, A)
                                             : B.getInt64(A.Size);
  auto *Length = dyn_cast<ConstantInt>(Bytes);
  bool IsSomeLines = Length && Length->getZExtValue() > SelectLineBytes &&
                     Length->getZExtValue() <= MostCheckedBytes;
  Value *MayMatch = IsSomeLines
                        ? linesMayBeChosen(B, Address, Length->getZExtValue())
                        : mayBeChosen(B, Address, Bytes);
  // The address of an inactive lane is 0.
  if (A.Lane >= 0)
    MayMatch = B.CreateOr(MayMatch, B.CreateIsNull(Address));
  interface::PlainBuilder ThenBuilder(splitIf(MayMatch, InsertPoint));
  call(ThenBuilder, Runtime.Range, {Address, SiteOf(I.Run, I.Number), Bytes});
}

/// Emits whether the frame has been recorded.
Value *CheckEmitter::frameRecorded(interface::PlainBuilder &B) {
  MEMFACET_CHECK(RecordedFlag, "findFrame prepares a function with marks");
  return B.CreateLoad(B.getInt1Ty(), RecordedFlag);
}

/// Prepares what marks of frames need, if there are any in \p Runs.
void CheckEmitter::findFrame(const std::vector<runs::Run> &Runs) {
  bool HasMarks = false;
  for (size_t I = 0; I != Runs.size(); ++I)
    for (uint32_t Number = 0; Number != Runs[I].Accesses.size(); ++Number) {
      const accesses::Access &A = Runs[I].Accesses[Number];
      HasMarks |= isStackMark(A.Shape);
      if (A.Shape != SiteShape::FrameBegin)
        continue;
      MEMFACET_CHECK(!FrameBegin.Source, "a function begins one frame");
      FrameBegin = {&A, I, Number};
    }
  if (!HasMarks)
    return;
  interface::PlainBuilder B(&F.getEntryBlock().front());
  RecordedFlag = B.CreateAlloca(B.getInt1Ty());
  B.CreateStore(B.getFalse(), RecordedFlag);
}

void CheckEmitter::beginLocal(const Item &I, Instruction *InsertPoint) {
  const accesses::Access &A = *I.Source;
  interface::PlainBuilder B(InsertPoint);
  Value *Bytes =
      A.Size == 0 && A.Extra ? accesses::accessBytes(B, A) : B.getInt64(A.Size);
  Value *Address = B.CreatePtrToInt(A.Pointer, B.getInt64Ty());
  Instruction *ThenEnd = splitIf(mayBeChosen(B, Address, Bytes), InsertPoint);
  interface::PlainBuilder ExactBuilder(ThenEnd);
  ThenEnd = splitIf(isChosen(ExactBuilder, Address, Bytes), ThenEnd);
  interface::PlainBuilder MarkBuilder(ThenEnd);
  callMark(MarkBuilder, I);
  MarkBuilder.CreateStore(MarkBuilder.getTrue(), RecordedFlag);
  if (!FrameBegin.Source)
    return;
  Instruction *ThenStart = &ThenEnd->getParent()->front();
  interface::PlainBuilder FrameBuilder(ThenStart);
  interface::PlainBuilder NewFrameBuilder(
      splitIf(FrameBuilder.CreateNot(frameRecorded(FrameBuilder)), ThenStart));
  callMark(NewFrameBuilder, FrameBegin);
}

void CheckEmitter::mark(const Item &I, Instruction *InsertPoint) {
  interface::PlainBuilder B(InsertPoint);
  switch (I.Source->Shape) {
  case SiteShape::FrameBegin:
    return;
  case SiteShape::LocalBegin:
    return beginLocal(I, InsertPoint);
  case SiteShape::LocalEnd:
  case SiteShape::FrameEnd: {
    interface::PlainBuilder ThenBuilder(splitIf(frameRecorded(B), InsertPoint));
    return callMark(ThenBuilder, I);
  }
  default:
    return callMark(B, I);
  }
}

/// Inserts the checks and the marks of a run.
void CheckEmitter::emitRun(const RunChecks &Planned) {
  const runs::Run &R = *Planned.Run;
  const QuietLoop *Loop = Planned.Loop;
  ArrayRef<CheckedAccesses> Checks = Planned.Checks;
  const CheckStrides Strides =
      Loop ? Loop->Strides.lookup(Planned.Number) : CheckStrides();
  MEMFACET_CHECK(!Loop || Strides.size() == Checks.size(),
                 "a quiet loop has a stride for each check of its runs");
  for (size_t I = R.Accesses.size(); I-- != 0;) {
    Item Current = {&R.Accesses[I], Planned.Number, uint32_t(I)};
    bool IsMark = isStackMark(Current.Source->Shape);
    bool IsCheck = !Checks.empty() && Checks.back().First == I;
    if (!IsMark && !IsCheck)
      continue;
    Instruction *&First = InsertedCode[Current.Source->position()];
    Instruction *InsertPoint = First ? First : Current.Source->position();
    BasicBlock *Block = InsertPoint->getParent();
    Instruction *Previous = InsertPoint->getPrevNode();
    if (IsMark)
      mark(Current, InsertPoint);
    else if (Checks.back().IsSingle)
      checkSingle(Current, InsertPoint);
    else
      check(R, Planned.Number, Checks.back(), InsertPoint,
            Loop && Strides[Checks.size() - 1] ? Loop->Chosen : nullptr);
    if (IsCheck)
      Checks = Checks.drop_back();
    First = Previous ? Previous->getNextNode() : &Block->front();
  }
  MEMFACET_CHECK(Checks.empty(), "each check begins at an access of its run");
}

/// Plans the checks of \p R, run \p Number in \p Loop, that its twin has.
void CheckEmitter::planTwin(const runs::Run &R, size_t Number,
                            const QuietLoop &Loop) {
  Twins.emplace_back(Loop.Twins, std::vector<runs::Run>{R});
  const CheckStrides Strides = Loop.Strides.lookup(Number);
  std::vector<CheckedAccesses> Checks = planChecks(R), TwinChecks;
  MEMFACET_CHECK(Strides.size() == Checks.size(),
                 "a quiet loop has a stride for each check of its runs");
  for (size_t I = 0; I != Checks.size(); ++I)
    if (!Strides[I])
      TwinChecks.push_back(Checks[I]);
  Planned.push_back(
      {&Twins.back().runs().front(), Number, std::move(TwinChecks), nullptr});
}

void CheckEmitter::planAll(const std::vector<runs::Run> &Runs) {
  for (size_t I = 0; I != Runs.size(); ++I) {
    const QuietLoop *Loop = Quiet.find(I);
    if (Loop)
      planTwin(Runs[I], I, *Loop);
    Planned.push_back({&Runs[I], I, planChecks(Runs[I]), Loop});
  }
  planMasks(F, Planned);
}

void CheckEmitter::emit(const std::vector<runs::Run> &Runs,
                        SmallVectorImpl<AllocaInst *> &Variables) {
  MEMFACET_CHECK(Planned.empty() && InsertedCode.empty(),
                 "the checks of a function are inserted once");
  planAll(Runs);
  findFrame(Runs);
  interface::PlainBuilder B(&F.getEntryBlock().front());
  for (AllocaInst **Variable : {&Lines, &Spans}) {
    *Variable = B.CreateAlloca(B.getInt64Ty());
    Variables.push_back(*Variable);
  }
  if (RecordedFlag)
    Variables.push_back(RecordedFlag);
  for (const RunChecks &R : reverse(Planned))
    emitRun(R);
}
