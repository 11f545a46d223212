//===- QuietLoops.cpp - loops that skip checks ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/QuietLoops.h"
#include "memfacet/Check.h"
#include "pass/runs/BlockLoops.h"
#include "pass/select/CheckPlan.h"
#include "pass/select/LoopTwin.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include <cstdlib>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

/// Largest sum of the strides of a loop, in bytes: beyond, one of its accesses
/// is in a chosen line most of the time.
static constexpr uint64_t MostBytes = 512;
/// A loop of fewer iterations is over before it has skipped much.
static constexpr unsigned LeastIterations = 16;
/// Larger loops get no twin, because a twin is a copy.
static constexpr size_t MostInstructions = 400;
/// At most this number of loops of a function get twins: each costs a pass over
/// the function's blocks.
static constexpr size_t MostLoops = 64;

namespace {

/// Runs of innermost loops without calls and marks, by the number of the first
/// run of the header, as far as is known without any analysis.
using LoopRuns = MapVector<uint32_t, SmallVector<size_t, 4>>;

class StrideFinder {
public:
  StrideFinder(runs::LoopAnalyses &A, const Loop &L) : SE(A.Evolution), L(L) {}

  bool mayBeLong() {
    unsigned Most = SE.getSmallConstantMaxTripCount(&L);
    return Most == 0 || Most >= LeastIterations;
  }
  /// Returns the bytes by which \p Address advances in an iteration, if that is
  /// constant and at most MostBytes.
  std::optional<int64_t> find(Value *Address) {
    if (!canBeKnownFirst(Address, L))
      return std::nullopt;
    const SCEV *AddressScev = SE.getSCEV(Address);
    if (SE.isLoopInvariant(AddressScev, &L))
      return 0;
    auto *AddRec = dyn_cast<SCEVAddRecExpr>(AddressScev);
    if (!AddRec || AddRec->getLoop() != &L || !AddRec->isAffine())
      return std::nullopt;
    auto *Step = dyn_cast<SCEVConstant>(AddRec->getStepRecurrence(SE));
    if (!Step || !Step->getAPInt().isSignedIntN(16))
      return std::nullopt;
    int64_t Bytes = Step->getAPInt().getSExtValue();
    if (uint64_t(std::abs(Bytes)) > MostBytes)
      return std::nullopt;
    return Bytes;
  }

private:
  ScalarEvolution &SE;
  const Loop &L;
};

} // namespace

static LoopRuns candidates(const std::vector<runs::Run> &Runs) {
  LoopRuns RunsByLoop;
  for (size_t I = 0; I != Runs.size(); ++I)
    if (Runs[I].Loop != 0)
      RunsByLoop[Runs[I].Loop - 1].push_back(I);
  RunsByLoop.remove_if([&](const auto &L) {
    return any_of(L.second, [&](size_t I) {
      return Runs[I].HasCall || Runs[I].EntersFunction ||
             any_of(Runs[I].Accesses, [](const accesses::Access &A) {
               return isStackMark(A.Shape);
             });
    });
  });
  return RunsByLoop;
}

/// Returns whether the code of \p L can be copied, and has one entering edge
/// and one back edge.
static bool canHaveTwin(const Loop &L) {
  if (!L.isInnermost() || !L.getLoopLatch() || !L.getLoopPredecessor())
    return false;
  size_t Instructions = 0;
  for (const BasicBlock *Block : L.blocks()) {
    Instructions += Block->size();
    if (!isa<BranchInst, SwitchInst>(Block->getTerminator()) ||
        Block->hasAddressTaken() || Block->isEHPad())
      return false;
  }
  return Instructions <= MostInstructions;
}

/// Adds the strides of \p Q's checks. Returns false where a twin does not pay.
static bool findStrides(QuietLoop &Q, const std::vector<runs::Run> &Runs,
                        StrideFinder Finder) {
  if (!Finder.mayBeLong())
    return false;
  uint64_t Bytes = 0;
  size_t Count = 0, All = 0;
  for (size_t I : Q.Runs) {
    CheckStrides &Strides = Q.Strides[I];
    for (const CheckedAccesses &C : planChecks(Runs[I])) {
      std::optional<int64_t> Stride;
      if (!C.IsSingle)
        Stride = Finder.find(Runs[I].Accesses[C.First].Pointer);
      Count += Stride.has_value();
      ++All;
      Bytes += uint64_t(std::abs(Stride.value_or(0)));
      Strides.push_back(Stride);
    }
  }
  bool IsOneBlock = Q.Runs.size() == 1;
  return Bytes != 0 && Bytes <= MostBytes && (IsOneBlock || 2 * Count >= All);
}

QuietLoops::QuietLoops(llvm::Function &F, const std::vector<runs::Run> &Runs) {
  LoopRuns RunsByLoop = candidates(Runs);
  if (RunsByLoop.empty())
    return;
  runs::LoopAnalyses Analyses(F);
  for (const auto &[First, Numbers] : RunsByLoop) {
    if (List.size() == MostLoops)
      break;
    BasicBlock *Header = Runs[First].First->getParent();
    const Loop *L = Analyses.Loops.getLoopFor(Header);
    if (!L || L->getHeader() != Header || !canHaveTwin(*L))
      continue;
    auto Q = std::make_unique<QuietLoop>();
    Q->Header = Header;
    // A block with nothing but a jump to the header becomes the counted edge,
    // which the twin does not have.
    copy_if(Numbers, std::back_inserter(Q->Runs),
            [&](size_t I) { return !Runs[I].Accesses.empty(); });
    if (findStrides(*Q, Runs, StrideFinder(Analyses, *L)))
      List.push_back(std::move(Q));
  }
}

void QuietLoops::addTwins(llvm::Function &F, const std::vector<runs::Run> &Runs,
                          counting::CountedCode &Counted,
                          const SelectEntries &Runtime) {
  MEMFACET_CHECK(ByRun.empty(), "twins are added once");
  for (const auto &Q : List) {
    auto Edge = Counted.BackEdges.find(Q->Header);
    if (Edge == Counted.BackEdges.end())
      continue;
    interface::PlainBuilder B(&F.getEntryBlock().front());
    Q->Chosen = B.CreateAlloca(B.getInt1Ty());
    Counted.Variables.push_back(Q->Chosen);
    addTwin(*Q, Runs, Edge->second, Runtime);
    for (size_t I : Q->Runs)
      ByRun[I] = Q.get();
  }
}
