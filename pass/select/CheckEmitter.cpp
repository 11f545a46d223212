//===- CheckEmitter.cpp - the code that selects accesses ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs and their accesses are taken from the last to the first: each check cuts
// its block, and then only what follows up to the next check has to move. So
// the time is linear in a block's length.
//
//===----------------------------------------------------------------------===//

#include "pass/select/CheckEmitter.h"
#include "pass/select/CopiedRuns.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;

void CheckEmitter::call(PlainBuilder &B, FunctionCallee Callee,
                        ArrayRef<Value *> Arguments) {
  B.CreateCall(Callee, Arguments)->setCallingConv(CallingConv::PreserveAll);
}

void CheckEmitter::callMark(PlainBuilder &B, const Item &I) {
  const Access &A = *I.Of;
  Value *Bytes =
      A.Size == 0 && A.Extra ? accessBytes(B, A) : B.getInt64(A.Size);
  call(B, Runtime.Mark,
       {B.CreatePtrToInt(A.Pointer, B.getInt64Ty()), SiteOf(I.Run, I.Number),
        Bytes});
}

/// The end of a block that is executed where \p Condition holds, before \p
/// Before.
Instruction *CheckEmitter::ifSo(Value *Condition, Instruction *Before) {
  constexpr uint32_t Seldom = 1, Mostly = 1u << 10;
  return SplitBlockAndInsertIfThen(
      Condition, Before, /*Unreachable=*/false,
      MDBuilder(F.getContext()).createBranchWeights(Seldom, Mostly));
}

static Value *load(PlainBuilder &B, GlobalVariable *Of) {
  return B.CreateLoad(B.getInt64Ty(), B.CreateThreadLocalAddress(Of));
}

/// Whether \p Lines, of the thread, have the line of \p Address.
Value *CheckEmitter::hasLine(PlainBuilder &B, GlobalVariable *Lines,
                             Value *Address) {
  Value *Residue = B.CreateAnd(B.CreateLShr(Address, SelectLineShift),
                               B.getInt64(SelectResidues - 1));
  Value *Loaded = LoadedOnce.lookup(Lines);
  return B.CreateTrunc(B.CreateLShr(Loaded ? Loaded : load(B, Lines), Residue),
                       B.getInt1Ty());
}

/// Loads what several of \p Checks look at once, before all that is inserted
/// for
/// \p R. It changes only where the runtime is called, which looks at each
/// access itself: lines that are not chosen any more may still be found.
void CheckEmitter::loadOnce(const Run &R, ArrayRef<CheckedAccesses> Checks) {
  LoadedOnce.clear();
  if (R.HasCall || Checks.empty())
    return;
  Instruction *First = R.Accesses.front().position();
  if (any_of(R.Accesses, [&](const Access &A) {
        return A.position()->getParent() != First->getParent();
      }))
    return;
  ptrdiff_t OneLine =
      count_if(Checks, [](const CheckedAccesses &C) { return C.OneLine; });
  Instruction *Later = Inserted.lookup(First);
  PlainBuilder B(Later ? Later : First);
  if (OneLine > 1)
    LoadedOnce[Runtime.Lines] = load(B, Runtime.Lines);
  if (ptrdiff_t(Checks.size()) - OneLine > 1)
    LoadedOnce[Runtime.Spans] = load(B, Runtime.Spans);
}

/// Whether the line of \p Address is chosen.
Value *CheckEmitter::oneLineChosen(PlainBuilder &B, Value *Address) {
  return hasLine(B, Runtime.Lines, Address);
}

/// Whether some of at most 64 bytes from \p Address on may be in a chosen line.
Value *CheckEmitter::spanMayBeChosen(PlainBuilder &B, Value *Address) {
  return hasLine(B, Runtime.Spans, Address);
}

/// The same of any number of bytes. If they are none, or more than 64, the
/// runtime must look.
Value *CheckEmitter::mayBeChosen(PlainBuilder &B, Value *Address,
                                 Value *Bytes) {
  Value *Span = B.CreateSub(Bytes, B.getInt64(1));
  Value *Other = B.CreateICmpUGE(Span, B.getInt64(SelectLineBytes));
  return B.CreateOr(Other, spanMayBeChosen(B, Address));
}

/// Whether some of at most 64 bytes are in a chosen line; of more, true.
Value *CheckEmitter::isChosen(PlainBuilder &B, Value *Address, Value *Bytes) {
  Value *Span = B.CreateSub(Bytes, B.getInt64(1));
  Value *Other = B.CreateICmpUGE(Span, B.getInt64(SelectLineBytes));
  return B.CreateOr(Other,
                    B.CreateOr(oneLineChosen(B, Address),
                               oneLineChosen(B, B.CreateAdd(Address, Span))));
}

/// \p Chosen: what becomes true if some of \p C may be chosen, or null.
void CheckEmitter::check(const Run &R, size_t Number, const CheckedAccesses &C,
                         Instruction *Before, AllocaInst *Chosen) {
  PlainBuilder B(Before);
  Value *Address =
      B.CreatePtrToInt(R.Accesses[C.First].Pointer, B.getInt64Ty());
  if (C.Low != 0)
    Address = B.CreateAdd(Address, B.getInt64(uint64_t(C.Low)));
  Value *Wanted =
      C.OneLine ? oneLineChosen(B, Address) : spanMayBeChosen(B, Address);
  Instruction *End = ifSo(Wanted, Before);
  if (Chosen)
    PlainBuilder(End).CreateStore(ConstantInt::getTrue(F.getContext()), Chosen);
  if (!C.OneLine) {
    PlainBuilder Exact(End);
    Value *Last = Exact.CreateAdd(Address, Exact.getInt64(C.Bytes - 1));
    End = ifSo(Exact.CreateOr(oneLineChosen(Exact, Address),
                              oneLineChosen(Exact, Last)),
               End);
  }
  PlainBuilder Then(End);
  for (uint32_t I = 0; I != C.Count; ++I) {
    const Access &A = R.Accesses[C.First + I];
    FunctionCallee Callee = !C.only(I, A).OneLine        ? Runtime.Across
                            : A.Kind == AccessKind::Load ? Runtime.Load
                                                         : Runtime.Store;
    Value *Where =
        C.Offsets[I] == 0
            ? Address
            : Then.CreateAdd(Address, Then.getInt64(uint64_t(C.Offsets[I])));
    call(Then, Callee, {Where, SiteOf(Number, C.First + I)});
  }
}

/// An access of any length, or of lanes of which some may be inactive. One
/// without bytes is told, too: it is none.
void CheckEmitter::alone(const Item &I, Instruction *Before) {
  const Access &A = *I.Of;
  PlainBuilder B(Before);
  Value *Address = B.CreatePtrToInt(accessAddress(B, A), B.getInt64Ty());
  if (A.Shape == SiteShape::Masked)
    return call(B, Runtime.Lanes,
                {Address, SiteOf(I.Run, I.Number), laneMask(B, A)});
  Value *Bytes =
      A.Shape == SiteShape::Range ? accessBytes(B, A) : B.getInt64(A.Size);
  Value *Wanted = mayBeChosen(B, Address, Bytes);
  // That of an inactive lane is 0.
  if (A.Lane >= 0)
    Wanted = B.CreateOr(Wanted, B.CreateIsNull(Address));
  PlainBuilder Then(ifSo(Wanted, Before));
  call(Then, Runtime.Range, {Address, SiteOf(I.Run, I.Number), Bytes});
}

/// Whether the frame is recorded by now.
Value *CheckEmitter::frameRecorded(PlainBuilder &B) {
  return B.CreateLoad(B.getInt1Ty(), Recorded);
}

/// Prepares what marks of frames need, if there are any in \p Runs.
void CheckEmitter::findFrame(const std::vector<Run> &Runs) {
  bool HasMarks = false;
  for (size_t I = 0; I != Runs.size(); ++I)
    for (uint32_t Number = 0; Number != Runs[I].Accesses.size(); ++Number) {
      const Access &A = Runs[I].Accesses[Number];
      HasMarks |= isStackMark(A.Shape);
      if (A.Shape == SiteShape::FrameBegin)
        FrameBegin = {&A, I, Number};
    }
  if (!HasMarks)
    return;
  PlainBuilder B(&F.getEntryBlock().front());
  Recorded = B.CreateAlloca(B.getInt1Ty());
  B.CreateStore(B.getFalse(), Recorded);
}

void CheckEmitter::beginLocal(const Item &I, Instruction *Before) {
  const Access &A = *I.Of;
  PlainBuilder B(Before);
  Value *Bytes =
      A.Size == 0 && A.Extra ? accessBytes(B, A) : B.getInt64(A.Size);
  Value *Address = B.CreatePtrToInt(A.Pointer, B.getInt64Ty());
  Instruction *Then = ifSo(mayBeChosen(B, Address, Bytes), Before);
  PlainBuilder Exact(Then);
  Then = ifSo(isChosen(Exact, Address, Bytes), Then);
  PlainBuilder Mark(Then);
  callMark(Mark, I);
  Mark.CreateStore(Mark.getTrue(), Recorded);
  if (!FrameBegin.Of)
    return;
  Instruction *First = &Then->getParent()->front();
  PlainBuilder Frame(First);
  PlainBuilder New(ifSo(Frame.CreateNot(frameRecorded(Frame)), First));
  callMark(New, FrameBegin);
}

void CheckEmitter::mark(const Item &I, Instruction *Before) {
  PlainBuilder B(Before);
  switch (I.Of->Shape) {
  case SiteShape::FrameBegin:
    return;
  case SiteShape::LocalBegin:
    return beginLocal(I, Before);
  case SiteShape::LocalEnd:
  case SiteShape::FrameEnd: {
    PlainBuilder Then(ifSo(frameRecorded(B), Before));
    return callMark(Then, I);
  }
  default:
    return callMark(B, I);
  }
}

/// Inserts \p Checks, which are some of those planned for \p R, and its marks.
/// All of them are inserted in \p Loop.
void CheckEmitter::emitRun(const Run &R, size_t Number,
                           ArrayRef<CheckedAccesses> Checks,
                           const QuietLoop *Loop) {
  const CheckStrides Strides =
      Loop ? Loop->Strides.lookup(Number) : CheckStrides();
  loadOnce(R, Checks);
  for (size_t I = R.Accesses.size(); I-- != 0;) {
    Item Now = {&R.Accesses[I], Number, uint32_t(I)};
    bool IsMark = isStackMark(Now.Of->Shape);
    bool IsCheck = !Checks.empty() && Checks.back().First == I;
    if (!IsMark && !IsCheck)
      continue;
    Instruction *&First = Inserted[Now.Of->position()];
    Instruction *Before = First ? First : Now.Of->position();
    BasicBlock *Block = Before->getParent();
    Instruction *Previous = Before->getPrevNode();
    if (IsMark)
      mark(Now, Before);
    else if (Checks.back().Alone)
      alone(Now, Before);
    else
      check(R, Number, Checks.back(), Before,
            Loop && Strides[Checks.size() - 1] ? Loop->Chosen : nullptr);
    if (IsCheck)
      Checks = Checks.drop_back();
    First = Previous ? Previous->getNextNode() : &Block->front();
  }
}

/// Inserts the checks of \p R, run \p Number in \p Loop, that its twin has.
void CheckEmitter::emitTwin(const Run &R, size_t Number,
                            const QuietLoop &Loop) {
  CopiedRuns Twin(Loop.Twins, {R});
  const CheckStrides Strides = Loop.Strides.lookup(Number);
  std::vector<CheckedAccesses> Checks = planChecks(R), Others;
  for (size_t I = 0; I != Checks.size(); ++I)
    if (!Strides[I])
      Others.push_back(Checks[I]);
  emitRun(Twin.runs().front(), Number, Others, nullptr);
}

void CheckEmitter::emit(const std::vector<Run> &Runs,
                        SmallVectorImpl<AllocaInst *> &Variables) {
  findFrame(Runs);
  if (Recorded)
    Variables.push_back(Recorded);
  for (size_t I = Runs.size(); I-- != 0;) {
    const QuietLoop *Loop = Quiet.find(I);
    emitRun(Runs[I], I, planChecks(Runs[I]), Loop);
    if (Loop)
      emitTwin(Runs[I], I, *Loop);
  }
}
