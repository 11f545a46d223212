//===- AskingVersion.cpp - a body that asks for watched lines -------------===//

#include "pass/versions/AskingVersion.h"
#include "memfacet/Entry.h"
#include "memfacet/ReusePairs.h"
#include "pass/accesses/Accesses.h"
#include "pass/accesses/InlineAssembly.h"
#include "pass/compat/Compat.h"
#include "pass/recording/Emitter.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace memfacet;

/// Compile time: a larger function has the recording body alone.
static constexpr unsigned MaxInstructions = 40000;

/// What cannot stand in two places.
static bool forbidsCopies(const Instruction &I) {
  const Type *Ty = I.getType();
  if (Ty->isTokenTy() || Ty->isX86_AMXTy() || isa<CallBrInst>(I) ||
      I.isEHPad() != isa<LandingPadInst>(I))
    return true;
  if (auto *Alloca = dyn_cast<AllocaInst>(&I))
    return Alloca->isSwiftError() || Alloca->isUsedWithInAlloca();
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (auto *Known = dyn_cast<IntrinsicInst>(Call);
      Known && Known->getIntrinsicID() == Intrinsic::localescape)
    return true;
  return Call->cannotDuplicate() || Call->isConvergent() ||
         Call->hasFnAttr(Attribute::ReturnsTwice) || definesLabel(*Call);
}

bool memfacet::canAsk(const llvm::Function &F, const LabelUses &Labels) {
  if (!Labels.canBeCopied() || F.isPresplitCoroutine() ||
      F.getInstructionCount() > MaxInstructions)
    return false;
  for (const Argument &A : F.args())
    if (A.hasSwiftErrorAttr() || A.hasInAllocaAttr())
      return false;
  for (const BasicBlock &Block : F)
    if (any_of(Block, forbidsCopies))
      return false;
  return true;
}

AskingVersion::AskingVersion(llvm::Function &F, const Cursor &Recorder,
                             const Entries &Runtime, const LabelUses &Labels)
    : F(F), Runtime(Runtime), Left(F, *Runtime.Left) {
  BasicBlock *Recording = SplitBlock(&F.getEntryBlock(), Recorder.start());
  SmallVector<BasicBlock *, 32> Originals;
  for (BasicBlock &Block : F)
    if (!Block.isEntryBlock())
      Originals.push_back(&Block);
  for (BasicBlock *Block : Originals) {
    BasicBlock *Copy = CloneBasicBlock(Block, Map, ".ask", &F);
    Map[Block] = Copy;
    Blocks.push_back(Copy);
  }
  Labels.copyTables(Map);
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : make_early_inc_range(*Block))
      if (!compat::dropDebugValues(I))
        RemapInstruction(&I, Map,
                         RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  auto *Cursor = cast<Instruction>(Map.lookup(Recorder.start()));
  Cursor->getNextNode()->eraseFromParent(); // its store to the local copy
  Cursor->eraseFromParent();
  First = cast<BasicBlock>(Map.lookup(Recording));
  Instruction *End = F.getEntryBlock().getTerminator();
  PlainBuilder B(End);
  Value *Asks = B.CreateLoad(B.getInt8Ty(), Runtime.Asking);
  B.CreateCondBr(B.CreateIsNotNull(Asks), First, Recording);
  End->eraseFromParent();
}

Value *AskingVersion::mapped(Value *V) const {
  if (!V)
    return nullptr;
  Value *Copy = Map.lookup(V);
  return Copy ? Copy : V;
}

/// Debug intrinsics have no copies: what they stand before has one.
Instruction *AskingVersion::mappedPlace(Instruction *I) const {
  while (isa_and_nonnull<DbgInfoIntrinsic>(I))
    I = I->getNextNode();
  return cast_or_null<Instruction>(mapped(I));
}

Access AskingVersion::mapped(const Access &A) const {
  Access M = A;
  M.Instruction = cast<Instruction>(mapped(A.Instruction));
  M.Position = mappedPlace(A.Position);
  M.Pointer = mapped(A.Pointer);
  M.Extra = mapped(A.Extra);
  M.Index = mapped(A.Index);
  return M;
}

/// Where the byte of the line at \p Add bytes behind the base of \p S is.
Value *AskingVersion::placeOf(PlainBuilder &B, const Spot &S,
                              int64_t Add) const {
  Value *Address = B.CreatePtrToInt(mapped(S.Base), B.getInt64Ty());
  if (Add)
    Address = B.CreateAdd(Address, B.getInt64(uint64_t(Add)));
  static_assert(WatchedPlaces == uint64_t(1) << (32 - ReuseLineShift));
  Value *Low = B.CreateTrunc(Address, B.getInt32Ty());
  Value *Place =
      B.CreateZExt(B.CreateLShr(Low, ReuseLineShift), B.getInt64Ty());
  LoadInst *Table = B.CreateLoad(B.getPtrTy(), Runtime.Watched);
  Table->setMetadata(LLVMContext::MD_invariant_load,
                     MDNode::get(F.getContext(), {}));
  return B.CreateConstGEP1_64(
      B.getInt8Ty(), B.CreateGEP(B.getInt8Ty(), Table, Place), watchedPlace(0));
}

/// Volatile: another thread may begin to watch at any time.
static Value *readWatched(PlainBuilder &B, Value *Place, unsigned Bytes) {
  Value *Read = B.CreateAlignedLoad(B.getIntNTy(Bytes * 8), Place, Align(1),
                                    /*isVolatile=*/true);
  return B.CreateZExt(Read, B.getInt16Ty());
}

/// Not 0: the line at \p S, or the one behind it, may be watched.
Value *AskingVersion::lookAt(PlainBuilder &B, const Spot &S) const {
  return readWatched(B, placeOf(B, S, S.Add), S.OneLine ? 1 : 2);
}

/// Not 0: a line that \p S has bytes in may be watched.
Value *AskingVersion::lookClosely(PlainBuilder &B, const Spot &S) const {
  if (S.OneLine)
    return lookAt(B, S);
  Value *First = readWatched(B, placeOf(B, S, S.First), 1);
  return B.CreateOr(First,
                    readWatched(B, placeOf(B, S, S.First + S.Bytes - 1), 1));
}

/// Writes what __memfacet_ask wants to know.
void AskingVersion::tell(PlainBuilder &B, const Question &Q, const Run &R,
                         const RunPlan &Plan, Constant *Row) const {
  Type *Words = Runtime.Question->getValueType();
  auto Put = [&](unsigned Word, Value *V) {
    B.CreateStore(
        V, B.CreateConstInBoundsGEP2_64(Words, Runtime.Question, 0, Word));
  };
  Put(0, Row);
  Put(QuestionPart,
      B.getInt64(Q.First | uint64_t(Q.Count) << 16 | uint64_t(Q.Units) << 32));
  SmallDenseSet<unsigned, 8> Written;
  auto Slot = [&](unsigned Number, const Access &A) {
    if (Written.insert(Number).second) {
      const memfacet::Slot &S = *findSlot(Plan, Number);
      Put(1 + Number, slotContent(B, S.What, mapped(S.Value), mapped(A)));
    }
  };
  for (uint32_t I = Q.First; I != Q.First + Q.Count; ++I) {
    const Access &A = R.Accesses[I];
    const SitePlan &Site = Plan.Sites[I];
    if (A.Shape > SiteShape::Masked)
      continue;
    if (Site.AddressBase == BaseKind::Slot)
      Slot(Site.Base, A);
    if (A.Shape != SiteShape::Fixed)
      Slot(Site.Extra, A);
  }
}

/// Leaves \p Where for \p Cold where \p Condition holds, hardly ever.
static void leaveIf(Value *Condition, Instruction *Where, BasicBlock *Cold) {
  constexpr uint32_t Seldom = 1, Mostly = 1u << 12;
  BasicBlock *Block = Where->getParent();
  BasicBlock *Rest = SplitBlock(Block, Where);
  Instruction *End = Block->getTerminator();
  PlainBuilder(End).CreateCondBr(
      Condition, Cold, Rest,
      MDBuilder(Where->getContext()).createBranchWeights(Seldom, Mostly));
  End->eraseFromParent();
}

/// Where the line behind one may be watched, a second look tells whether it is
/// that which is accessed: lines that are always in use and hardly ever left
/// have neighbours that stay watched for long.
void AskingVersion::leaveWhereWatched(const Question &Q, Instruction *Where,
                                      BasicBlock *Cold) {
  if (Q.Spots.empty())
    return;
  auto Any = [&](PlainBuilder &B, auto Look) {
    Value *Watched = nullptr;
    for (const Spot &S : Q.Spots) {
      Value *One = (this->*Look)(B, S);
      Watched = Watched ? B.CreateOr(Watched, One) : One;
    }
    return B.CreateIsNotNull(Watched);
  };
  PlainBuilder B(Where);
  Value *Watched = Any(B, &AskingVersion::lookAt);
  if (all_of(Q.Spots, [](const Spot &S) { return S.OneLine; })) {
    leaveIf(Watched, Where, Cold);
    return;
  }
  BasicBlock *Close = BasicBlock::Create(F.getContext(), "", &F, Cold);
  leaveIf(Watched, Where, Close);
  auto *End = BranchInst::Create(Where->getParent(), Close);
  PlainBuilder C(End);
  C.CreateCondBr(Any(C, &AskingVersion::lookClosely), Cold, Where->getParent());
  End->eraseFromParent();
}

/// The count first, and a branch of its own for it, that it needs no
/// comparison.
Instruction *AskingVersion::branch(const Question &Q, const Run &R,
                                   Instruction *Where) {
  BasicBlock *Cold = BasicBlock::Create(F.getContext(), "", &F);
  {
    PlainBuilder B(Where);
    Value *Both = B.CreateBinaryIntrinsic(Intrinsic::usub_with_overflow,
                                          Left.get(B), B.getInt64(Q.Units));
    Left.set(B, B.CreateExtractValue(Both, 0));
    leaveIf(B.CreateExtractValue(Both, 1), Where, Cold);
  }
  leaveWhereWatched(Q, Where, Cold);
  for (uint32_t I : Q.Ranges) {
    PlainBuilder B(Where);
    Value *Most = B.CreateSub(accessBytes(B, mapped(R.Accesses[I])),
                              B.getInt64(1)); // none at all is told
    leaveIf(B.CreateICmpUGE(Most, B.getInt64(ReuseLineBytes)), Where, Cold);
  }
  return BranchInst::Create(Where->getParent(), Cold);
}

void AskingVersion::ask(const Question &Q, const Run &R, const RunPlan &Plan,
                        Constant *Row) {
  Instruction *Where = mappedPlace(Q.Before);
  PlainBuilder B(Q.Always ? Where : branch(Q, R, Where));
  Left.publish(B);
  tell(B, Q, R, Plan, Row);
  B.CreateCall(Runtime.Ask)->setCallingConv(CallingConv::PreserveAll);
  Left.refresh(B);
}

/// Removes what the body computed for allocations and records only.
static void dropUnused(ArrayRef<BasicBlock *> Blocks) {
  for (BasicBlock *Block : reverse(Blocks))
    for (Instruction &I : make_early_inc_range(reverse(*Block)))
      if (isInstructionTriviallyDead(&I))
        I.eraseFromParent();
}

void AskingVersion::ask(const std::vector<Run> &Runs, const Paths &P,
                        const FunctionTables &Tables) {
  SharedPlaces Places;
  for (BasicBlock *Block : Blocks)
    Places.add(*Block);
  {
    PlainBuilder B(compat::firstInsertionPoint(*First));
    Left.refresh(B);
  }
  for (const Question &Q : findQuestions(Runs, P))
    ask(Q, Runs[Q.Run], P.Plans[Q.Run], Tables.rowAddress(P.row(Q.Run)));
  Left.synchronise(Places);
  dropUnused(Blocks);
}
