//===- CheckEmitter.cpp - the code that looks up accesses -----------------===//

#include "pass/filter/CheckEmitter.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;

namespace {

class CheckEmitter {
public:
  CheckEmitter(const Run &R, const FilterEntries &Runtime,
               function_ref<Constant *(uint32_t)> SiteOf)
      : R(R), Runtime(Runtime), SiteOf(SiteOf) {}

  void check(const CheckedAccesses &C);
  void alone(uint32_t Number);
  void mark(uint32_t Number);

private:
  Value *field(PlainBuilder &B, Value *Entry, size_t Offset, unsigned Bytes);
  Value *entryOf(PlainBuilder &B, Value *Address);
  void pieces(const CheckedAccesses &C, Value *Address, Instruction *At);
  void line(const CheckedAccesses &C, Value *Address, Instruction *At);
  void look(const CheckedAccesses &C, Value *Address, Instruction *At);
  BasicBlock *coldBlock(const CheckedAccesses &C, Value *Address,
                        BasicBlock *Hit, BasicBlock *Behind);
  void leaveIf(Value *Condition, Instruction *At, BasicBlock *Cold);
  void call(PlainBuilder &B, FunctionCallee Callee, Value *Address,
            uint32_t Access, Value *More);

  const Run &R;
  const FilterEntries &Runtime;
  function_ref<Constant *(uint32_t)> SiteOf;
};

} // namespace

void CheckEmitter::call(PlainBuilder &B, FunctionCallee Callee, Value *Address,
                        uint32_t Access, Value *More) {
  B.CreateCall(Callee, {Address, SiteOf(Access), More})
      ->setCallingConv(CallingConv::PreserveAll);
}

/// The FrontEntry of the set of \p Address.
Value *CheckEmitter::entryOf(PlainBuilder &B, Value *Address) {
  static_assert(sizeof(FrontEntry) == 32 && FilterLineShift == 6);
  constexpr uint64_t Mask = (FrontSets - 1) * sizeof(FrontEntry);
  Value *Offset =
      B.CreateAnd(B.CreateLShr(Address, FilterLineShift - 5), B.getInt64(Mask));
  return B.CreateGEP(B.getInt8Ty(), B.CreateThreadLocalAddress(Runtime.Front),
                     Offset);
}

Value *CheckEmitter::field(PlainBuilder &B, Value *Entry, size_t Offset,
                           unsigned Bytes) {
  Value *At = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Entry, Offset);
  return B.CreateAlignedLoad(B.getIntNTy(Bytes * 8), At, Align(Bytes));
}

/// Leaves the block of \p At, before it, for \p Cold where \p Condition holds.
void CheckEmitter::leaveIf(Value *Condition, Instruction *At,
                           BasicBlock *Cold) {
  constexpr uint32_t Seldom = 1, Mostly = 1u << 10;
  BasicBlock *Block = At->getParent();
  BasicBlock *Rest = SplitBlock(Block, At);
  Instruction *End = Block->getTerminator();
  PlainBuilder(End).CreateCondBr(
      Condition, Cold, Rest,
      MDBuilder(At->getContext()).createBranchWeights(Seldom, Mostly));
  End->eraseFromParent();
}

/// Where a check finds that accesses may be changes: tells the runtime of the
/// only one, then goes on at \p Hit, where it is counted; or checks each of
/// several, then goes on at \p Behind.
BasicBlock *CheckEmitter::coldBlock(const CheckedAccesses &C, Value *Address,
                                    BasicBlock *Hit, BasicBlock *Behind) {
  BasicBlock *Cold =
      BasicBlock::Create(Hit->getContext(), "", Hit->getParent());
  if (C.Count > 1) {
    Instruction *End = BranchInst::Create(Behind, Cold);
    for (uint32_t I = 0; I != C.Count; ++I) {
      PlainBuilder B(End);
      look(C.only(I, R.Accesses[C.First + I]),
           B.CreateAdd(Address, B.getInt64(uint64_t(C.Offsets[I]))), End);
    }
    return Cold;
  }
  PlainBuilder B(BranchInst::Create(Hit, Cold));
  uint64_t About = uint64_t(C.Count) << TouchedCountShift | C.reach();
  for (uint32_t I = 0; I != C.Count; ++I) {
    const Access &A = R.Accesses[C.First + I];
    About |=
        aboutAccess(uint64_t(C.Offsets[I]), A.Size, A.Kind != AccessKind::Load)
        << (TouchedShift + I * TouchedBits);
  }
  call(B, R.Accesses[C.First].isDirect() ? Runtime.TouchLine : Runtime.Touch,
       Address, C.First, B.getInt64(About));
  return Cold;
}

/// Accesses to pieces: whether the first and the last byte that decide are in
/// the remembered one. Whose an access is, its first byte tells; but its last
/// one must be in the line.
void CheckEmitter::pieces(const CheckedAccesses &C, Value *Address,
                          Instruction *At) {
  BasicBlock *Hit = SplitBlock(At->getParent(), At);
  Instruction *End = Hit->getSinglePredecessor()->getTerminator();
  BasicBlock *Behind = SplitBlock(Hit, At);
  At = Hit->getTerminator();
  BasicBlock *Cold = coldBlock(C, Address, Hit, Behind);
  PlainBuilder B(End);
  Value *Entry = entryOf(B, Address);
  Value *Start = field(B, Entry, offsetof(FrontEntry, Start), 8);
  Value *Length = B.CreateZExt(field(B, Entry, offsetof(FrontEntry, Length), 4),
                               B.getInt64Ty());
  Value *Distance = B.CreateSub(Address, Start);
  leaveIf(B.CreateICmpUGE(Distance, Length), End, Cold);
  if (C.reach() != 0) {
    PlainBuilder Further(End);
    leaveIf(
        Further.CreateICmpUGE(
            Further.CreateAdd(Distance, Further.getInt64(C.reach())), Length),
        End, Cold);
  }
  PlainBuilder Then(At);
  Value *Counts = Then.CreateConstInBoundsGEP1_64(Then.getInt8Ty(), Entry,
                                                  offsetof(FrontEntry, Counts));
  uint64_t More = C.Loads * FilteredLoad + C.Stores * FilteredStore;
  Then.CreateStore(Then.CreateAdd(Then.CreateLoad(Then.getInt64Ty(), Counts),
                                  Then.getInt64(More)),
                   Counts);
}

/// Direct accesses: whether the first and the last byte are in the remembered
/// line.
void CheckEmitter::line(const CheckedAccesses &C, Value *Address,
                        Instruction *At) {
  BasicBlock *Hit = SplitBlock(At->getParent(), At);
  Instruction *End = Hit->getSinglePredecessor()->getTerminator();
  BasicBlock *Behind = SplitBlock(Hit, At);
  At = Hit->getTerminator();
  BasicBlock *Cold = coldBlock(C, Address, Hit, Behind);
  PlainBuilder B(End);
  Value *Entry = entryOf(B, Address);
  Value *Line = field(B, Entry, offsetof(FrontEntry, Line), 8);
  auto Outside = [&](PlainBuilder &To, Value *Byte) {
    return To.CreateICmpUGE(To.CreateXor(Byte, Line),
                            To.getInt64(FilterLineBytes));
  };
  leaveIf(Outside(B, Address), End, Cold);
  if (!C.OneLine && C.Bytes > 1) {
    PlainBuilder Further(End);
    Value *Last = Further.CreateAdd(Address, Further.getInt64(C.Bytes - 1));
    leaveIf(Outside(Further, Last), End, Cold);
  }
  if (C.Stores == 0)
    return;
  uint32_t Writer = C.First;
  for (uint32_t I = 0; I != C.Count; ++I)
    if (R.Accesses[C.First + I].Kind != AccessKind::Load)
      Writer = C.First + I;
  PlainBuilder Then(At);
  Value *Site = Then.CreatePtrToInt(SiteOf(Writer), Then.getInt64Ty());
  Then.CreateStore(Then.CreateTrunc(Site, Then.getInt32Ty()),
                   Then.CreateConstInBoundsGEP1_64(
                       Then.getInt8Ty(), Entry, offsetof(FrontEntry, Writer)));
}

void CheckEmitter::check(const CheckedAccesses &C) {
  const Access &First = R.Accesses[C.First];
  Instruction *At = First.position();
  PlainBuilder B(At);
  Value *Address = B.CreatePtrToInt(First.Pointer, B.getInt64Ty());
  if (C.Low != 0)
    Address = B.CreateAdd(Address, B.getInt64(uint64_t(C.Low)));
  look(C, Address, At);
}

void CheckEmitter::look(const CheckedAccesses &C, Value *Address,
                        Instruction *At) {
  if (R.Accesses[C.First].isDirect())
    line(C, Address, At);
  else
    pieces(C, Address, At);
}

/// An access that the runtime looks at. Of several lanes of which some may be
/// inactive, each group of active neighbours is one access.
void CheckEmitter::alone(uint32_t Number) {
  const Access &A = R.Accesses[Number];
  PlainBuilder B(A.position());
  Value *Address = B.CreatePtrToInt(accessAddress(B, A), B.getInt64Ty());
  if (A.Shape == SiteShape::Masked) {
    call(B, Runtime.TouchLanes, Address, Number, laneMask(B, A));
    return;
  }
  Value *Bytes =
      A.Shape == SiteShape::Range ? accessBytes(B, A) : B.getInt64(A.Size);
  call(B, Runtime.TouchRange, Address, Number, Bytes);
}

void CheckEmitter::mark(uint32_t Number) {
  const Access &A = R.Accesses[Number];
  PlainBuilder B(A.position());
  Value *Address = B.CreatePtrToInt(A.Pointer, B.getInt64Ty());
  Value *Bytes =
      A.Size == 0 && A.Extra ? accessBytes(B, A) : B.getInt64(A.Size);
  call(B, Runtime.Mark, Address, Number, Bytes);
}

void memfacet::emitChecks(const Run &R, ArrayRef<CheckedAccesses> Checks,
                          const FilterEntries &Runtime,
                          function_ref<Constant *(uint32_t)> SiteOf) {
  CheckEmitter Emitter(R, Runtime, SiteOf);
  // In program order: what is inserted at one place comes in this order.
  size_t Next = 0;
  for (uint32_t I = 0; I != R.Accesses.size(); ++I) {
    if (isStackMark(R.Accesses[I].Shape))
      Emitter.mark(I);
    if (Next == Checks.size() || Checks[Next].First != I)
      continue;
    const CheckedAccesses &C = Checks[Next++];
    if (C.Alone)
      Emitter.alone(I);
    else
      Emitter.check(C);
  }
}
