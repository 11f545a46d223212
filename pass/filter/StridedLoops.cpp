//===- StridedLoops.cpp - loops whose accesses are looked up ahead --------===//

#include "pass/filter/StridedLoops.h"
#include "pass/compat/Compat.h"
#include "pass/filter/CheckPlan.h"
#include "pass/runs/BlockLoops.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace memfacet;

/// A loop that is executed less often costs less where each access is checked.
static constexpr unsigned LeastIterations = 4;

namespace {

/// What values of a loop's block are in its first iteration.
class FirstValues {
public:
  explicit FirstValues(const Loop &L)
      : Block(*L.getHeader()), Before(*L.getLoopPredecessor()) {}

  /// Whether \p V follows from what is known before the loop, by arithmetic.
  bool find(Value *V);
  /// Inserts that at the end of the block before the loop.
  Value *compute(Value *V);

private:
  bool isElsewhere(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return !I || I->getParent() != &Block;
  }

  const BasicBlock &Block, &Before;
  DenseMap<Value *, Value *> Computed;
};

/// Of one access.
struct Strided {
  Value *Pointer;
  const SCEV *Stride;
};

bool FirstValues::find(Value *V) {
  if (isElsewhere(V) || isa<PHINode>(V))
    return true;
  auto *I = cast<Instruction>(V);
  bool IsArithmetic = isa<GetElementPtrInst, CastInst>(I) ||
                      (isa<BinaryOperator>(I) && !I->isIntDivRem());
  return IsArithmetic &&
         all_of(I->operands(), [&](Value *Of) { return find(Of); });
}

Value *FirstValues::compute(Value *V) {
  if (isElsewhere(V))
    return V;
  if (auto *Phi = dyn_cast<PHINode>(V))
    return Phi->getIncomingValueForBlock(&Before);
  Value *&Known = Computed[V];
  if (Known)
    return Known;
  Instruction *Copy = cast<Instruction>(V)->clone();
  for (Use &Of : Copy->operands())
    Of.set(compute(Of.get()));
  // The loop may not be entered.
  Copy->dropPoisonGeneratingFlags();
  Copy->setDebugLoc(DebugLoc());
  Copy->insertBefore(const_cast<Instruction *>(Before.getTerminator()));
  return Computed[V] = Copy;
}

/// Plans one loop and computes what the runtime is told.
class StridePlanner {
public:
  StridePlanner(ScalarEvolution &SE, const Loop &L)
      : SE(SE), L(L), End(L.getLoopPredecessor()->getTerminator()),
        Expander(SE, *L.getHeader()->getModule()), First(L) {}

  bool plan(const Run &R);
  void emit(AllocaInst *Into, AllocaInst *Left);

private:
  bool isKnownBefore(const SCEV *S);
  std::optional<Strided> stridedOf(const Access &A);
  bool pays(const Run &R) const;

  ScalarEvolution &SE;
  const Loop &L;
  Instruction *End; ///< of the block before the loop
  compat::Expander Expander;
  FirstValues First;
  const SCEV *Again = nullptr; ///< iterations - 1
  SmallVector<Strided, 8> Accesses;
};

} // namespace

/// Whether \p S can be computed before the loop, with little code.
bool StridePlanner::isKnownBefore(const SCEV *S) {
  constexpr unsigned MostOperations = 32;
  return SE.isLoopInvariant(S, &L) &&
         S->getExpressionSize() <= MostOperations &&
         Expander.isSafeToExpandAt(S, End);
}

std::optional<Strided> StridePlanner::stridedOf(const Access &A) {
  if (!First.find(A.Pointer))
    return std::nullopt;
  const SCEV *Now = SE.getSCEV(A.Pointer);
  if (SE.isLoopInvariant(Now, &L))
    return Strided{A.Pointer, SE.getZero(Type::getInt64Ty(End->getContext()))};
  auto *Further = dyn_cast<SCEVAddRecExpr>(Now);
  if (!Further || Further->getLoop() != &L || !Further->isAffine() ||
      !isKnownBefore(Further->getStepRecurrence(SE)))
    return std::nullopt;
  return Strided{A.Pointer, Further->getStepRecurrence(SE)};
}

/// Whether \p L is the vectorizer's loop for what is left over, a few
/// iterations: it is marked as vectorized, but has no vectors.
static bool isRemainder(const Loop &L, const Run &R) {
  return findOptionMDForLoop(&L, "llvm.loop.isvectorized") &&
         none_of(R.Accesses, [](const Access &A) {
           return isa<LoadInst, StoreInst>(A.Instruction) &&
                  getLoadStoreType(A.Instruction)->isVectorTy();
         });
}

/// Whether lines are entered more seldom than accesses would be checked. Those
/// that share a check are most often neighbours that enter lines in turn.
bool StridePlanner::pays(const Run &R) const {
  uint64_t Bytes = 0;
  std::vector<CheckedAccesses> Checks = planChecks(R);
  for (const CheckedAccesses &C : Checks) {
    auto *Known = dyn_cast<SCEVConstant>(Accesses[C.First].Stride);
    uint64_t Its =
        Known ? Known->getAPInt().abs().getLimitedValue() : FilterLineBytes;
    Bytes += std::min(Its, FilterLineBytes);
  }
  return 2 * Bytes <= Checks.size() * FilterLineBytes;
}

bool StridePlanner::plan(const Run &R) {
  unsigned Most = SE.getSmallConstantMaxTripCount(&L);
  if (R.Accesses.empty() || !all_of(R.Accesses, isPlainAccess) ||
      R.Accesses.size() > MostStrided || !isa<BranchInst>(End) ||
      (Most != 0 && Most < LeastIterations) || isRemainder(L, R))
    return false;
  Again = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Again) || !isKnownBefore(Again) ||
      SE.getTypeSizeInBits(Again->getType()) > 64)
    return false;
  for (const Access &A : R.Accesses) {
    std::optional<Strided> Its = stridedOf(A);
    if (!Its)
      return false;
    Accesses.push_back(*Its);
  }
  return pays(R);
}

void StridePlanner::emit(AllocaInst *Into, AllocaInst *Left) {
  PlainBuilder B(End);
  Type *Word = B.getInt64Ty();
  B.CreateStore(B.getInt64(0), Left);
  auto Store = [&](Value *V, uint64_t At) {
    B.CreateStore(V, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Into, At));
  };
  auto Computed = [&](const SCEV *S) {
    return B.CreateSExtOrTrunc(Expander.expandCodeFor(S, S->getType(), End),
                               Word);
  };
  const SCEV *Count =
      SE.getAddExpr(SE.getNoopOrZeroExtend(Again, Word), SE.getOne(Word));
  Store(Computed(Count), offsetof(FilterLoop, Iterations));
  uint64_t At = sizeof(FilterLoop);
  for (const Strided &A : Accesses) {
    Store(B.CreatePtrToInt(First.compute(A.Pointer), Word),
          At + offsetof(FilterStride, Address));
    Store(Computed(A.Stride), At + offsetof(FilterStride, Bytes));
    At += sizeof(FilterStride);
  }
}

void StridedLoops::find(const std::vector<Run> &Runs) {
  BlockLoops Found(F, Runs);
  // All are planned before any code is inserted.
  SmallVector<std::pair<size_t, std::unique_ptr<StridePlanner>>, 8> Plans;
  for (size_t I = 0; I != Runs.size(); ++I)
    if (const Loop *L = Found.find(Runs[I])) {
      auto Plan =
          std::make_unique<StridePlanner>(Found.analyses().Evolution, *L);
      if (Plan->plan(Runs[I]))
        Plans.emplace_back(I, std::move(Plan));
    }
  Instruction *First = &F.getEntryBlock().front();
  for (auto &[Run, Plan] : Plans) {
    PlainBuilder B(First);
    Type *Word = B.getInt64Ty();
    uint64_t Words = (sizeof(FilterLoop) +
                      Runs[Run].Accesses.size() * sizeof(FilterStride)) /
                     sizeof(uint64_t);
    Told Its{B.CreateAlloca(ArrayType::get(Word, Words)), B.CreateAlloca(Word)};
    Plan->emit(Its.Loop, Its.Left);
    Loops[Run] = Its;
  }
}

void StridedLoops::emit(size_t Run, const struct Run &R, Constant *Sites,
                        const FilterEntries &Runtime,
                        CacheVariables &Variables) const {
  constexpr uint32_t Seldom = 1, Mostly = 1u << 10;
  const Told &Its = Loops.find(Run)->second;
  PlainBuilder B(R.Start);
  Type *Word = B.getInt64Ty();
  Value *None = B.CreateIsNull(B.CreateLoad(Word, Its.Left));
  PlainBuilder Ahead(SplitBlockAndInsertIfThen(
      None, R.Start, /*Unreachable=*/false,
      MDBuilder(F.getContext()).createBranchWeights(Seldom, Mostly)));
  Variables.writeBack(Ahead);
  Ahead
      .CreateCall(Runtime.Loop, {Ahead.CreatePtrToInt(Its.Loop, Word), Sites,
                                 Ahead.getInt64(R.Accesses.size())})
      ->setCallingConv(CallingConv::PreserveAll);
  Variables.readClock(Ahead);
  Value *Next = Ahead.CreateConstInBoundsGEP1_64(Ahead.getInt8Ty(), Its.Loop,
                                                 offsetof(FilterLoop, Ahead));
  Ahead.CreateStore(Ahead.CreateLoad(Word, Next), Its.Left);
  PlainBuilder Then(R.Start);
  Then.CreateStore(
      Then.CreateSub(Then.CreateLoad(Word, Its.Left), Then.getInt64(1)),
      Its.Left);
}

void StridedLoops::finish() {
  if (Loops.empty())
    return;
  SmallVector<AllocaInst *, 8> Variables;
  for (auto &[Run, Its] : Loops)
    Variables.push_back(Its.Left);
  DominatorTree Dominators(F);
  PromoteMemToReg(Variables, Dominators);
}
