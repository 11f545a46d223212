//===- AnalysisProfile.cpp - the begin and the result of an analysis ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/measure/counts/FillProfile.h"
#include "analysis/measure/pipeline/Analysis.h"
#include "analysis/support/Version.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::measure {

static bool needsDetail(const caches::CacheModel &Model,
                        const AnalysisOptions &Options) {
  return Options.MissCauses || Options.Outcomes || !Model.isPlain();
}

static caches::FilteredSink &startQueue(std::optional<FilterQueue> &Queue,
                                        CacheCounts &Caches,
                                        StageScheduler *Scheduler) {
  if (!Scheduler)
    return Caches;
  return Queue.emplace(*Scheduler, Caches);
}

Analysis::Analysis(const caches::CacheModel &Model,
                   const decode::ModuleSet &Modules,
                   const AnalysisOptions &Options)
    : Modules(Modules), Model(Model), Options(Options),
      Memory(Modules, Options.Naming, Options.Decoding.Intervals.Length),
      Selected(Modules), Steps(Modules), Shared(Model.LineBytes),
      Mapped(Model.LineBytes), Caches(Model, Options.Search),
      Filter(
          Model,
          startQueue(Queue, Caches,
                     needsDetail(Model, Options) ? nullptr : Options.Scheduler),
          Options.Search),
      Counted(Modules, Options.Decoding.Intervals.Length),
      Instructions({result::Measure::Instructions}) {
  MEMFACET_CHECK(bool(caches::checkCacheModel(Model)),
                 "callers report errors in the model");
  Steps.setSharedLines(Shared, Mapped);
  Moves.locate([this](uint64_t Address) {
    auto [Low, High] = Memory.variableAround(Address);
    return Low < High ? Address - Low : result::SharingFight::Other;
  });
  if (Options.StreamBytes != 0 && !needsDetail(Model, Options) &&
      !Options.SitesOverTime && Options.Observers.empty()) {
    Caches.streams().limit(Options.StreamBytes);
    Instructions.limit(Options.StreamBytes);
  }
  if (needsDetail(Model, Options))
    Detailed.emplace(Model, Memory.structures(), Caches,
                     Options.Decoding.Intervals.Length);
  if (Options.SitesOverTime) {
    size_t Level = std::min(*Options.SitesOverTime, Model.Levels.size() - 1);
    Caches.watchSites(SiteTimes.emplace(), Level);
    if (Detailed)
      Detailed->watchSites(*SiteTimes, Level);
  }
  for (const MakeObserver &Make : Options.Observers)
    ObserverList.add(Make({this->Model, Modules, Memory, SiteNumbers, InWindows,
                           Caches, Options.Warmth}));
  if (Detailed || !ObserverList.empty())
    AccessOwners.resize(decode::AccessBatch::Capacity);
}

Analysis::~Analysis() = default;

/// Gives all streams of \p P the same intervals.
void Analysis::mergeIntervals(result::Profile &P) {
  result::StreamStore &Counts = Caches.streams();
  unsigned Shift = std::max(Counts.shift(), Instructions.shift());
  Counts.coarsen(Shift);
  Instructions.coarsen(Shift);
  P.IntervalInstructions <<= Shift;
  if (Shift != 0)
    P.Notes.push_back(fmt::format(
        "the run is long: counts over time are of intervals of {} "
        "instructions instead of {}, or they would take more than {} MiB",
        P.IntervalInstructions, Options.Decoding.Intervals.Length,
        Options.StreamBytes >> 20));
}

result::Profile Analysis::finish(const words::DataLoss &Loss,
                                 std::vector<std::string> Notes) {
  settleCaches();
  if (!GoesOn)
    giveRest();
  result::Profile P;
  P.Notes = std::move(Notes); // code below may add to them
  P.Program = Program;
  P.Arguments = Arguments;
  P.ProcessId = ProcessId;
  P.ToolVersion = toolVersion();
  P.Caches = Model;
  P.IntervalInstructions = Options.Decoding.Intervals.Length;
  P.Structures = Memory.structures().structures();
  for (const auto &[Number, Row] : Threads) {
    P.Threads.push_back(Row);
    P.Instructions += Row.Instructions;
  }
  mergeIntervals(P);
  Caches.fill(P, Options.LendsStreams);
  Instructions.fill(P.Streams);
  SiteTotals Totals = {Owners, Selected, Filter.touches(),
                       Detailed ? Detailed->bySite() : Caches.bySite(), Steps};
  SiteNumbers = fillSites(P, Modules, Totals);
  fillComputation(P, Modules, Totals);
  P.Lines.Stretches = Stretches;
  if (!P.Lines.empty())
    Caches.fillLines(P, InWindows);
  fillLives(P, Memory.times());
  P.SharingHints = Shared.hints();
  Mapped.fill(P);
  if (!Stretches.empty()) {
    P.Sharing.Map = "threads";
    P.Sharing.Followed = P.Sharing.Ranges = true;
    Moves.fill(P.Sharing,
               [this](SiteId Site) { return describeSite(Modules, Site); });
  }
  if (!Detailed)
    P.Memory.Evictions = Caches.evictions().rows();
  ObserverList.fill(P);
  if (SiteTimes)
    fillSiteTimes(P, *SiteTimes, SiteNumbers);
  P.Streams.sort();
  P.Markers = Markers;
  P.Loss = Loss;
  Counted.fill(P);
  if (Detailed && (Options.MissCauses || !Model.isPlain()))
    Detailed->fill(P);
  addNotes(P);
  return P;
}

} // namespace memfacet::measure
