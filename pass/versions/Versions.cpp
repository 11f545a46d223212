//===- Versions.cpp - a second body of a function, that only counts -------===//

#include "pass/versions/Versions.h"
#include "pass/accesses/InlineAssembly.h"
#include "pass/compat/Compat.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/versions/CrossingValues.h"
#include "pass/versions/FastCounting.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace memfacet;

/// Compile time: each value that leaves its block becomes a variable for a
/// while, with two definitions.
static constexpr unsigned MaxInstructions = 40000;

/// Compile time, too: from so many checks, the most frequent ones, the
/// recording version goes on in the counting one. At each, what is alive has a
/// definition in either body, and what the register allocator tries to join
/// grows with the square. The rest goes on recording, where nobody reads it.
static constexpr size_t MaxReturns = 24;

/// What cannot stand in two places, or not be entered from the side.
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

bool memfacet::canHaveTwoVersions(const llvm::Function &F) {
  if (F.isPresplitCoroutine() || F.getInstructionCount() > MaxInstructions)
    return false;
  for (const Argument &A : F.args())
    if (A.hasSwiftErrorAttr() || A.hasInAllocaAttr())
      return false;
  for (const BasicBlock &Block : F)
    if (any_of(Block, forbidsCopies))
      return false;
  return true;
}

namespace {

/// A check for room, in one body.
struct Check {
  BasicBlock *Landing; ///< leads to the check, and may be entered
  CallInst *Next;      ///< in the slow path
};

/// How often blocks and edges are taken, before the copy is made.
class Frequencies {
public:
  explicit Frequencies(llvm::Function &F);
  uint64_t of(const BasicBlock *From, const BasicBlock *To) const {
    return Table.lookup({From, To});
  }

private:
  DenseMap<std::pair<const BasicBlock *, const BasicBlock *>, uint64_t> Table;
};

Frequencies::Frequencies(llvm::Function &F) {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  BranchProbabilityInfo Probabilities(F, Loops);
  BlockFrequencyInfo Blocks(F, Probabilities, Loops);
  for (const BasicBlock &From : F) {
    BlockFrequency Executed = Blocks.getBlockFreq(&From);
    Table[{&From, nullptr}] = Executed.getFrequency();
    for (const BasicBlock *To : successors(&From))
      Table[{&From, To}] =
          (Executed * Probabilities.getEdgeProbability(&From, To))
              .getFrequency();
  }
}

class Versions {
public:
  Versions(llvm::Function &F, const memfacet::Cursor &Local,
           const Entries &Runtime, const LabelUses &Labels)
      : F(F), Local(Local), Cursor(Local.variable()), Runtime(Runtime),
        Labels(Labels) {}

  bool prepare();
  bool labelsCross(const CrossingValues &Crossing) const;
  SmallVector<AllocaInst *, 0> add(SmallVectorImpl<BasicBlock *> &Fast);

private:
  BasicBlock *landingOf(BasicBlock &Head);
  void copy(SmallVectorImpl<BasicBlock *> &Fast);
  BasicBlock *copyOf(BasicBlock *Block) {
    return cast<BasicBlock>(Map.lookup(Block));
  }
  void enter();
  /// Behind the slow path, \p From goes on in the body of \p To where the
  /// cursor's sign is \p Negative.
  BranchInst *join(const Check &From, const Check &To, bool Negative);
  void sortChecks(const Frequencies &Often);
  void joinAll();
  void eraseWords(ArrayRef<StoreInst *> Words);
  Value *isVirtual(PlainBuilder &B);

  llvm::Function &F;
  const memfacet::Cursor &Local;
  AllocaInst &Cursor;
  const Entries &Runtime;
  const LabelUses &Labels;
  BasicBlock *First = nullptr; ///< of the recording body
  BasicBlock *FastEntry = nullptr;
  SmallVector<Check, 16> Checks;
  ValueToValueMapTy Map;
  DenseMap<const BasicBlock *, const BasicBlock *> OriginalOf;
  /// Branches to the counting body.
  SmallVector<BranchInst *, 16> Arrivals;
};

} // namespace

Value *Versions::isVirtual(PlainBuilder &B) {
  Value *Now = B.CreateLoad(Cursor.getAllocatedType(), &Cursor);
  return B.CreateICmpSLT(B.CreatePtrToInt(Now, B.getInt64Ty()), B.getInt64(0));
}

/// The block that begins with the check at the end of \p Head. A loop's head is
/// that block itself: nothing but phi nodes comes before its check.
BasicBlock *Versions::landingOf(BasicBlock &Head) {
  auto *Full =
      cast<Instruction>(cast<BranchInst>(Head.getTerminator())->getCondition());
  SmallPtrSet<Instruction *, 4> OfCheck = {Full};
  for (Value *V : Full->operands())
    if (auto *Load = dyn_cast<LoadInst>(V))
      OfCheck.insert(Load);
  Instruction *Start = Head.getTerminator();
  while (Start != &Head.front() && OfCheck.contains(Start->getPrevNode()))
    Start = Start->getPrevNode();
  bool OnlyPhis = Start == compat::firstInsertionPoint(Head) &&
                  !Head.isLandingPad() && !Head.isEntryBlock();
  return OnlyPhis ? &Head : SplitBlock(&Head, Start);
}

/// False, and nothing has changed, where the function records nothing.
bool Versions::prepare() {
  Instruction *Read = nullptr; // the cursor, where the function begins
  for (Instruction &I : F.getEntryBlock())
    if (auto *Store = dyn_cast<StoreInst>(&I);
        Store && Store->getPointerOperand() == &Cursor) {
      Read = Store;
      break;
    }
  FunctionCallee Next = Runtime.Next;
  SmallVector<CallInst *, 16> Slow;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledOperand() == Next.getCallee())
      Slow.push_back(Call);
  if (!Read || Slow.empty())
    return false;
  First = SplitBlock(&F.getEntryBlock(), Read->getNextNode());
  for (CallInst *Call : Slow)
    Checks.push_back(
        {landingOf(*Call->getParent()->getSinglePredecessor()), Call});
  return true;
}

void Versions::copy(SmallVectorImpl<BasicBlock *> &Fast) {
  SmallVector<BasicBlock *, 32> Recording;
  for (BasicBlock &Block : F)
    if (!Block.isEntryBlock())
      Recording.push_back(&Block);
  FastEntry = BasicBlock::Create(F.getContext(), "", &F);
  OriginalOf[FastEntry] = &F.getEntryBlock();
  Fast.push_back(FastEntry);
  for (BasicBlock *Block : Recording) {
    BasicBlock *Copy = CloneBasicBlock(Block, Map, ".fast", &F);
    Map[Block] = Copy;
    OriginalOf[Copy] = Block;
    Fast.push_back(Copy);
  }
  Labels.copyTables(Map);
  for (BasicBlock *Block : ArrayRef(Fast).drop_front())
    for (Instruction &I : make_early_inc_range(*Block)) {
      if (compat::dropDebugValues(I))
        continue;
      RemapInstruction(&I, Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && Load->getPointerOperand() == Runtime.Limit)
        Load->setOperand(0, Runtime.FastLimit);
    }
  BranchInst::Create(copyOf(First), FastEntry);
}

void Versions::enter() {
  Instruction *End = F.getEntryBlock().getTerminator();
  PlainBuilder B(End);
  B.CreateCondBr(isVirtual(B), FastEntry, First);
  End->eraseFromParent();
}

BranchInst *Versions::join(const Check &From, const Check &To, bool Negative) {
  From.Next->setCalledFunction(Runtime.Switch);
  Instruction *End = From.Next->getParent()->getTerminator();
  BasicBlock *Room = End->getSuccessor(0);
  BasicBlock *Edge = BasicBlock::Create(F.getContext(), "", &F);
  BranchInst *Across = BranchInst::Create(To.Landing, Edge);
  PlainBuilder B(End);
  Value *Virtual = isVirtual(B);
  B.CreateCondBr(Virtual, Negative ? Edge : Room, Negative ? Room : Edge);
  End->eraseFromParent();
  // What the phi nodes of a loop's head have there, they have here.
  for (auto [There, Here] : zip(To.Landing->phis(), From.Landing->phis()))
    There.addIncoming(&Here, Edge);
  return Across;
}

/// The most frequent first, where it matters.
void Versions::sortChecks(const Frequencies &Often) {
  if (Checks.size() <= MaxReturns)
    return;
  stable_sort(Checks, [&](const Check &A, const Check &B) {
    return Often.of(A.Landing, nullptr) > Often.of(B.Landing, nullptr);
  });
}

/// What begins to be recorded is recorded from the next check on; what ends may
/// end later.
void Versions::joinAll() {
  for (size_t I = 0; I != Checks.size(); ++I) {
    const Check &Recording = Checks[I];
    Check Fast = {copyOf(Recording.Landing),
                  cast<CallInst>(Map.lookup(Recording.Next))};
    if (I < MaxReturns)
      Arrivals.push_back(join(Recording, Fast, true));
    join(Fast, Recording, false);
  }
}

/// Of \p Words, which are in the recording body, the copies.
void Versions::eraseWords(ArrayRef<StoreInst *> Words) {
  SmallVector<WeakTrackingVH, 64> Unused;
  for (StoreInst *Store : Words) {
    auto *Copy = cast<StoreInst>(Map.lookup(Store));
    for (Value *V : Copy->operands())
      if (isa<Instruction>(V))
        Unused.push_back(V);
    Copy->eraseFromParent();
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused);
}

/// Whether control could get into one body with a label of the other.
bool Versions::labelsCross(const CrossingValues &Crossing) const {
  auto IsLabel = [&](const Instruction &I) { return Labels.contains(I); };
  return any_of(Crossing.values(),
                [&](const Instruction *I) { return IsLabel(*I); }) ||
         any_of(Checks, [&](const Check &C) {
           return any_of(C.Landing->phis(), IsLabel);
         });
}

SmallVector<AllocaInst *, 0>
Versions::add(SmallVectorImpl<BasicBlock *> &Fast) {
  CursorUses Uses(Local);
  repeatDistances(F,
                  [&](Instruction &I) { return Uses.Pointers.contains(&I); });
  SmallVector<BasicBlock *, 16> Landings;
  for (const Check &C : Checks)
    Landings.push_back(C.Landing);
  CrossingValues Crossing(F, Landings);
  if (labelsCross(Crossing))
    return {};
  SmallVector<AllocaInst *, 0> Variables = Crossing.demote();
  Frequencies Often(F);
  sortChecks(Often);
  copy(Fast);
  enter();
  joinAll();
  eraseWords(Uses.Words);
  DenseMap<StoreInst *, int64_t> Advances;
  for (auto [Store, Bytes] : Uses.Advances)
    Advances[cast<StoreInst>(Map.lookup(Store))] = Bytes;
  auto Lags = placeAdvances(Cursor, Fast, Advances,
                            [&](const BasicBlock *From, const BasicBlock *To) {
                              return Often.of(OriginalOf.lookup(From),
                                              OriginalOf.lookup(To));
                            });
  for (BranchInst *Arrival : Arrivals)
    advanceCursor(Cursor, *Arrival, -Lags.lookup(Arrival->getSuccessor(0)));
  return Variables;
}

SmallVector<AllocaInst *, 0>
memfacet::addFastVersion(llvm::Function &F, const Cursor &Local,
                         const Entries &Runtime, const LabelUses &Labels,
                         SmallVectorImpl<BasicBlock *> &Fast) {
  Versions V(F, Local, Runtime, Labels);
  return V.prepare() ? V.add(Fast) : SmallVector<AllocaInst *, 0>();
}

void memfacet::dropUnused(ArrayRef<BasicBlock *> Fast) {
  for (BasicBlock *Block : reverse(Fast))
    for (Instruction &I : make_early_inc_range(reverse(*Block)))
      if (isInstructionTriviallyDead(&I))
        I.eraseFromParent();
}

CursorUses::CursorUses(const Cursor &Local) : Advances(Local.advances()) {
  for (AllocaInst *Variable : {&Local.variable(), &Local.recordVariable()})
    for (User *U : Variable->users())
      if (auto *Load = dyn_cast<LoadInst>(U))
        Pointers.insert(Load);
  for (size_t I = 0; I != Pointers.size(); ++I)
    for (User *U : Pointers[I]->users()) {
      if (isa<GetElementPtrInst>(U) || isa<PHINode>(U) || isa<SelectInst>(U))
        Pointers.insert(cast<Instruction>(U));
      auto *Store = dyn_cast<StoreInst>(U);
      if (Store && Store->getPointerOperand() == Pointers[I])
        Words.push_back(Store);
    }
  for (User *U : Local.recordVariable().users())
    if (auto *Store = dyn_cast<StoreInst>(U))
      Words.push_back(Store);
}
