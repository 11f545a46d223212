//===- QuietLoops.cpp - loops that skip checks ----------------------------===//

#include "pass/select/QuietLoops.h"
#include "pass/runs/BlockLoops.h"
#include "pass/select/LoopTwin.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include <cstdlib>

using namespace llvm;
using namespace memfacet;

/// All strides of a loop together, in bytes: beyond, one of its accesses is in
/// a chosen line most of the time.
static constexpr uint64_t MostBytes = 512;
/// A loop of fewer iterations is over before it has skipped much.
static constexpr unsigned LeastIterations = 16;

namespace {

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
  if (Count == 0 || Bytes > MostBytes)
    Strides.clear();
  return Strides;
}

QuietLoops::QuietLoops(llvm::Function &F, const std::vector<Run> &Runs) {
  BlockLoops Loops(F, Runs);
  for (size_t I = 0; I != Runs.size(); ++I) {
    const Loop *L = Loops.find(Runs[I]);
    if (!L)
      continue;
    CheckStrides Strides =
        findStrides(Runs[I], StrideFinder(Loops.analyses(), *L));
    if (Strides.empty())
      continue;
    auto Q = std::make_unique<QuietLoop>();
    Q->Strides = std::move(Strides);
    Q->Header = L->getHeader();
    for (Instruction &Code : *Q->Header)
      Q->Code.push_back(&Code);
    ByRun[I] = std::move(Q);
  }
}

void QuietLoops::addTwins(llvm::Function &F, const std::vector<Run> &Runs,
                          CountedCode &Counted, const SelectEntries &Runtime) {
  if (ByRun.empty())
    return;
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  for (size_t I = 0; I != Runs.size(); ++I) {
    auto It = ByRun.find(I);
    if (It == ByRun.end())
      continue;
    QuietLoop &Q = *It->second;
    auto Edge = Counted.BackEdges.find(Q.Header);
    if (Edge == Counted.BackEdges.end()) {
      ByRun.erase(It);
      continue;
    }
    PlainBuilder B(&F.getEntryBlock().front());
    Q.Chosen = B.CreateAlloca(B.getInt1Ty());
    Counted.Variables.push_back(Q.Chosen);
    addTwin(Q, Runs[I], *Loops.getLoopFor(Q.Header), Edge->second, Runtime);
  }
}
