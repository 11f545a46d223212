//===- Timeline.cpp - a metric over time, by structure --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/time/Timeline.h"
#include "analysis/result/store/StreamReader.h"
#include "analysis/study/volatility/PeriodChoice.h"
#include "memfacet/Check.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <numeric>

namespace memfacet::report {

namespace {

constexpr uint64_t UsualPoints = 200;
/// The most points: more are a mistake, and would fill the memory.
constexpr uint64_t MostPoints = 20'000'000;

double scaled(const TimelineMetric &M, uint64_t Part, uint64_t Whole) {
  if (!M.isRate())
    return double(Part);
  return Whole ? M.Scale * double(Part) / double(Whole) : 0;
}

/// Reads the curves of one timeline.
class RowBuilder {
public:
  RowBuilder(const result::Profile &P, Timeline &T)
      : P(P), T(T), Reader(P.Streams) {}

  Expected<TimelineRow> row(std::string Name,
                            std::vector<StructureId> Structures) {
    MEMFACET_CHECK(!Structures.empty(),
                   "a sum is that of an invalid structure");
    TimelineRow Row;
    Row.Name = Row.Title = std::move(Name);
    Row.Part.resize(T.Points);
    Row.Whole.resize(T.Metric.isRate() ? T.Points : 0);
    for (StructureId Id : Structures)
      if (Status Added = add(Id, Row); !Added)
        return Added.error();
    if (Structures.front().valid())
      Row.Members = std::move(Structures);
    if (T.Metric.OfAll)
      if (Status Added = addCurve({}, *T.Metric.Whole, Row.Whole, false);
          !Added)
        return Added.error();
    sum(Row);
    return Row;
  }

  static void sum(TimelineRow &Row) {
    Row.PartSum = std::accumulate(Row.Part.begin(), Row.Part.end(), uint64_t());
    Row.WholeSum =
        std::accumulate(Row.Whole.begin(), Row.Whole.end(), uint64_t());
  }

private:
  Status add(StructureId Id, TimelineRow &Row) {
    const TimelineMetric &M = T.Metric;
    Status Read = addCurve(Id, M.Part, Row.Part, false);
    if (Read && M.Subtracted)
      Read = addCurve(Id, *M.Subtracted, Row.Part, true);
    if (Read && M.Whole && !M.OfAll)
      Read = addCurve(Id, *M.Whole, Row.Whole, false);
    return Read;
  }

  Status addCurve(StructureId Id, result::Measure Measure,
                  std::vector<uint64_t> &Values, bool Negative) {
    std::optional<uint32_t> Thread =
        T.Thread ? T.Thread : P.Streams.processThread(Measure);
    if (!Thread)
      return {};
    Expected<std::vector<uint64_t>> Sums =
        Reader.sums(*Thread, Id, Measure, T.Period / T.Base, T.Points);
    if (!Sums)
      return Sums.error();
    for (size_t I = 0; I != Values.size(); ++I)
      Values[I] += Negative ? -(*Sums)[I] : (*Sums)[I];
    return {};
  }

  const result::Profile &P;
  Timeline &T;
  result::StreamReader Reader;
};

/// Returns the structures, those with most first, from the streams' totals.
std::vector<StructureId> largest(const result::Profile &P, const Timeline &T) {
  std::vector<std::pair<uint64_t, StructureId>> All;
  std::optional<uint32_t> Thread =
      T.Thread ? T.Thread : P.Streams.processThread(T.Metric.Part);
  for (const result::Stream &S : P.Streams.All)
    if (Thread == S.Thread && S.Kind == T.Metric.Part && S.Structure.valid())
      All.emplace_back(S.Total, S.Structure);
  std::ranges::sort(All, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first > B.first : A.second < B.second;
  });
  std::vector<StructureId> Result;
  for (auto [Total, Id] : All)
    Result.push_back(Id);
  return Result;
}

/// Returns the row for what is left of the total.
TimelineRow othersOf(const Timeline &T, size_t Count) {
  TimelineRow Rest = T.Total;
  Rest.Name = Rest.Title = "[" + counted(Count, "other") + "]";
  for (const TimelineRow &Row : T.Rows)
    for (size_t I = 0; I != T.Points; ++I) {
      Rest.Part[I] -= Row.Part[I];
      if (T.Metric.isRate() && !T.Metric.OfAll)
        Rest.Whole[I] -= Row.Whole[I];
    }
  RowBuilder::sum(Rest);
  return Rest;
}

Status addRows(const result::Profile &P, const TimelineOptions &Options,
               RowBuilder &Builder, Timeline &T) {
  std::vector<StructureId> All = largest(P, T), Shown = Options.Named;
  if (Shown.empty())
    Shown.assign(All.begin(),
                 All.begin() + ptrdiff_t(std::min(Options.Top, All.size())));
  for (StructureId Id : Shown) {
    Expected<TimelineRow> Row = Builder.row(P.Structures[Id.Value].Name, {Id});
    if (!Row)
      return Row.error();
    Row->Title = tableName(P, Id);
    T.Rows.push_back(std::move(*Row));
  }
  std::ranges::sort(T.Rows, [](const TimelineRow &A, const TimelineRow &B) {
    return A.PartSum != B.PartSum ? A.PartSum > B.PartSum
                                  : A.Members < B.Members;
  });
  std::ranges::sort(Shown);
  size_t Left = size_t(std::ranges::count_if(All, [&](StructureId Id) {
    return !std::ranges::binary_search(Shown, Id);
  }));
  if (Left != 0)
    T.Rows.push_back(othersOf(T, Left));
  return {};
}

/// Returns where the axis ends, in instructions.
uint64_t endOf(const result::Profile &P, const Timeline &T,
               uint64_t Intervals) {
  uint64_t End = Intervals * T.Base;
  uint64_t Clock = P.Instructions;
  if (T.Thread)
    for (const result::ThreadRow &Row : P.Threads)
      if (Row.Thread == *T.Thread)
        Clock = Row.Instructions;
  // Where in the last interval a region of interest ended is not known.
  bool Whole = !P.hasInterest() && Clock != 0;
  // The last counts of a thread are recorded a little late.
  bool Near = Clock + T.Base > End && End + T.Base > Clock;
  return Whole && Near ? Clock : End;
}

Expected<uint64_t> intervalsIn(const result::Profile &P, const Timeline &T) {
  if (P.Streams.empty() || P.IntervalInstructions == 0)
    return makeError("the profile has no counts over time; record again");
  std::optional<uint32_t> Thread =
      T.Thread ? T.Thread : P.Streams.processThread(T.Metric.Part);
  if (T.Thread &&
      std::ranges::find(P.Threads, *T.Thread, &result::ThreadRow::Thread) ==
          P.Threads.end())
    return usageError("there is no thread {}; 'memfacet report --threads' "
                      "lists them",
                      *T.Thread);
  if (T.Thread && P.hasCutIntervals(*T.Thread))
    return makeError("intervals of thread {} end where it waited or at "
                     "markers, because the profile was recorded with --phases: "
                     "they are no points in time; record it without, or leave "
                     "out --thread",
                     *T.Thread);
  if (!Thread && P.Threads.size() > 1)
    return makeError("this profile is of an earlier version, which did not "
                     "keep the order of its {} threads; add --thread 0 or "
                     "record again",
                     P.Threads.size());
  uint64_t Intervals = 0;
  for (const result::Stream &S : P.Streams.All) {
    std::optional<uint32_t> StreamThread =
        T.Thread ? T.Thread : P.Streams.processThread(S.Kind);
    if (StreamThread == S.Thread)
      Intervals = std::max<uint64_t>(Intervals, S.Intervals);
  }
  return Intervals;
}

} // namespace

double TimelineRow::at(const TimelineMetric &M, size_t Point) const {
  MEMFACET_CHECK(Point < Part.size() && (!M.isRate() || Point < Whole.size()),
                 "the point is one of the axis");
  return scaled(M, Part[Point], M.isRate() ? Whole[Point] : 0);
}

double TimelineRow::overall(const TimelineMetric &M) const {
  return scaled(M, PartSum, WholeSum);
}

std::vector<double> TimelineRow::values(const TimelineMetric &M) const {
  std::vector<double> Result;
  for (size_t I = 0; I != Part.size(); ++I)
    Result.push_back(at(M, I));
  return Result;
}

uint64_t usualPeriod(uint64_t Base, uint64_t Intervals) {
  uint64_t PerPoint = 1;
  for (uint64_t Power = 1;; Power *= 10)
    for (uint64_t Times : {1, 2, 5}) {
      PerPoint = Times * Power;
      if ((Intervals + PerPoint - 1) / PerPoint <= UsualPoints)
        return PerPoint * Base;
    }
}

Expected<Timeline> timeline(const result::Profile &P,
                            const TimelineMetric &Metric,
                            const TimelineOptions &Options) {
  Timeline T;
  T.Metric = Metric;
  T.Thread = Options.Thread;
  T.Base = P.IntervalInstructions;
  Expected<uint64_t> Intervals = intervalsIn(P, T);
  if (!Intervals)
    return Intervals.error();
  T.Reason = Options.Period == 0 ? "at most 200 points" : Options.Reason;
  T.Period = Options.Period ? Options.Period : usualPeriod(T.Base, *Intervals);
  if (T.Period % T.Base != 0)
    return usageError("the profile has counts of every {} instructions: a "
                      "period of {} is no multiple; type: --period {}",
                      T.Base, T.Period, (T.Period / T.Base + 1) * T.Base);
  uint64_t PerPoint = T.Period / T.Base;
  uint64_t Points = (*Intervals + PerPoint - 1) / PerPoint;
  if (Points > MostPoints)
    return makeError("that would be {} points; choose a longer --period",
                     Points);
  T.Points = Points;
  T.End = endOf(P, T, *Intervals);
  RowBuilder Builder(P, T);
  Expected<TimelineRow> Total = Builder.row("TOTAL", {StructureId()});
  if (!Total)
    return Total.error();
  T.Total = std::move(*Total);
  if (Metric.PerStructure)
    if (Status Added = addRows(P, Options, Builder, T); !Added)
      return Added.error();
  return T;
}

Expected<ChosenPeriod> chosenPeriod(const result::Profile &P,
                                    const TimelineMetric &Metric,
                                    const TimelineOptions &Options) {
  TimelineOptions Base = Options;
  Base.Period = P.IntervalInstructions;
  Expected<Timeline> T = timeline(P, Metric, Base);
  if (!T)
    return T.error();
  // The last base period counts only if it is whole.
  size_t Points = T->Points - (T->Points * T->Base > T->End);
  std::vector<study::PeriodAnalysis> Analyses;
  std::vector<uint64_t> Weights;
  auto Add = [&](const TimelineRow &Row) {
    study::Curve C = study::Curve::counts(std::span(Row.Part).first(Points));
    if (Metric.isRate())
      C = study::Curve::rate(
          C, study::Curve::counts(std::span(Row.Whole).first(Points)));
    Analyses.push_back(study::analysePeriods(C, {}));
    Weights.push_back(Row.PartSum);
  };
  for (const TimelineRow &Row : T->Rows)
    if (!Row.Members.empty() && Row.PartSum != 0)
      Add(Row);
  if (Analyses.empty())
    Add(T->Total);
  std::vector<study::WeightedPeriods> Weighted;
  for (size_t I = 0; I != Analyses.size(); ++I)
    Weighted.push_back({&Analyses[I], double(Weights[I])});
  study::PeriodChoice Choice =
      study::programPeriod(Weighted, study::PeriodOptions().Threshold).Choice;
  return ChosenPeriod{Choice.Period * T->Base,
                      study::periodReasonName(Choice.Reason)};
}

} // namespace memfacet::report
