//===- Scaling.cpp - phases over runs with different threads --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Scaling.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace memfacet::study {

namespace {

/// The begin or the end of an interval.
struct Edge {
  uint32_t Run;
  double Time;
  bool Begins;
  size_t Interval;
};

/// Goes through edges in the order of time. PerDemand is the time that an
/// interval with a demand of 1 would have got so far. An interval gets its
/// demand times what PerDemand grows by while it runs.
class Sweep {
public:
  explicit Sweep(std::span<const double> Demands)
      : Demands(Demands), Starts(Demands.size()), Shares(Demands.size()) {}

  void pass(const Edge &E) {
    if (Running != 0)
      PerDemand += (E.Time - Clock) / Demand;
    Clock = E.Time;
    if (E.Begins) {
      Starts[E.Interval] = PerDemand;
      Demand += Demands[E.Interval];
      ++Running;
      return;
    }
    Shares[E.Interval] = Demands[E.Interval] * (PerDemand - Starts[E.Interval]);
    Demand -= Demands[E.Interval];
    // Differences of sums are not exact.
    if (--Running == 0)
      Demand = PerDemand = 0;
  }
  std::vector<double> take() { return std::move(Shares); }

private:
  std::span<const double> Demands;
  std::vector<double> Starts, Shares; ///< by interval
  double Clock = 0, PerDemand = 0;
  double Demand = 0; ///< of all that run
  size_t Running = 0;
};

} // namespace

std::vector<double> shareTime(const IntervalTable &Table,
                              std::span<const TimeSpan> Spans,
                              TimeShares Shares) {
  MEMFACET_CHECK(Spans.size() <= Table.Intervals.size(),
                 "a span is that of an interval");
  std::vector<Edge> Edges;
  std::vector<double> Demands(Spans.size(), 1);
  for (size_t I = 0; I != Spans.size(); ++I) {
    const IntervalFacts &Facts = Table.Intervals[I];
    double Length = Spans[I].End - Spans[I].Begin;
    if (Length <= 0)
      continue;
    if (Shares == TimeShares::Instructions)
      Demands[I] = double(std::max<uint64_t>(Facts.Instructions, 1)) / Length;
    Edges.push_back({Facts.Run, Spans[I].Begin, true, I});
    Edges.push_back({Facts.Run, Spans[I].End, false, I});
  }
  // At the same time, ends come first: no time lies in between.
  std::ranges::sort(Edges, {}, [](const Edge &E) {
    return std::tuple(E.Run, E.Time, E.Begins, E.Interval);
  });
  Sweep S(Demands);
  for (const Edge &E : Edges)
    S.pass(E);
  return S.take();
}

void PhaseInRun::add(const IntervalFacts &I, double Elapsed) {
  ++Intervals;
  Instructions += I.Instructions;
  Cycles += I.Cycles;
  for (size_t L = 0; L != Levels.size(); ++L) {
    Levels[L].Accesses += I.Levels[L].Accesses;
    Levels[L].Misses += I.Levels[L].Misses;
  }
  Time += Elapsed;
}

Scaling scalingOf(const IntervalTable &Table, std::span<const uint32_t> Labels,
                  std::span<const TimeSpan> Spans, TimeShares Shares,
                  std::vector<uint32_t> Threads) {
  MEMFACET_CHECK(Labels.size() <= Spans.size(),
                 "an interval that has a phase has a time");
  MEMFACET_CHECK(Threads.empty() || Threads.size() == Table.Runs,
                 "each run has a number of threads, or none is told");
  Scaling Result;
  Result.Whole.resize(Table.Runs);
  if (!Labels.empty())
    Result.ByPhase.assign(std::ranges::max(Labels) + 1, Result.Whole);
  std::vector<std::set<uint32_t>> ThreadsByRun(Table.Runs);
  std::vector<double> Times = shareTime(Table, Spans, Shares);
  for (size_t I = 0; I != Labels.size(); ++I) {
    const IntervalFacts &Facts = Table.Intervals[I];
    MEMFACET_CHECK(Facts.Run < Table.Runs, "an interval is of one of the runs");
    ThreadsByRun[Facts.Run].insert(Facts.Thread);
    Result.ByPhase[Labels[I]][Facts.Run].add(Facts, Times[I]);
    Result.Whole[Facts.Run].add(Facts, Times[I]);
  }
  Result.Threads = std::move(Threads);
  if (Result.Threads.empty())
    for (const std::set<uint32_t> &S : ThreadsByRun)
      Result.Threads.push_back(uint32_t(S.size()));
  return Result;
}

std::optional<double> Scaling::speedup(size_t Phase, size_t Run) const {
  MEMFACET_CHECK(Phase < ByPhase.size() && Run < runs(),
                 "each phase is known of each run");
  double First = ByPhase[Phase][0].Time, Later = ByPhase[Phase][Run].Time;
  if (First <= 0 || Later <= 0)
    return std::nullopt;
  return First / Later;
}

std::optional<double> Scaling::efficiency(size_t Phase, size_t Run) const {
  std::optional<double> Speedup = speedup(Phase, Run);
  if (!Speedup || Threads[Run] == 0)
    return std::nullopt;
  return *Speedup * double(Threads[0]) / double(Threads[Run]);
}

double Scaling::instructionSpread(size_t Phase) const {
  MEMFACET_CHECK(Phase < ByPhase.size(), "the phase is one of the labels");
  uint64_t Least = UINT64_MAX, Most = 0;
  double Sum = 0;
  for (const PhaseInRun &R : ByPhase[Phase]) {
    Least = std::min(Least, R.Instructions);
    Most = std::max(Most, R.Instructions);
    Sum += double(R.Instructions);
  }
  return Sum > 0 ? double(Most - Least) / (Sum / double(runs())) : 0;
}

std::vector<size_t> Scaling::notScaling(double Least) const {
  size_t Run = 0;
  for (size_t R = 0; R != runs(); ++R)
    if (Threads[R] >= Threads[Run])
      Run = R;
  std::vector<size_t> Phases;
  for (size_t P = 0; P != ByPhase.size(); ++P)
    if (std::optional<double> E = efficiency(P, Run); E && *E < Least)
      Phases.push_back(P);
  std::ranges::sort(Phases, {}, [&](size_t P) {
    return std::pair(-ByPhase[P][Run].Time, P);
  });
  return Phases;
}

} // namespace memfacet::study
