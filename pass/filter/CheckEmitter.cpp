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
               CacheVariables &Variables,
               function_ref<Constant *(uint32_t)> SiteOf)
      : R(R), Runtime(Runtime), Variables(Variables), SiteOf(SiteOf) {}

  void check(const CheckedAccesses &C);
  void alone(uint32_t Number);
  void mark(uint32_t Number);

private:
  /// Where the way of a line is looked for.
  struct Guess {
    Value *Cache;  ///< FilterCache
    Value *Memory; ///< of FilterCache::Guesses
  };
  Guess guessOf(PlainBuilder &B, Value *Address);
  Value *load(PlainBuilder &B, const Guess &G);
  Value *field(PlainBuilder &B, const Guess &G, Value *Way, size_t Offset);
  void seen(PlainBuilder &B, const Guess &G, Value *Way);
  void pieces(const CheckedAccesses &C, Value *Address, Instruction *At);
  void line(const CheckedAccesses &C, Value *Address, Instruction *At);
  void look(const CheckedAccesses &C, Value *Address, Instruction *At);
  BasicBlock *coldBlock(const CheckedAccesses &C, Value *Address,
                        BasicBlock *Hit, BasicBlock *Behind);
  Value *wayIn(BasicBlock *Hit, BasicBlock *Cold, const Guess &G, Value *Way);
  void leaveIf(Value *Condition, Instruction *At, BasicBlock *Cold);
  void call(PlainBuilder &B, FunctionCallee Callee, Value *Address,
            uint32_t Access, Value *More);
  void callAlone(PlainBuilder &B, FunctionCallee Callee, Value *Address,
                 uint32_t Access, Value *More);

  const Run &R;
  const FilterEntries &Runtime;
  CacheVariables &Variables;
  function_ref<Constant *(uint32_t)> SiteOf;
};

} // namespace

void CheckEmitter::call(PlainBuilder &B, FunctionCallee Callee, Value *Address,
                        uint32_t Access, Value *More) {
  B.CreateCall(Callee, {Address, SiteOf(Access), More})
      ->setCallingConv(CallingConv::PreserveAll);
}

void CheckEmitter::callAlone(PlainBuilder &B, FunctionCallee Callee,
                             Value *Address, uint32_t Access, Value *More) {
  Variables.writeBack(B);
  call(B, Callee, Address, Access, More);
  Variables.readClock(B);
}

CheckEmitter::Guess CheckEmitter::guessOf(PlainBuilder &B, Value *Address) {
  Value *Line =
      B.CreateTrunc(B.CreateLShr(Address, FilterLineShift), B.getInt32Ty());
  Value *Hash = B.CreateLShr(B.CreateMul(Line, B.getInt32(FilterHashFactor)),
                             32 - FilterHashBits);
  Value *Cache = Variables.cache(B);
  Value *Guesses = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Cache,
                                                offsetof(FilterCache, Guesses));
  return {Cache, B.CreateInBoundsGEP(B.getInt16Ty(), Guesses,
                                     B.CreateZExt(Hash, B.getInt64Ty()))};
}

/// The number of the way, times FilterStep.
Value *CheckEmitter::load(PlainBuilder &B, const Guess &G) {
  return B.CreateZExt(B.CreateAlignedLoad(B.getInt16Ty(), G.Memory, Align(2)),
                      B.getInt64Ty());
}

Value *CheckEmitter::field(PlainBuilder &B, const Guess &G, Value *Way,
                           size_t Offset) {
  static_assert(sizeof(FilterWay) == 4 * FilterStep);
  Value *Base = B.CreateInBoundsGEP(B.getInt32Ty(), G.Cache, Way);
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base,
                                      offsetof(FilterCache, Lines) + Offset);
}

/// \p Way was accessed now.
void CheckEmitter::seen(PlainBuilder &B, const Guess &G, Value *Way) {
  Value *Last = B.CreateInBoundsGEP(B.getInt8Ty(), G.Cache, Way);
  B.CreateStore(Variables.now(B),
                B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Last,
                                             offsetof(FilterCache, Last)));
}

/// The way of the line in \p Hit: \p Way, or, behind \p Cold, the one that is
/// guessed then.
Value *CheckEmitter::wayIn(BasicBlock *Hit, BasicBlock *Cold, const Guess &G,
                           Value *Way) {
  if (!is_contained(predecessors(Hit), Cold))
    return Way;
  PlainBuilder Slow(Cold->getTerminator());
  Value *Found = load(Slow, G);
  PlainBuilder B(&Hit->front());
  PHINode *Which = B.CreatePHI(B.getInt64Ty(), 2);
  for (BasicBlock *Before : predecessors(Hit))
    Which->addIncoming(Before == Cold ? Found : Way, Before);
  return Which;
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
  Variables.writeBack(B);
  call(B, R.Accesses[C.First].isDirect() ? Runtime.TouchLine : Runtime.Touch,
       Address, C.First, Variables.cache(B));
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
  Guess G = guessOf(B, Address);
  Value *Way = load(B, G);
  Value *Start = B.CreateLoad(B.getInt64Ty(),
                              field(B, G, Way, offsetof(FilterWay, Start)));
  Value *Length =
      B.CreateZExt(B.CreateLoad(B.getInt32Ty(),
                                field(B, G, Way, offsetof(FilterWay, Length))),
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
  Way = wayIn(Hit, Cold, G, Way);
  PlainBuilder Then(At);
  Value *Counts = field(Then, G, Way, offsetof(FilterWay, Counts));
  uint64_t More = C.Loads * FilteredLoad + C.Stores * FilteredStore;
  Then.CreateStore(Then.CreateAdd(Then.CreateLoad(Then.getInt64Ty(), Counts),
                                  Then.getInt64(More)),
                   Counts);
  // Who wrote last was no direct access.
  if (C.Stores != 0)
    Then.CreateStore(Then.getInt32(0),
                     field(Then, G, Way, offsetof(FilterWay, Writer)));
  seen(Then, G, Way);
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
  Guess G = guessOf(B, Address);
  Value *Way = load(B, G);
  Value *Start = B.CreateLoad(B.getInt64Ty(),
                              field(B, G, Way, offsetof(FilterWay, Start)));
  auto Outside = [&](PlainBuilder &To, Value *Byte) {
    return To.CreateICmpUGE(To.CreateXor(Byte, Start),
                            To.getInt64(FilterLineBytes));
  };
  leaveIf(Outside(B, Address), End, Cold);
  if (!C.OneLine && C.Bytes > 1) {
    PlainBuilder Further(End);
    Value *Last = Further.CreateAdd(Address, Further.getInt64(C.Bytes - 1));
    leaveIf(Outside(Further, Last), End, Cold);
  }
  Way = wayIn(Hit, Cold, G, Way);
  PlainBuilder Then(At);
  seen(Then, G, Way);
  if (C.Stores == 0)
    return;
  uint32_t Writer = C.First;
  for (uint32_t I = 0; I != C.Count; ++I)
    if (R.Accesses[C.First + I].Kind != AccessKind::Load)
      Writer = C.First + I;
  Value *Site = Then.CreatePtrToInt(SiteOf(Writer), Then.getInt64Ty());
  Then.CreateStore(Then.CreateTrunc(Site, Then.getInt32Ty()),
                   field(Then, G, Way, offsetof(FilterWay, Writer)));
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
    callAlone(B, Runtime.TouchLanes, Address, Number, laneMask(B, A));
    return;
  }
  Value *Bytes =
      A.Shape == SiteShape::Range ? accessBytes(B, A) : B.getInt64(A.Size);
  callAlone(B, Runtime.TouchRange, Address, Number, Bytes);
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
                          CacheVariables &Variables,
                          function_ref<Constant *(uint32_t)> SiteOf) {
  CheckEmitter Emitter(R, Runtime, Variables, SiteOf);
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
