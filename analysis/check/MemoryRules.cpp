//===- MemoryRules.cpp - invariants of misses, curves, cores, samples -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/Invariants.h"
#include <algorithm>
#include <bit>
#include <numeric>

namespace memfacet::check {

namespace {

bool hasPrefetching(const caches::CacheModel &M) {
  return std::ranges::any_of(M.Levels, [](const caches::CacheLevel &L) {
    return L.Fetches != caches::Prefetch::None;
  });
}

/// Calls \p Visit(structure, level, detail) where the detailed simulation ran.
template <typename Visitor>
void forDetails(const ProfileFacts &F, Visitor Visit) {
  const result::MemoryDetail &M = F.P.Memory;
  for (uint32_t Id = 0; Id != M.ByStructure.size(); ++Id)
    for (size_t L = 0; L != F.Levels; ++L)
      Visit(StructureId(Id), L, M.ByStructure[Id].Levels[L]);
}

/// Returns the total of a scope, or null.
const result::CurveTotal *totalOf(const result::MissCurves &M,
                                  result::CurveScope Scope) {
  auto It = std::ranges::find(M.Totals, Scope, &result::CurveTotal::Scope);
  return It == M.Totals.end() ? nullptr : &*It;
}

bool hasExactCurves(const ProfileFacts &F) {
  return F.P.Curves.exact() && F.Levels != 0;
}

/// Returns the curve of all structures of a scope together.
result::MissCurve wholeCurve(const result::MissCurves &M,
                             result::CurveScope Scope) {
  result::MissCurve Sum;
  for (const result::MissCurve &C : M.Curves) {
    if (C.Scope != Scope)
      continue;
    Sum.Compulsory += C.Compulsory;
    Sum.Reuses.resize(std::max(Sum.Reuses.size(), C.Reuses.size()));
    for (size_t B = 0; B != C.Reuses.size(); ++B)
      Sum.Reuses[B] += C.Reuses[B];
  }
  return Sum;
}

/// Returns stall cycles by thread.
std::map<uint32_t, uint64_t> stallsOf(const result::CoreTimes &C) {
  std::map<uint32_t, uint64_t> Sums;
  for (const result::CoreStalls &S : C.Stalls)
    Sums[S.Thread] += S.Cycles;
  return Sums;
}

/// Returns whether the classes of all misses are known from some lines: then
/// one of these has an error.
bool hasEstimatedClasses(const ProfileFacts &F) {
  bool IsEstimate = !F.P.Lines.empty();
  forDetails(F, [&](StructureId, size_t, const caches::LevelDetail &D) {
    IsEstimate |= D.ClassError != 0;
  });
  return IsEstimate;
}

} // namespace

void checkClasses(const ProfileFacts &F, Comparisons &V) {
  const bool IsEstimate = hasEstimatedClasses(F);
  forDetails(F, [&](StructureId Id, size_t L, const caches::LevelDetail &D) {
    if (!IsEstimate)
      V.equal(D.classified(), D.Misses, "{} misses of {} by class", F.level(L),
              F.name(Id));
    else
      V.atMost(D.classified(), D.Misses, "{} misses of {} by class", F.level(L),
               F.name(Id));
  });
}

void checkPrefetches(const ProfileFacts &F, Comparisons &V) {
  std::vector<caches::LevelDetail> Sums(F.Levels);
  forDetails(F, [&](StructureId, size_t L, const caches::LevelDetail &D) {
    Sums[L].Prefetches += D.Prefetches;
    Sums[L].PrefetchesUsed += D.PrefetchesUsed;
  });
  // What was prefetched before a region of interest may be used inside of it.
  if (F.P.Memory.Known && !F.P.hasInterest())
    for (size_t L = 0; L != F.Levels; ++L)
      V.atMost(Sums[L].PrefetchesUsed, Sums[L].Prefetches,
               "prefetched lines of {} that were used", F.level(L));
}

void checkEvictors(const ProfileFacts &F, Comparisons &V) {
  if (F.P.Memory.Evictions.empty() || F.P.Streams.empty() || F.isImported())
    return;
  std::map<std::pair<uint32_t, uint32_t>, std::pair<uint64_t, uint64_t>> Sums;
  for (const caches::EvictionRow &E : F.P.Memory.Evictions)
    Sums[{E.Level, E.Evictor}].first += E.Counts.Evictions;
  for (const result::Stream &S : F.P.Streams.All)
    for (uint32_t L = 0; L != F.Levels; ++L)
      if (S.Kind == result::levelMeasure(L, result::LevelMeasure::Evictions) &&
          S.Thread != result::Stream::Process && S.Structure.valid())
        Sums[{L, S.Structure.Value}].second += S.Total;
  for (const auto &[Key, Both] : Sums)
    V.equal(Both.first, Both.second, "evictions from {} by {}",
            F.level(Key.first), F.name(StructureId(Key.second)));
}

void checkPremature(const ProfileFacts &F, Comparisons &V) {
  // An eviction before a region of interest may turn out premature inside. The
  // two may be estimates of their own.
  if (F.P.hasInterest() || hasEstimatedClasses(F))
    return;
  // An eviction counts for the line's owner, a premature one for the structure
  // that misses the line.
  std::map<std::pair<uint32_t, uint32_t>, caches::EvictionCounts> Sums;
  for (const caches::EvictionRow &E : F.P.Memory.Evictions) {
    caches::EvictionCounts &Sum = Sums[{E.Level, E.Evictor}];
    Sum.Evictions += E.Counts.Evictions;
    Sum.Premature += E.Counts.Premature;
  }
  for (const auto &[Key, Sum] : Sums)
    V.atMost(Sum.Premature, Sum.Evictions, "premature evictions from {} by {}",
             F.level(Key.first), F.name(StructureId(Key.second)));
}

void checkPrematureMisses(const ProfileFacts &F, Comparisons &V) {
  if (!F.P.Memory.Known || F.P.hasInterest() || hasPrefetching(F.P.Caches))
    return;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Premature;
  for (const caches::EvictionRow &E : F.P.Memory.Evictions)
    Premature[{E.Level, E.Victim}] += E.Counts.Premature;
  forDetails(F, [&](StructureId Id, size_t L, const caches::LevelDetail &D) {
    V.atMost(Premature[{uint32_t(L), Id.Value}],
             D.Misses - D.ofClass(caches::MissClass::Compulsory),
             "premature evictions of {} from {}", F.name(Id), F.level(L));
  });
}

void checkSpreads(const ProfileFacts &F, Comparisons &V) {
  std::vector<caches::SetCounts> Sums(F.Levels);
  forDetails(F, [&](StructureId, size_t L, const caches::LevelDetail &D) {
    Sums[L].Misses += D.Misses;
    Sums[L].Conflicts += D.ofClass(caches::MissClass::Conflict);
  });
  for (const result::SetSpread &S : F.P.Memory.Spreads) {
    const std::string &Level = F.level(S.Level);
    V.equal(S.Sum.Misses, Sums[S.Level].Misses, "{} misses of all sets", Level);
    V.equal(S.Sum.Conflicts, Sums[S.Level].Conflicts,
            "{} conflict misses of all sets", Level);
    V.atMost(S.HottestMisses, S.Sum.Misses, "misses of the hottest sets of {}",
             Level);
    V.atMost(S.Missed, F.P.Caches.Levels[S.Level].sets(F.P.Caches.LineBytes),
             "sets of {} with misses", Level);
  }
}

void checkHotSets(const ProfileFacts &F, Comparisons &V) {
  std::map<uint32_t, caches::SetCounts> Sums;
  for (const result::HotSet &S : F.P.Memory.HotSets) {
    V.expect(S.Set < F.P.Caches.Levels[S.Level].sets(F.P.Caches.LineBytes),
             "{} has no set {}", F.level(S.Level), S.Set);
    V.atMost(S.Counts.Conflicts, S.Counts.Misses,
             "conflict misses of set {} of {}", S.Set, F.level(S.Level));
    Sums[S.Level].Misses += S.Counts.Misses;
  }
  for (const result::SetSpread &S : F.P.Memory.Spreads)
    V.atMost(Sums[S.Level].Misses, S.Sum.Misses, "misses of hot sets of {}",
             F.level(S.Level));
}

void checkOccupancy(const ProfileFacts &F, Comparisons &V) {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Sums;
  for (const result::OccupancyRow &O : F.P.Memory.Occupancy)
    Sums[{O.Sample, O.Level}] += O.Lines;
  for (const auto &[Key, Lines] : Sums) {
    const caches::CacheLevel &L = F.P.Caches.Levels[Key.second];
    uint64_t Caches = L.Shared ? 1 : std::max<size_t>(1, F.Threads.size());
    V.atMost(Lines, Caches * (L.Bytes / F.P.Caches.LineBytes + L.VictimLines),
             "lines in {} at sample {}", L.Name, Key.first);
  }
}

void checkTlbs(const ProfileFacts &F, Comparisons &V) {
  for (uint32_t Id = 0; Id != F.P.Memory.ByStructure.size(); ++Id)
    for (size_t T = 0; T != F.P.Caches.Tlbs.size(); ++T) {
      const caches::TlbDetail &D = F.P.Memory.ByStructure[Id].Tlbs[T];
      CountedName Name = F.name(StructureId(Id));
      V.atMost(D.Misses, D.Accesses, "misses of {} in TLB {}", Name, T + 1);
      if (T != 0)
        V.equal(D.Accesses, F.P.Memory.ByStructure[Id].Tlbs[T - 1].Misses,
                "accesses of {} in TLB {}", Name, T + 1);
    }
}

void checkTraffic(const ProfileFacts &F, Comparisons &V) {
  if (F.Levels == 0)
    return;
  uint64_t Prefetches = 0;
  forDetails(F, [&](StructureId, size_t, const caches::LevelDetail &D) {
    Prefetches += D.Prefetches;
  });
  for (uint32_t Id = 0; Id != F.P.Memory.ByStructure.size(); ++Id) {
    const caches::MemoryCounters &C = F.P.Memory.ByStructure[Id];
    V.atMost(C.MemoryReads, C.Levels[F.Levels - 1].Misses + Prefetches,
             "lines of {} from memory", F.name(StructureId(Id)));
  }
}

void checkCurveTouches(const ProfileFacts &F, Comparisons &V) {
  if (!hasExactCurves(F))
    return;
  for (const result::MissCurve &C : F.P.Curves.Curves)
    V.equal(C.touches(),
            F.P.Structures[C.Structure.Value].Total.Levels[0].Accesses,
            "touches of the {} curve of {}", result::curveScopeName(C.Scope),
            F.name(C.Structure));
}

void checkCurveScopes(const ProfileFacts &F, Comparisons &V) {
  if (!hasExactCurves(F))
    return;
  result::MissCurve Private =
                        wholeCurve(F.P.Curves, result::CurveScope::Private),
                    Shared = wholeCurve(F.P.Curves, result::CurveScope::Shared);
  V.atMost(Shared.Compulsory, Private.Compulsory, "new lines of all threads");
  V.equal(Shared.touches(), Private.touches(), "touches of all threads");
  if (F.Threads.size() == 1)
    V.expect(Private.Reuses == Shared.Reuses,
             "the only thread has another curve than all threads");
}

void checkCurveErrors(const ProfileFacts &F, Comparisons &V) {
  for (const result::MissCurve &C : F.P.Curves.Curves) {
    for (size_t B = 0; B != C.Intervals.size(); ++B) {
      V.atMost(C.Intervals[B].Low, C.misses(B),
               "the lower end of the {} curve of {}",
               result::curveScopeName(C.Scope), F.name(C.Structure));
      V.atMost(C.misses(B), C.Intervals[B].High, "the {} curve of {}",
               result::curveScopeName(C.Scope), F.name(C.Structure));
    }
    const result::CurveTotal *T = totalOf(F.P.Curves, C.Scope);
    V.expect(T != nullptr, "no total of {} curves",
             result::curveScopeName(C.Scope));
    if (T && T->Samples == 0)
      V.expect(C.Intervals.empty() && C.Samples == 0,
               "the exact {} curve of {} has intervals",
               result::curveScopeName(C.Scope), F.name(C.Structure));
  }
}

void checkCurveLevel(const ProfileFacts &F, Comparisons &V) {
  if (!hasExactCurves(F) || !F.P.Caches.isPlain() || F.P.hasInterest() ||
      F.P.Caches.Levels[0].sets(F.P.Caches.LineBytes) != 1)
    return;
  uint64_t Lines = F.P.Caches.Levels[0].Bytes / F.P.Caches.LineBytes;
  if (!std::has_single_bit(Lines))
    return;
  result::CurveScope Scope = F.P.Caches.Levels[0].Shared
                                 ? result::CurveScope::Shared
                                 : result::CurveScope::Private;
  for (const result::MissCurve &C : F.P.Curves.Curves)
    if (C.Scope == Scope)
      V.equal(C.misses(result::bucketOf(Lines)),
              F.P.Structures[C.Structure.Value].Total.Levels[0].Misses,
              "misses of {} by the curve", F.name(C.Structure));
}

void checkCoreCycles(const ProfileFacts &F, Comparisons &V) {
  std::map<uint32_t, uint64_t> Stalls = stallsOf(F.P.Core);
  for (const result::CoreThreadTimes &T : F.P.Core.Threads)
    V.equal(T.Busy + T.Computation + T.Branches + T.Start + Stalls[T.Thread],
            T.Cycles, "busy cycles and stalls of thread {}", T.Thread);
}

void checkCoreIntervals(const ProfileFacts &F, Comparisons &V) {
  std::map<uint32_t, uint64_t> Sums;
  for (const result::CoreInterval &I : F.P.Core.Intervals)
    Sums[I.Thread] += I.Cycles;
  for (const result::CoreThreadTimes &T : F.P.Core.Threads)
    V.equal(Sums[T.Thread], T.Cycles, "cycles of thread {} by interval",
            T.Thread);
}

void checkCoreStreams(const ProfileFacts &F, Comparisons &V) {
  std::map<uint32_t, uint64_t> Stalls = stallsOf(F.P.Core);
  for (const result::CoreThreadTimes &T : F.P.Core.Threads)
    for (auto [Kind, Wanted] : {std::pair(result::Measure::Cycles, T.Cycles),
                                {result::Measure::Busy, T.Busy},
                                {result::Measure::Computation, T.Computation},
                                {result::Measure::Branches, T.Branches},
                                {result::Measure::Start, T.Start},
                                {result::Measure::Stalls, Stalls[T.Thread]}}) {
      const result::Stream *S = F.P.Streams.find(T.Thread, StructureId(), Kind);
      V.equal(S ? S->Total : 0, Wanted, "measure {} of thread {} over time",
              uint32_t(Kind), T.Thread);
    }
}

void checkCoreInstructions(const ProfileFacts &F, Comparisons &V) {
  for (const result::CoreThreadTimes &T : F.P.Core.Threads) {
    V.atMost(T.Operations, T.Instructions, "operations of thread {}", T.Thread);
    for (const result::ThreadRow &Row : F.P.Threads)
      if (Row.Thread == T.Thread)
        V.equal(T.Instructions, Row.Instructions,
                "instructions of the core of thread {}", T.Thread);
  }
}

void checkCoreBranches(const ProfileFacts &F, Comparisons &V) {
  for (const result::CoreThreadTimes &T : F.P.Core.Threads)
    V.atMost(T.Mispredictions, T.Predictions, "mispredictions of thread {}",
             T.Thread);
}

void checkCoreScenarios(const ProfileFacts &F, Comparisons &V) {
  for (size_t I = 0; I != F.P.Core.Scenarios.size(); ++I) {
    const result::CoreScenario &S = F.P.Core.Scenarios[I];
    std::set<uint32_t> Perfect;
    for (StructureId Id : S.Perfect)
      V.expect(Perfect.insert(Id.Value).second,
               "{} is perfect twice in scenario {}", F.name(Id), I);
    V.expect(S.Cycles != 0 || F.P.Core.total().Cycles == 0,
             "scenario {} takes no cycles", I);
  }
}

} // namespace memfacet::check
