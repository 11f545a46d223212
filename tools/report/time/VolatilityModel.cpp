//===- VolatilityModel.cpp - periods and phases of a profile's curves -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Phases.h"
#include "tools/report/format/Units.h"
#include "tools/report/time/VolatilityReport.h"
#include <cmath>

namespace memfacet::report {

static VolatilityRow rowOf(const VolatilityModel &M, const TimelineRow &Source,
                           uint64_t All) {
  VolatilityRow Row;
  Row.Name = Source.Name, Row.Title = Source.Title;
  if (!Source.Members.empty())
    Row.Structure = Source.Members.front();
  std::span<const uint64_t> Part(Source.Part.data(), M.Points);
  Row.Values = study::Curve::counts(Part);
  if (M.Metric.isRate())
    Row.Values = study::Curve::rate(
        Row.Values, study::Curve::counts({Source.Whole.data(), M.Points}));
  Row.Sum = Source.PartSum;
  Row.Share = All ? double(Row.Sum) / double(All) : 0;
  Row.Periods = study::analysePeriods(Row.Values, M.Periods);
  return Row;
}

/// Compares the structures at the common period.
static void compareRows(VolatilityModel &M) {
  study::CurveValues Values;
  std::vector<std::vector<size_t>> Changes;
  for (const VolatilityRow &Row : M.Rows) {
    study::Phases Shape = study::phasesOf(Row.Values, M.Common);
    Changes.emplace_back();
    for (const study::PhaseSegment &S : Shape.Segments)
      if (S.First != 0)
        Changes.back().push_back(
            size_t(std::lround(double(S.First) * Shape.Period / M.Common)));
    Values.push_back(Row.Values.aggregated(M.Common));
  }
  if (!M.Metric.isRate())
    M.Leads = study::leadsOf(Values);
  M.Opposed = study::opposedPairs(Values);
  M.Transitions = study::commonTransitions(Changes);
}

/// Chooses the period of the program, and finds the phases of each row.
static void choose(VolatilityModel &M) {
  std::vector<study::WeightedPeriods> Weighted;
  for (const VolatilityRow &Row : M.Rows)
    Weighted.push_back({&Row.Periods, double(Row.Sum)});
  M.Program = study::programPeriod(Weighted, M.Periods.Threshold);
  uint64_t Usual = usualPeriod(M.Base, M.Points) / M.Base;
  M.Common = M.Program.Choice.Period ? M.Program.Choice.Exact : double(Usual);
  for (size_t I = 0; I != M.Rows.size(); ++I)
    M.Rows[I].Agrees = M.Program.Agrees[I];
  auto Shape = [&](VolatilityRow &Row) {
    double OwnPeriod = Row.Periods.Choice.Exact;
    Row.Shape =
        study::phasesOf(Row.Values, OwnPeriod > 0 ? OwnPeriod : M.Common);
  };
  for (VolatilityRow &Row : M.Rows)
    Shape(Row);
  Shape(M.Total);
}

Expected<VolatilityModel> volatilityModel(const result::Profile &P,
                                          const TimelineMetric &Metric,
                                          const VolatilityOptions &Options) {
  VolatilityModel M;
  M.Metric = Metric;
  M.Periods = Options.Periods;
  M.Base = P.IntervalInstructions;
  TimelineOptions Wanted;
  Wanted.Named = Options.Named;
  Wanted.Top = Options.Top;
  Wanted.Period = M.Base;
  Wanted.Thread = Options.Thread;
  Expected<Timeline> T = timeline(P, Metric, Wanted);
  if (!T)
    return T.error();
  // The last base period counts only if it is whole.
  M.Points = T->Points - (T->Points * M.Base > T->End);
  for (const TimelineRow &Row : T->Rows)
    if (!Row.Members.empty() && Row.PartSum != 0)
      M.Rows.push_back(rowOf(M, Row, T->Total.PartSum));
  M.Total = rowOf(M, T->Total, T->Total.PartSum);
  choose(M);
  compareRows(M);
  return M;
}

std::string periodText(const VolatilityModel &M, double Period) {
  if (Period == 0)
    return "none";
  return humanCount(uint64_t(std::llround(Period * double(M.Base))));
}

std::string periodReason(const VolatilityModel &M,
                         const study::PeriodChoice &Choice,
                         std::span<const study::Component> Components) {
  if (Choice.Period == 0)
    return fmt::format("none: {}", study::periodReasonName(Choice.Reason));
  if (Choice.Component < 0)
    return study::periodReasonName(Choice.Reason);
  return fmt::format(
      "trough, {} x {}", Choice.Multiple,
      periodText(M, Components[size_t(Choice.Component)].Wavelength));
}

} // namespace memfacet::report
