//===- QuietLoops.cpp - loops that skip checks ----------------------------===//

#include "pass/select/QuietLoops.h"
#include "pass/runs/BlockLoops.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/CFG.h"
#include <cassert>
#include <cstdlib>

using namespace llvm;
using namespace memfacet;

/// All strides of a loop together, in bytes: beyond, one of its accesses is in
/// a chosen line most of the time.
static constexpr uint64_t MostBytes = 512;
/// A loop of fewer iterations is over before it has skipped much.
static constexpr unsigned LeastIterations = 16;
/// Checks of a loop that may have strides. Where all are checked, their
/// addresses need registers.
static constexpr size_t MostStrides = 16;
/// Loops of a function. LLVM 19's register allocator crashed on a function with
/// 81 of them (bzip2 1.0.8, BZ2_compressBlock).
static constexpr size_t MostLoops = 24;
/// So many strides per check without one: others follow lists of neighbours or
/// columns, which are short.
static constexpr size_t StridesPerOther = 3;

namespace {

class StrideFinder {
public:
  StrideFinder(LoopAnalyses &A, const Loop &L) : SE(A.Evolution), L(L) {}

  bool mayBeLong() {
    unsigned Most = SE.getSmallConstantMaxTripCount(&L);
    return Most == 0 || Most >= LeastIterations;
  }
  /// Bytes by which \p Address advances in an iteration, if that is constant
  /// and neither nothing nor far: then it comes to another line each time.
  std::optional<int64_t> find(Value *Address) {
    const SCEV *Now = SE.getSCEV(Address);
    auto *Advancing = dyn_cast<SCEVAddRecExpr>(Now);
    if (!Advancing || Advancing->getLoop() != &L || !Advancing->isAffine())
      return std::nullopt;
    auto *Step = dyn_cast<SCEVConstant>(Advancing->getStepRecurrence(SE));
    if (!Step || !Step->getAPInt().isSignedIntN(16))
      return std::nullopt;
    int64_t Bytes = Step->getAPInt().getSExtValue();
    if (Bytes == 0 || uint64_t(std::abs(Bytes)) > MostBytes)
      return std::nullopt;
    return Bytes;
  }

private:
  ScalarEvolution &SE;
  const Loop &L;
};

} // namespace

/// Strides of the checks of \p R, which is the loop; empty: it does not pay.
static CheckStrides findStrides(const Run &R, StrideFinder Finder) {
  CheckStrides Strides;
  if (!Finder.mayBeLong())
    return Strides;
  uint64_t Bytes = 0;
  size_t Count = 0;
  for (const CheckedAccesses &C : planChecks(R)) {
    std::optional<int64_t> Stride;
    if (!C.Alone)
      Stride = Finder.find(R.Accesses[C.First].Pointer);
    Count += Stride.has_value();
    Bytes += uint64_t(std::abs(Stride.value_or(0)));
    Strides.push_back(Stride);
  }
  size_t Others = Strides.size() - Count;
  if (Count < 2 || Count > MostStrides || Count < StridesPerOther * Others ||
      Bytes > MostBytes)
    Strides.clear();
  return Strides;
}

QuietLoops::QuietLoops(llvm::Function &F, const std::vector<Run> &Runs) {
  BlockLoops Loops(F, Runs);
  for (size_t I = 0; I != Runs.size() && ByRun.size() != MostLoops; ++I)
    if (const Loop *L = Loops.find(Runs[I])) {
      CheckStrides Strides =
          findStrides(Runs[I], StrideFinder(Loops.analyses(), *L));
      if (!Strides.empty())
        ByRun[I].Strides = std::move(Strides);
    }
}

const QuietLoop *QuietLoops::find(size_t Number) const {
  auto It = ByRun.find(Number);
  return It == ByRun.end() ? nullptr : &It->second;
}

AllocaInst *QuietLoops::variable(llvm::Function &F, Type *Of) {
  PlainBuilder B(&F.getEntryBlock().front());
  Variables.push_back(B.CreateAlloca(Of));
  return Variables.back();
}

/// \p Quiet is 0 where \p L begins, and where an interval may have ended in it,
/// behind calls of \p Check.
static void setFirst(AllocaInst *Quiet, const Loop &L, const Value *Check) {
  Constant *Zero = Constant::getNullValue(Quiet->getAllocatedType());
  for (BasicBlock *Before : predecessors(L.getHeader()))
    if (!L.contains(Before))
      PlainBuilder(Before->getTerminator()).CreateStore(Zero, Quiet);
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Call->getCalledOperand() == Check)
          PlainBuilder(I.getNextNode()).CreateStore(Zero, Quiet);
}

void QuietLoops::makeVariables(llvm::Function &F, const std::vector<Run> &Runs,
                               const Value *Check) {
  if (ByRun.empty())
    return;
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  for (size_t I = 0; I != Runs.size(); ++I) {
    auto It = ByRun.find(I);
    if (It == ByRun.end())
      continue;
    const Loop *L = Loops.getLoopFor(Runs[I].First->getParent());
    assert(L && "counting leaves loops as they are");
    It->second.Quiet = variable(F, Type::getInt64Ty(F.getContext()));
    It->second.Chosen = variable(F, Type::getInt1Ty(F.getContext()));
    setFirst(It->second.Quiet, *L, Check);
  }
}

Value *memfacet::quietIterations(PlainBuilder &B, Value *Address, Value *Lines,
                                 int64_t Stride) {
  assert(Stride != 0);
  Type *Int64 = B.getInt64Ty();
  Value *Line = B.CreateLShr(Address, SelectLineShift);
  Value *InLine = B.CreateAnd(Address, B.getInt64(SelectLineBytes - 1));
  // Lines from that of Address to the first one in Lines, at least 1.
  Value *Distance, *Bytes;
  if (Stride > 0) {
    Value *From =
        B.CreateIntrinsic(Intrinsic::fshr, {Int64}, {Lines, Lines, Line});
    Distance = B.CreateBinaryIntrinsic(Intrinsic::cttz, From, B.getTrue());
    // Up to the last byte before that line.
    Bytes = B.CreateSub(B.CreateShl(Distance, SelectLineShift),
                        B.CreateAdd(InLine, B.getInt64(1)));
  } else {
    // The bit of Address is the highest one.
    Value *Up = B.CreateSub(B.getInt64(SelectResidues - 1), Line);
    Value *From =
        B.CreateIntrinsic(Intrinsic::fshl, {Int64}, {Lines, Lines, Up});
    Distance = B.CreateBinaryIntrinsic(Intrinsic::ctlz, From, B.getTrue());
    Value *Between = B.CreateSub(Distance, B.getInt64(1));
    Bytes = B.CreateAdd(B.CreateShl(Between, SelectLineShift), InLine);
  }
  return B.CreateUDiv(Bytes, B.getInt64(uint64_t(std::abs(Stride))));
}
