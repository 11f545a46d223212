//===- RecordedRates.cpp - how far off points are in the recording --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/RecordedRates.h"
#include "analysis/support/Text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace memfacet::study {

double RecordedRate::shift(double Estimate) const {
  double Sum = Points + All;
  return Sum > 0 ? (All - Points) * (Estimate + All) / Sum : 0;
}

namespace {

/// Returns the weighted mean of a count per instruction.
template <typename Counter>
double meanOf(const IntervalTable &Table,
              std::span<const WeightedInterval> Sample, Counter Count) {
  double Sum = 0, Weights = 0;
  for (const WeightedInterval &S : Sample) {
    const IntervalFacts &I = Table.Intervals[S.Interval];
    if (I.Instructions == 0)
      continue;
    Sum += S.Weight * Count(I) / double(I.Instructions);
    Weights += S.Weight;
  }
  return Weights > 0 ? Sum / Weights : 0;
}

template <typename Counter>
RecordedRate rateOf(const IntervalTable &Table,
                    std::span<const WeightedInterval> Sample, Counter Count) {
  double Sum = 0, Instructions = 0;
  for (const IntervalFacts &I : Table.Intervals) {
    Sum += Count(I);
    Instructions += double(I.Instructions);
  }
  return {Instructions > 0 ? Sum / Instructions : 0,
          meanOf(Table, Sample, Count)};
}

auto accessesOf(size_t Level) {
  return
      [=](const IntervalFacts &I) { return double(I.Levels[Level].Accesses); };
}
auto missesOf(size_t Level) {
  return [=](const IntervalFacts &I) { return double(I.Levels[Level].Misses); };
}

constexpr std::string_view LineBegin =
    "# recorded per instruction, in all and by points: ";

} // namespace

RecordedRates recordedRates(const IntervalTable &Table,
                            std::span<const WeightedInterval> Sample) {
  RecordedRates R;
  R.Accesses = rateOf(Table, Sample, accessesOf(0));
  for (size_t L = 0; L != Table.Levels; ++L)
    R.Misses.push_back(rateOf(Table, Sample, missesOf(L)));
  if (Table.HasCycles)
    R.Cycles = rateOf(Table, Sample,
                      [](const IntervalFacts &I) { return double(I.Cycles); });
  return R;
}

std::string ratesLine(const RecordedRates &R) {
  auto Text = [](std::string_view Name, const RecordedRate &Rate) {
    return fmt::format("{} {:.9g} {:.9g}", Name, Rate.All, Rate.Points);
  };
  std::string Line(LineBegin);
  Line += Text("accesses", R.Accesses);
  for (size_t L = 0; L != R.Misses.size(); ++L)
    Line += Text(fmt::format(" L{}", L + 1), R.Misses[L]);
  if (R.Cycles)
    Line += Text(" cycles", *R.Cycles);
  return Line + "\n";
}

std::optional<RecordedRates> readRates(std::string_view Line) {
  if (!Line.starts_with(LineBegin))
    return std::nullopt;
  Line.remove_prefix(LineBegin.size());
  std::vector<std::string_view> Words = wordsOf(Line);
  RecordedRates R;
  bool HasAccesses = false;
  for (size_t I = 0; I < Words.size(); I += 3) {
    RecordedRate Rate;
    if (I + 3 > Words.size() || !readNumber(Words[I + 1], Rate.All) ||
        !readNumber(Words[I + 2], Rate.Points) || !(Rate.All >= 0) ||
        !(Rate.Points >= 0) || !std::isfinite(Rate.All + Rate.Points))
      return std::nullopt;
    if (Words[I] == fmt::format("L{}", R.Misses.size() + 1) &&
        R.Misses.size() < caches::MaxCacheLevels)
      R.Misses.push_back(Rate);
    else if (Words[I] == "accesses" && !std::exchange(HasAccesses, true))
      R.Accesses = Rate;
    else if (Words[I] == "cycles" && !R.Cycles)
      R.Cycles = Rate;
    else
      return std::nullopt;
  }
  return HasAccesses ? std::optional(R) : std::nullopt;
}

namespace {

class Shifts {
public:
  Shifts(const IntervalTable &Table, std::span<const WeightedInterval> Sample,
         const RecordedRates &R, std::span<const double> Costs)
      : Table(Table), Sample(Sample), R(R), Costs(Costs) {}

  double misses(size_t Level) const {
    return Level < R.Misses.size()
               ? R.Misses[Level].shift(meanOf(Table, Sample, missesOf(Level)))
               : 0;
  }
  double hitRate(size_t Level) const;
  double cycles() const;

private:
  /// Returns the cycles that the misses of \p I cost if each is waited for.
  double costOf(const IntervalFacts &I) const {
    double Sum = 0;
    for (size_t L = 0; L != Costs.size(); ++L)
      Sum += double(I.Levels[L].Misses) * Costs[L];
    return Sum;
  }
  double slope() const;

  const IntervalTable &Table;
  std::span<const WeightedInterval> Sample;
  const RecordedRates &R;
  std::span<const double> Costs;
};

double Shifts::hitRate(size_t Level) const {
  double Accesses = meanOf(Table, Sample, accessesOf(Level));
  double Misses = meanOf(Table, Sample, missesOf(Level));
  double AllAccesses =
      Accesses + (Level == 0 ? R.Accesses.shift(Accesses) : misses(Level - 1));
  double AllMisses = Misses + misses(Level);
  if (Accesses <= 0 || AllAccesses <= 0)
    return 0;
  return Misses / Accesses - std::clamp(AllMisses / AllAccesses, 0.0, 1.0);
}

double Shifts::slope() const {
  double Cost = meanOf(Table, Sample, [&](auto &I) { return costOf(I); });
  double Cycles =
      meanOf(Table, Sample, [](auto &I) { return double(I.Cycles); });
  double Products = 0, Squares = 0;
  for (const WeightedInterval &S : Sample) {
    const IntervalFacts &I = Table.Intervals[S.Interval];
    if (I.Instructions == 0)
      continue;
    auto M = double(I.Instructions);
    double Off = costOf(I) / M - Cost;
    Products += S.Weight * Off * (double(I.Cycles) / M - Cycles);
    Squares += S.Weight * Off * Off;
  }
  return Squares > 0 ? std::clamp(Products / Squares, 0.0, 1.0) : 1;
}

double Shifts::cycles() const {
  if (R.Cycles)
    return R.Cycles->shift(
        meanOf(Table, Sample, [](auto &I) { return double(I.Cycles); }));
  double Cost = 0;
  for (size_t L = 0; L != Costs.size(); ++L)
    Cost += misses(L) * Costs[L];
  return Cost == 0 ? 0 : slope() * Cost;
}

} // namespace

double shiftOf(const Metric &M, const IntervalTable &Table,
               std::span<const WeightedInterval> Sample, const RecordedRates &R,
               std::span<const double> Costs) {
  Shifts S(Table, Sample, R, Costs);
  switch (M.Kind) {
  case MetricKind::HitRate:
    return S.hitRate(M.Level);
  case MetricKind::MissesPerInstruction:
    return S.misses(M.Level);
  case MetricKind::CyclesPerInstruction:
    break;
  }
  return S.cycles();
}

} // namespace memfacet::study
