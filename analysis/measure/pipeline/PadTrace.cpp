//===- PadTrace.cpp - what padding would save, by a second pass -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/PadTrace.h"
#include "analysis/advise/Padding.h"
#include "analysis/measure/observers/ReplayObserver.h"
#include <set>
#include <tuple>

namespace memfacet::measure {

namespace {

advise::PaddingTrial::Counts asItIs(const result::SharingTable &S,
                                    StructureId Of) {
  advise::PaddingTrial::Counts Result;
  for (const result::SharingVertex &V : S.Vertices) {
    Result.All += V.misses(), Result.Cold += V.Cold;
    if (V.Structure == Of)
      Result.Structure += V.misses();
  }
  return Result;
}

Status replay(const std::string &Path, const CollectOptions &Options,
              std::vector<advise::ReplaySink *> Sinks, unsigned Threads,
              const std::set<uint32_t> &Structures) {
  advise::ReplayScheduler Scheduler(std::move(Sinks), Threads);
  CollectOptions Again = Options;
  Again.ProfilePath.clear();
  Again.TracePath.clear();
  Again.Why = false;
  Again.Observers = {[&](const ObserverContext &Context) {
    return std::make_unique<ReplayObserver>(
        Context, Scheduler,
        [&](StructureId S) { return Structures.contains(S.Value); },
        [](const result::Profile &, const decode::ModuleSet &) {});
  }};
  Expected<result::Profile> Read = simulateTrace(Path, Again);
  return Read ? Status() : Status(Read.error());
}

} // namespace

Status tryPaddings(const std::string &Path, const CollectOptions &Options,
                   const threads::ThreadMap &Map, unsigned Threads,
                   result::Profile &P) {
  std::vector<advise::PaddingCandidate> Candidates =
      advise::findPaddings(P, MostPadded);
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
  std::vector<result::SharingPadding> &To = P.Sharing.Paddings;
  To.clear();
  for (size_t I = 0; I != Candidates.size(); ++I) {
    StructureId Id = Candidates[I].Change.Structure;
    advise::PaddingTrial::Counts Before = asItIs(P.Sharing, Id);
    advise::PaddingTrial::Counts After = Trials[I]->counts(Id);
    To.push_back({Id, Candidates[I].Kind,
                  Candidates[I].Change.Layout.Strides.front(), Before.Structure,
                  After.Structure, Before.All, After.All, Before.Cold,
                  After.Cold});
  }
  std::ranges::sort(To, {}, [](const result::SharingPadding &S) {
    return std::tuple(S.AllAfter, S.ColdAfter, S.Structure.Value, S.Kind);
  });
  return {};
}

} // namespace memfacet::measure
