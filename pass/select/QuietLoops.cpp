//===- QuietLoops.cpp - loops that skip checks ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/QuietLoops.h"
#include "pass/runs/BlockLoops.h"
#include "pass/select/CheckPlan.h"
#include "pass/select/LoopTwin.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include <cstdlib>

using namespace llvm;
using namespace memfacet;

/// All strides of a loop together, in bytes: beyond, one of its accesses is in
/// a chosen line most of the time.
static constexpr uint64_t MostBytes = 512;
/// A loop of fewer iterations is over before it has skipped much.
static constexpr unsigned LeastIterations = 16;
/// A twin is a copy.
static constexpr size_t MostInstructions = 400;
/// Loops of a function. Its blocks are looked at anew for each of them.
static constexpr size_t MostLoops = 64;

namespace {

/// By number of the first run of their headers: innermost loops without calls
/// and marks, as far as can be seen without any analysis.
using LoopRuns = MapVector<uint32_t, SmallVector<size_t, 4>>;

class StrideFinder {
public:
  StrideFinder(LoopAnalyses &A, const Loop &L) : SE(A.Evolution), L(L) {}

  bool mayBeLong() {
    unsigned Most = SE.getSmallConstantMaxTripCount(&L);
    return Most == 0 || Most >= LeastIterations;
  }
  /// Bytes by which \p Address advances in an iteration, if that is constant
  /// and not far: then it comes to another line each time.
  std::optional<int64_t> find(Value *Address) {
    if (!canBeKnownFirst(Address, L))
      return std::nullopt;
    const SCEV *Now = SE.getSCEV(Address);
    if (SE.isLoopInvariant(Now, &L))
      return 0;
    auto *Advancing = dyn_cast<SCEVAddRecExpr>(Now);
    if (!Advancing || Advancing->getLoop() != &L || !Advancing->isAffine())
      return std::nullopt;
    auto *Step = dyn_cast<SCEVConstant>(Advancing->getStepRecurrence(SE));
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

static LoopRuns candidates(const std::vector<Run> &Runs) {
  LoopRuns Found;
  for (size_t I = 0; I != Runs.size(); ++I)
    if (Runs[I].Loop != 0)
      Found[Runs[I].Loop - 1].push_back(I);
  Found.remove_if([&](const auto &L) {
    return any_of(L.second, [&](size_t I) {
      return Runs[I].HasCall || Runs[I].EntersFunction ||
             any_of(Runs[I].Accesses,
                    [](const Access &A) { return isStackMark(A.Shape); });
    });
  });
  return Found;
}

/// Whether the code of \p L can be copied, and is entered and goes back on one
/// edge each.
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

/// Adds the strides of \p Q's checks. False: a twin does not pay.
static bool findStrides(QuietLoop &Q, const std::vector<Run> &Runs,
                        StrideFinder Finder) {
  if (!Finder.mayBeLong())
    return false;
  uint64_t Bytes = 0;
  size_t Count = 0, All = 0;
  for (size_t I : Q.Runs) {
    CheckStrides &Strides = Q.Strides[I];
    for (const CheckedAccesses &C : planChecks(Runs[I])) {
      std::optional<int64_t> Stride;
      if (!C.Alone)
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

QuietLoops::QuietLoops(llvm::Function &F, const std::vector<Run> &Runs) {
  LoopRuns Found = candidates(Runs);
  if (Found.empty())
    return;
  LoopAnalyses Known(F);
  for (const auto &[First, Numbers] : Found) {
    if (List.size() == MostLoops)
      break;
    BasicBlock *Header = Runs[First].First->getParent();
    const Loop *L = Known.Loops.getLoopFor(Header);
    if (!L || L->getHeader() != Header || !canHaveTwin(*L))
      continue;
    auto Q = std::make_unique<QuietLoop>();
    Q->Header = Header;
    Q->Runs = Numbers;
    if (findStrides(*Q, Runs, StrideFinder(Known, *L)))
      List.push_back(std::move(Q));
  }
}

void QuietLoops::addTwins(llvm::Function &F, const std::vector<Run> &Runs,
                          CountedCode &Counted, const SelectEntries &Runtime) {
  for (const auto &Q : List) {
    auto Edge = Counted.BackEdges.find(Q->Header);
    if (Edge == Counted.BackEdges.end())
      continue;
    PlainBuilder B(&F.getEntryBlock().front());
    Q->Chosen = B.CreateAlloca(B.getInt1Ty());
    Counted.Variables.push_back(Q->Chosen);
    addTwin(*Q, Runs, Edge->second, Runtime);
    for (size_t I : Q->Runs)
      ByRun[I] = Q.get();
  }
}
