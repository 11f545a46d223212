//===- WindowAdvice.cpp - from the windows of a run to suggestions --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/WindowAdvice.h"
#include "analysis/measure/observers/ReplayObserver.h"
#include "analysis/measure/pipeline/AdvisePasses.h"
#include "analysis/measure/pipeline/AdviseTrials.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>

namespace memfacet::measure {

namespace {

/// Returns the misses in \p P of structure \p S, or of all if it is null. TLB
/// misses are those of \p Simulated: a profile has none.
advise::MissTotals missesIn(const result::Profile &P, const result::Counts &C,
                            const StructureId *S,
                            const advise::MissTotals &Simulated) {
  advise::MissTotals M;
  M.Touches = Simulated.Touches;
  M.Pages = Simulated.Pages;
  for (const result::LevelCounts &L : C.Levels)
    M.Levels.push_back(L.Misses);
  M.Levels.resize(P.Caches.Levels.size());
  for (const result::SharingVertex &V : P.Sharing.Vertices)
    if (!S || V.Structure == *S) {
      M.Sharing += V.misses();
      M.FalseSharing += V.False;
    }
  return M;
}

/// Sets the misses of \p E to those that \p P has of the whole run.
void useMisses(const result::Profile &P, advise::Evidence &E) {
  E.All = missesIn(P, P.total(), nullptr, E.All);
  for (uint32_t Id = 0; Id != E.Structures.size(); ++Id) {
    advise::StructureEvidence &S = E.Structures[Id];
    StructureId Number(Id);
    double Simulated = double(std::max<uint64_t>(S.Misses.Levels[0], 1));
    S.Misses = missesIn(P, P.Structures[Id].Total, &Number, S.Misses);
    S.Conflicts = uint64_t(std::llround(
        double(S.Conflicts) * double(S.Misses.Levels[0]) / Simulated));
  }
}

} // namespace

MakeObserver WindowAdvice::observer() {
  return [this](const ObserverContext &Context) {
    MEMFACET_CHECK(!Scheduler, "the observer is made once");
    Scheduler = std::make_unique<advise::ReplayScheduler>(
        std::vector<advise::ReplaySink *>{&Store}, 0);
    auto Wanted = [&Memory = Context.Memory](StructureId S) {
      return canMove(Memory.structures().structures()[S.Value]);
    };
    auto End = [this](const result::Profile &P, const decode::ModuleSet &M) {
      collect(P, M);
    };
    return std::make_unique<ReplayObserver>(Context, *Scheduler, Wanted, End,
                                            ReplayedPart::Windows);
  };
}

void WindowAdvice::collect(const result::Profile &P,
                           const decode::ModuleSet &Modules) {
  Store.spread();
  uint64_t Accesses = P.total().Accesses, Kept = Store.countedAccesses();
  if (Kept == 0)
    return;
  Share = std::min(1.0, double(Kept) / double(std::max<uint64_t>(Accesses, 1)));
  EvidencePass Pass(Options.Collect.Caches, Share < 1);
  replayBlocks(Store.blocks(), Options, 0, Pass.sinks());
  Pass.finish(P, Modules, E);
  Pass.estimate(1 / Share, E);
  useMisses(P, E);
  addLinked(P, P.Instructions, E);
}

void WindowAdvice::tryAll(const advise::CandidateList &Candidates,
                          advise::Advice &Result) {
  if (Candidates.empty())
    return;
  beginTrials(Options, Candidates);
  AdviseTrials Trials(Candidates, Options.Collect.Caches, E.SeveralThreads,
                      Share < 1);
  constexpr uint64_t Thousand = 1000;
  std::atomic<uint64_t> *Progress = Options.Collect.WordsRead;
  replayBlocks(Store.blocks(), Options, Thousand, Trials.sinks());
  std::vector<advise::Suggestion> All = Trials.suggestions(E, Share);
  if (isStopped(Options)) {
    Result.Stopped = advise::StoppedPass::Trials;
    Result.ReadShare = Progress ? double(*Progress) / double(Thousand) : 0;
  }
  All = ofWhole(std::move(All), E, Result.Untried);
  Result.Tried = All.size();
  Result.Suggestions = advise::ranked(std::move(All), Result.BaseProfile);
}

advise::Advice WindowAdvice::advise(result::Profile Base) {
  MEMFACET_CHECK(hasWindows(), "the caller has asked");
  advise::Advice Result;
  Result.BaseProfile = std::move(Base);
  Result.Program = E.All;
  Result.SeveralThreads = E.SeveralThreads;
  Result.Share = Share;
  Result.IsOfWindows = true;
  advise::CandidateList Candidates =
      advise::findCandidates(Result.BaseProfile, E);
  Result.Found = Candidates.size();
  if (Candidates.size() > Options.MostTried)
    Candidates.resize(Options.MostTried);
  tryAll(Candidates, Result);
  return Result;
}

} // namespace memfacet::measure
