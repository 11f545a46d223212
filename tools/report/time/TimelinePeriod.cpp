//===- TimelinePeriod.cpp - the period that a timeline is shown at --------===//

#include "tools/report/time/TimelinePeriod.h"
#include "analysis/volatility/ProgramPeriod.h"

namespace memfacet {

Expected<ChosenPeriod> chosenPeriod(const Profile &P,
                                    const TimelineMetric &Metric,
                                    const TimelineOptions &Options) {
  TimelineOptions Base = Options;
  Base.Period = P.IntervalInstructions;
  Expected<Timeline> T = timeline(P, Metric, Base);
  if (!T)
    return T.error();
  // The last base period is one only where it is whole.
  size_t Points = T->Points - (T->Points * T->Base > T->End);
  std::vector<PeriodAnalysis> Analyses;
  std::vector<uint64_t> Weights;
  auto Add = [&](const TimelineRow &Row) {
    Curve C = Curve::counts(std::span(Row.Part).first(Points));
    if (Metric.isRate())
      C = Curve::rate(C, Curve::counts(std::span(Row.Whole).first(Points)));
    Analyses.push_back(analysePeriods(C, {}));
    Weights.push_back(Row.PartSum);
  };
  for (const TimelineRow &Row : T->Rows)
    if (!Row.Members.empty() && Row.PartSum != 0)
      Add(Row);
  if (Analyses.empty())
    Add(T->Total);
  std::vector<WeightedPeriods> Weighted;
  for (size_t I = 0; I != Analyses.size(); ++I)
    Weighted.push_back({&Analyses[I], double(Weights[I])});
  PeriodChoice Choice =
      programPeriod(Weighted, PeriodOptions().Threshold).Choice;
  return ChosenPeriod{Choice.Period * T->Base, periodReasonName(Choice.Why)};
}

} // namespace memfacet
