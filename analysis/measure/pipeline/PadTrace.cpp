//===- PadTrace.cpp - effects of padding, by a second pass ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/PadTrace.h"
#include "analysis/advise/Padding.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/measure/observers/ReplayObserver.h"
#include <set>
#include <tuple>

namespace memfacet::measure {

namespace {

advise::PaddingTrial::Counts unchangedCounts(const result::SharingTable &S,
                                             StructureId Id) {
  advise::PaddingTrial::Counts Result;
  for (const result::SharingVertex &V : S.Vertices) {
    Result.All += V.misses(), Result.Cold += V.Cold;
    if (V.Structure == Id)
      Result.Structure += V.misses();
  }
  return Result;
}

Status replay(const std::string &Path, const CollectOptions &Options,
              std::vector<advise::ReplaySink *> Sinks, unsigned Threads,
              const std::set<uint32_t> &Structures) {
  advise::ReplayScheduler Scheduler(std::move(Sinks), Threads);
  CollectOptions Collect = Options;
  Collect.ProfilePath.clear();
  Collect.TracePath.clear();
  Collect.Analysis.MissCauses = false;
  Collect.Analysis.Observers = {[&](const ObserverContext &Context) {
    return std::make_unique<ReplayObserver>(
        Context, Scheduler,
        [&](StructureId S) { return Structures.contains(S.Value); },
        [](const result::Profile &, const decode::ModuleSet &) {});
  }};
  Expected<result::Profile> Read = simulateTrace(Path, Collect);
  return Read ? Status() : Status(Read.error());
}

} // namespace

Status tryPaddings(const std::string &Path, const CollectOptions &Options,
                   const threads::ThreadMap &Map, unsigned Threads,
                   result::Profile &P) {
  std::vector<advise::PaddingCandidate> Candidates =
      advise::findPaddings(P, advise::MostPadded);
  if (Candidates.empty())
    return {};
  std::vector<std::unique_ptr<advise::PaddingTrial>> Trials;
  std::vector<advise::ReplaySink *> Sinks;
  std::set<uint32_t> Structures;
  for (const advise::PaddingCandidate &C : Candidates) {
    Trials.push_back(std::make_unique<advise::PaddingTrial>(Map, C.Change));
    Sinks.push_back(Trials.back().get());
    Structures.insert(C.Change.Structure.Value);
  }
  if (Status Read = replay(Path, Options, Sinks, Threads, Structures); !Read)
    return Read;
  std::vector<result::SharingPadding> &Paddings = P.Sharing.Paddings;
  Paddings.clear();
  for (size_t I = 0; I != Candidates.size(); ++I) {
    StructureId Id = Candidates[I].Change.Structure;
    advise::PaddingTrial::Counts Unchanged = unchangedCounts(P.Sharing, Id);
    advise::PaddingTrial::Counts Padded = Trials[I]->counts(Id);
    Paddings.push_back({Id, Candidates[I].Kind,
                        Candidates[I].Change.Layout.Strides.front(),
                        Unchanged.Structure, Padded.Structure, Unchanged.All,
                        Padded.All, Unchanged.Cold, Padded.Cold});
  }
  std::ranges::sort(Paddings, {}, [](const result::SharingPadding &S) {
    return std::tuple(S.AllAfter, S.ColdAfter, S.Structure.Value, S.Kind);
  });
  return {};
}

} // namespace memfacet::measure
