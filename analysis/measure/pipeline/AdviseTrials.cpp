//===- AdviseTrials.cpp - candidates, tried on a stream -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/AdviseTrials.h"
#include "analysis/measure/pipeline/SavedError.h"
#include <functional>

namespace memfacet::measure {

namespace {

/// Returns \p M without misses that the simulation of \p C does not count.
advise::MissTotals comparable(advise::MissTotals M,
                              const advise::Candidate &C) {
  if (C.Kind != advise::AdviceKind::HugePages)
    M.Pages = 0;
  return M;
}

/// Returns the structures that \p C changes.
std::vector<StructureId> changedBy(const advise::Candidate &C) {
  std::vector<StructureId> Result;
  for (const advise::JoinedArray &J : C.Joined)
    Result.push_back(J.Structure);
  if (Result.empty())
    Result.push_back(C.Structure);
  return Result;
}

/// Returns the sum of \p MissesOf over the structures that \p C changes.
advise::MissTotals
changedMisses(const advise::Candidate &C,
              const std::function<advise::MissTotals(StructureId)> &MissesOf) {
  advise::MissTotals Sum;
  for (StructureId Id : changedBy(C))
    Sum += MissesOf(Id);
  return comparable(std::move(Sum), C);
}

/// Returns the misses of what \p C changes, as \p R counted them.
advise::MissTotals changedMisses(const advise::Candidate &C,
                                 advise::Replay &R) {
  return changedMisses(C, [&](StructureId Id) { return R.missesOf(Id); });
}

/// Sets what is left of the misses of \p S if those are hidden that follow
/// links. The misses before, like those, are of the whole run.
void hideLinked(advise::Suggestion &S, const advise::Evidence &E) {
  const auto &Linked = E.Structures[S.Change.Structure.Value].Linked;
  S.StructureAfter = advise::withoutLinked(S.StructureBefore, Linked);
  S.ProgramAfter = advise::withoutLinked(S.ProgramBefore, Linked);
}

/// Returns the cycles of the misses that \p R counted in each interval, those
/// that the simulation of \p C counts.
std::vector<double> cyclesByInterval(const advise::Candidate &C,
                                     advise::Replay &R) {
  std::vector<double> Result;
  for (advise::MissTotals &M : R.intervalMisses())
    Result.push_back(advise::cyclesOf(comparable(std::move(M), C)));
  return Result;
}

} // namespace

AdviseTrials::AdviseTrials(const advise::CandidateList &Candidates,
                           const caches::CacheModel &Model, bool SeveralThreads,
                           bool IsPart)
    : Unchanged(Model, nullptr,
                {.Sharing = true, .Pages = true, .IsPart = IsPart}),
      IsPart(IsPart) {
  for (const advise::Candidate &C : Candidates) {
    Trial &T = Trials.emplace_back(C);
    if (C.Kind == advise::AdviceKind::Prefetch)
      continue;
    bool Pages = C.Kind == advise::AdviceKind::HugePages;
    T.Changed = std::make_unique<advise::Replay>(
        Model, &C,
        advise::ReplayOptions{
            .Sharing = SeveralThreads, .Pages = Pages, .IsPart = IsPart});
  }
}

std::vector<advise::ReplaySink *> AdviseTrials::sinks() {
  std::vector<advise::ReplaySink *> Result = {&Unchanged};
  for (const Trial &T : Trials)
    if (T.Changed)
      Result.push_back(T.Changed.get());
  return Result;
}

std::set<uint32_t> AdviseTrials::structures() const {
  std::set<uint32_t> Result;
  for (const Trial &T : Trials)
    if (T.Changed)
      for (StructureId Id : changedBy(T.Change))
        Result.insert(Id.Value);
  return Result;
}

/// Returns what \p T saves, compared with what the unchanged program missed in
/// the same accesses: \p Share of the run.
advise::Suggestion AdviseTrials::suggestion(const Trial &T,
                                            const advise::Evidence &E,
                                            double Share) {
  const advise::Candidate &C = T.Change;
  advise::Suggestion S;
  S.Change = C;
  S.StructureBefore = changedMisses(C, Unchanged);
  S.ProgramBefore = comparable(Unchanged.totalMisses(), C);
  if (T.Changed) {
    S.StructureAfter = changedMisses(C, *T.Changed);
    S.ProgramAfter = T.Changed->totalMisses();
    S.Error = savedError(cyclesByInterval(C, Unchanged),
                         cyclesByInterval(C, *T.Changed), Share);
  } else {
    hideLinked(S, E);
  }
  return S;
}

std::vector<advise::Suggestion>
AdviseTrials::suggestions(const advise::Evidence &E, double Share) {
  double Factor = 1 / Share;
  if (IsPart)
    Unchanged.estimateWhole(Factor);
  std::vector<advise::Suggestion> Result;
  for (const Trial &T : Trials) {
    if (T.Changed && IsPart)
      T.Changed->estimateWhole(Factor);
    Result.push_back(suggestion(T, E, Share));
  }
  return Result;
}

std::vector<advise::Suggestion>
ofWhole(std::vector<advise::Suggestion> All, const advise::Evidence &E,
        std::vector<advise::Candidate> &Untried) {
  constexpr uint64_t LeastMisses = 100;
  std::vector<advise::Suggestion> Tried;
  for (advise::Suggestion &S : All) {
    if (S.StructureBefore.Levels[0] + S.StructureBefore.Sharing < LeastMisses) {
      Untried.push_back(std::move(S.Change));
      continue;
    }
    advise::MissTotals Structure = changedMisses(S.Change, [&](StructureId Id) {
      return E.Structures[Id.Value].Misses;
    });
    advise::MissTotals Program = comparable(E.All, S.Change);
    if (S.Change.Kind == advise::AdviceKind::Prefetch) {
      // Nothing was simulated of it, so nothing is in proportion to the part.
      S.StructureBefore = Structure;
      S.ProgramBefore = Program;
      hideLinked(S, E);
      Tried.push_back(std::move(S));
    } else {
      Tried.push_back(advise::ofWhole(std::move(S), Structure, Program));
    }
  }
  return Tried;
}

} // namespace memfacet::measure
