//===- DetailRows.cpp - what analyses found, as rows ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/result/store/ProfileRows.h"
#include "memfacet/Select.h"
#include <algorithm>

namespace memfacet::result {
namespace {

void storeDescriptions(RowWriter &W, const Profile &P) {
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    if (const ObjectLives &L = P.Structures[Id].Lives; L != ObjectLives())
      W.add(tables::StructureLives, L, Id);
  for (const SiteCounts &C : P.BySite) {
    if (C.Steps.Sampled)
      W.add(tables::SiteSteps, C.Steps, C.Site, C.Structure.Value);
    W.all(tables::SiteStrides, C.Steps.Strides, C.Site, C.Structure.Value);
    if (C.Steps.steps(StepKind::Search))
      W.add(tables::SiteSearches, C.Steps, C.Site, C.Structure.Value);
  }
}

void loadDescriptions(RowReader &R, Profile &P) {
  P.HasDescriptions = R.has(tables::SiteSteps);
  R.into(tables::StructureLives, [&](uint64_t Id) {
    Structure *S = R.at(P.Structures, Id);
    return S ? &S->Lives : nullptr;
  });
  auto StepsOf = [&](uint64_t Site, uint64_t Structure) -> AccessSteps * {
    auto Place = [](const SiteCounts &C) {
      return std::pair(uint64_t(C.Site), uint64_t(C.Structure.Value));
    };
    std::pair Wanted(Site, Structure);
    auto Found = std::ranges::lower_bound(P.BySite, Wanted, {}, Place);
    return Found != P.BySite.end() && Place(*Found) == Wanted ? &Found->Steps
                                                              : nullptr;
  };
  R.into(tables::SiteSteps, StepsOf);
  R.into(tables::SiteSearches, StepsOf);
  R.into(tables::SiteStrides, [&](uint64_t Site, uint64_t Structure) {
    AccessSteps *S = StepsOf(Site, Structure);
    return S ? &S->Strides.emplace_back() : nullptr;
  });
}

void storeMemory(RowWriter &W, const Profile &P) {
  const MemoryDetail &M = P.Memory;
  W.list(tables::WayPartitions, P.Caches.Partitions);
  for (size_t Id = 0; Id != M.ByStructure.size(); ++Id) {
    const caches::MemoryCounters &C = M.ByStructure[Id];
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      W.add(tables::MemoryLevels, C.Levels[L], Id, L);
      if (C.Levels[L].ClassError != 0)
        W.add(tables::ClassErrors, C.Levels[L], Id, L);
    }
    for (size_t T = 0; T != P.Caches.Tlbs.size(); ++T)
      W.add(tables::MemoryTlbs, C.Tlbs[T], Id, T);
    W.add(tables::MemoryTraffic, C, Id);
  }
  W.all(tables::Evictions, M.Evictions);
  W.list(tables::HotSets, M.HotSets);
  W.all(tables::SetSpreads, M.Spreads);
  W.all(tables::Occupancy, M.Occupancy);
}

void loadMemory(RowReader &R, Profile &P) {
  MemoryDetail &M = P.Memory;
  R.list(tables::WayPartitions, P.Caches.Partitions);
  R.check(caches::checkCacheModel(P.Caches));
  size_t Levels = P.Caches.Levels.size(), Structures = P.Structures.size();
  auto IsEviction = [&](const caches::EvictionRow &E) {
    return E.Level < Levels && E.Victim < Structures && E.Evictor < Structures;
  };
  R.all(tables::Evictions, M.Evictions, IsEviction);
  R.all(tables::OldEvictions, M.Evictions, IsEviction);
  if (!M.Known || !R.status())
    return;
  // Counts of levels are those of the structures: they are stored once.
  M.ByStructure.resize(Structures);
  for (size_t Id = 0; Id != Structures; ++Id)
    for (size_t L = 0; L != Levels; ++L) {
      const LevelCounts &C = P.Structures[Id].Total.Levels[L];
      caches::LevelDetail &Detail = M.ByStructure[Id].Levels[L];
      Detail.Accesses = C.Accesses;
      Detail.Misses = C.Misses;
      Detail.Writebacks = C.Writebacks;
    }
  auto LevelOf = [&](uint64_t Id, uint64_t L) {
    caches::MemoryCounters *C = R.at(M.ByStructure, Id);
    return C && L < Levels ? &C->Levels[L] : nullptr;
  };
  R.into(tables::MemoryLevels, LevelOf);
  R.into(tables::ClassErrors, LevelOf);
  R.into(tables::MemoryTlbs, [&](uint64_t Id, uint64_t T) {
    caches::MemoryCounters *C = R.at(M.ByStructure, Id);
    return C && T < P.Caches.Tlbs.size() ? &C->Tlbs[T] : nullptr;
  });
  R.inside(tables::MemoryTraffic, M.ByStructure);
  R.list(tables::HotSets, M.HotSets,
         [&](const HotSet &S) { return S.Level < Levels; });
  R.all(tables::SetSpreads, M.Spreads,
        [&](const SetSpread &S) { return S.Level < Levels; });
  R.all(tables::Occupancy, M.Occupancy, [&](const OccupancyRow &O) {
    return O.Level < Levels && O.Structure < Structures;
  });
}

/// Stores the intervals that differ from the one before, and the last one.
void storeIntervals(RowWriter &W, const auto &Table, CurveScope Scope,
                    StructureId Structure, const CurveIntervals &Intervals) {
  for (size_t B = 0; B != Intervals.size(); ++B)
    if (B == 0 || B + 1 == Intervals.size() || Intervals[B] != Intervals[B - 1])
      W.add(Table, {Scope, Structure, bucketBegin(B), Intervals[B]});
}

void storeCurves(RowWriter &W, const Profile &P) {
  for (const CurveTotal &T : P.Curves.Totals) {
    W.add(tables::CurveTotals, {T.Scope, T.Samples});
    storeIntervals(W, tables::CurveTotalIntervals, T.Scope, {}, T.Intervals);
  }
  for (const MissCurve &C : P.Curves.Curves) {
    W.add(tables::Curves,
          {C.Scope, C.Structure, C.touches(), C.Compulsory, C.Samples});
    storeIntervals(W, tables::CurveIntervals, C.Scope, C.Structure,
                   C.Intervals);
    for (size_t B = 0; B != C.Reuses.size(); ++B)
      if (C.Reuses[B] != 0)
        W.add(tables::CurveReuses,
              {C.Scope, C.Structure, bucketBegin(B), C.Reuses[B]});
  }
}

bool addReuse(std::vector<MissCurve> &Curves, const CurveReuse &Reuse) {
  auto Place = [](const auto &C) { return std::pair(C.Scope, C.Structure); };
  auto C = std::ranges::lower_bound(Curves, Place(Reuse), {}, Place);
  size_t Bucket = bucketOf(std::min(Reuse.Lines, uint64_t(1) << 43));
  if (C == Curves.end() || Place(*C) != Place(Reuse) ||
      Bucket >= DistanceBuckets || bucketBegin(Bucket) != Reuse.Lines ||
      Bucket < C->Reuses.size())
    return false;
  C->Reuses.resize(Bucket + 1);
  C->Reuses[Bucket] = Reuse.Touches;
  return true;
}

/// Appends what \p Row says to \p Intervals. Returns false if it does not
/// belong there.
bool addInterval(CurveIntervals &Intervals, const CurveIntervalRow &Row) {
  size_t Bucket = bucketOf(std::min(Row.Lines, uint64_t(1) << 43));
  if (Bucket >= DistanceBuckets || bucketBegin(Bucket) != Row.Lines ||
      Bucket < Intervals.size() || (Intervals.empty() && Bucket != 0))
    return false;
  Intervals.resize(Bucket,
                   Intervals.empty() ? MissInterval() : Intervals.back());
  Intervals.push_back(Row.Misses);
  return true;
}

/// Returns the intervals of a profile whose older version says how far each
/// miss ratio may be off.
CurveIntervals intervalsOf(const MissCurve &C, uint64_t ErrorPpm) {
  CurveIntervals Result;
  auto Error = uint64_t(double(C.touches()) * double(ErrorPpm) / 1e6);
  for (size_t B = 0; ErrorPpm != 0 && B <= C.Reuses.size(); ++B)
    Result.push_back({C.misses(B) - std::min(Error, C.misses(B)),
                      std::min(C.misses(B) + Error, C.touches())});
  return Result;
}

void loadIntervals(RowReader &R, MissCurves &Curves) {
  CurveIntervalRow Row;
  R.into(
      tables::CurveTotalIntervals, [&] { return &Row; },
      [&](const CurveIntervalRow &Interval) {
        auto T = std::ranges::find(Curves.Totals, Interval.Scope,
                                   &CurveTotal::Scope);
        return T != Curves.Totals.end() && addInterval(T->Intervals, Interval);
      });
  auto Place = [](const auto &C) { return std::pair(C.Scope, C.Structure); };
  R.into(
      tables::CurveIntervals, [&] { return &Row; },
      [&](const CurveIntervalRow &Interval) {
        auto C =
            std::ranges::lower_bound(Curves.Curves, Place(Interval), {}, Place);
        return C != Curves.Curves.end() && Place(*C) == Place(Interval) &&
               addInterval(C->Intervals, Interval);
      });
}

void loadCurves(RowReader &R, Profile &P, OldCurveErrors &Old) {
  CurveTotalRow Total;
  R.into(
      tables::CurveTotals, [&] { return &Total; },
      [&](const CurveTotalRow &T) {
        P.Curves.Totals.push_back({T.Scope, T.Samples});
        Old.Totals.push_back(T.ErrorPpm);
        return true;
      });
  CurveRow Row;
  R.into(
      tables::Curves, [&] { return &Row; },
      [&](const CurveRow &C) {
        P.Curves.Curves.push_back(
            {C.Scope, C.Structure, C.Compulsory, {}, C.Samples});
        Old.Curves.push_back(C.ErrorPpm);
        return true;
      });
  CurveReuse Reuse;
  R.into(
      tables::CurveReuses, [&] { return &Reuse; },
      [&](const CurveReuse &ReadReuse) {
        return addReuse(P.Curves.Curves, ReadReuse);
      });
  loadIntervals(R, P.Curves);
}

void storeCore(RowWriter &W, const Profile &P) {
  const CoreTimes &C = P.Core;
  if (C.empty())
    return;
  W.add(tables::CoreModel, C);
  W.all(tables::CoreThreads, C.Threads);
  W.all(tables::CoreStalls, C.Stalls);
  W.all(tables::CoreIntervals, C.Intervals);
  W.list(tables::CoreScenarios, C.Scenarios);
  for (size_t I = 0; I != C.Scenarios.size(); ++I)
    W.list(tables::CorePerfect, C.Scenarios[I].Perfect, I);
}

void loadCore(RowReader &R, Profile &P) {
  CoreTimes &C = P.Core;
  R.one(tables::CoreModel, C, [](const CoreTimes &C) { return !C.empty(); });
  R.all(tables::CoreThreads, C.Threads);
  R.all(tables::CoreStalls, C.Stalls, [&](const CoreStalls &S) {
    return S.Site < P.Sites.size() || S.Site == CoreStalls::NoSite;
  });
  R.all(tables::CoreIntervals, C.Intervals);
  R.list(tables::CoreScenarios, C.Scenarios);
  R.into(tables::CorePerfect, [&](uint64_t I, uint64_t Position) {
    CoreScenario *S = R.at(C.Scenarios, I);
    return S ? R.next(S->Perfect, Position) : nullptr;
  });
}

/// Refuses a profile with estimates from windows of a run, as earlier versions
/// made them.
void refuseWindows(RowReader &R) {
  if (RecordedWindows Windows; R.one(tables::Sampling, Windows))
    R.check(makeError("its counts are estimates from windows of the run "
                      "(record --sample), as earlier versions made them; "
                      "record it again with --lines 1/64"));
}

void storeLines(RowWriter &W, const Profile &P) {
  const LineSample &L = P.Lines;
  W.list(tables::LineStretches, L.Stretches);
  W.list(tables::MissTotals, L.Total);
  for (size_t Id = 0; Id != L.ByStructure.size(); ++Id)
    W.list(tables::MissIntervals, L.ByStructure[Id], Id);
}

void loadLines(RowReader &R, Profile &P) {
  LineSample &L = P.Lines;
  R.list(tables::LineStretches, L.Stretches,
         [](const LineStretch &S) { return S.Bits <= MostSelectBits; });
  if (L.empty())
    return;
  L.Total.resize(P.Caches.Levels.size());
  L.ByStructure.resize(P.Structures.size(), L.Total);
  R.into(tables::MissTotals,
         [&](uint64_t Level) { return R.at(L.Total, Level); });
  R.into(tables::MissIntervals, [&](uint64_t Id, uint64_t Level) {
    std::vector<MissInterval> *Levels = R.at(L.ByStructure, Id);
    return Levels ? R.at(*Levels, Level) : nullptr;
  });
}

} // namespace

void storeDetails(RowWriter &W, const Profile &P) {
  storeDescriptions(W, P);
  storeMemory(W, P);
  storeCurves(W, P);
  storeCore(W, P);
  storeLines(W, P);
}

void loadDetails(RowReader &R, Profile &P, OldCurveErrors &Old) {
  loadDescriptions(R, P);
  loadMemory(R, P);
  loadCurves(R, P, Old);
  loadCore(R, P);
  refuseWindows(R);
  loadLines(R, P);
}

void addIntervals(const OldCurveErrors &Old, Profile &P) {
  for (size_t I = 0; I != Old.Curves.size(); ++I)
    if (Old.Curves[I] != 0)
      P.Curves.Curves[I].Intervals =
          intervalsOf(P.Curves.Curves[I], Old.Curves[I]);
}

} // namespace memfacet::result
