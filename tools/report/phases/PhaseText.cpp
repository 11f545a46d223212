//===- PhaseText.cpp - phases for people ----------------------------------===//

#include "tools/report/common/ShortPlace.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhaseReport.h"
#include <algorithm>
#include <cmath>
#include <filesystem>

namespace memfacet {

namespace {

std::string percent(double Share) {
  return fmt::format("{:.1f} %", 100 * Share);
}

std::string metricText(const Metric &M, double Value) {
  return M.Kind == MetricKind::CyclesPerInstruction
             ? fmt::format("{:.3f}", Value)
             : fmt::format("{:.2f} %", 100 * Value);
}

std::string signatureText(const std::vector<SignatureTerm> &Terms) {
  std::string Text;
  for (const SignatureTerm &T : Terms)
    Text += fmt::format("{}{}", Text.empty() ? "" : " + ",
                        phaseSignatureText(T.Of));
  return Text;
}

std::string header(const PhaseReport &R) {
  std::string Text;
  for (size_t Run = 0; Run != R.In.Runs.size(); ++Run)
    Text += fmt::format(
        "{:<14}{}: {}, {} instructions\n",
        R.In.Runs.size() == 1 ? "run" : fmt::format("run {}", Run + 1),
        std::filesystem::path(R.In.Runs[Run].Program).filename().string(),
        counted(R.Scales.Threads[Run], "thread"),
        humanCount(R.Scales.Whole[Run].Instructions));
  uint64_t Instructions = 0;
  for (const PhaseInRun &W : R.Scales.Whole)
    Instructions += W.Instructions;
  size_t Count = R.In.Table.Intervals.size();
  Text +=
      fmt::format("intervals     {}, of {} instructions on average\n", Count,
                  humanCount(Instructions / std::max<size_t>(Count, 1)));
  Text += fmt::format("signature     {}, {} dimensions\n",
                      signatureText(R.Options.Signature.Terms),
                      R.Study.Points.dimensions());
  Text +=
      fmt::format("phases        {} of at most {}\n", R.Study.phases(),
                  R.Options.Choose.Only.empty() ? R.Options.Choose.MostClusters
                                                : R.Options.Choose.Only.back());
  return Text +
         fmt::format("to simulate   {}, {:.3g} % of the instructions\n\n",
                     counted(R.Study.Picked.size(), "interval"),
                     100 * simulatedShare(R.In, R.Study));
}

std::string codeText(const PhaseContents &C) {
  if (C.Code.empty())
    return "-";
  const PhaseCode &Most = C.Code.front();
  return fmt::format("{} ({}:{})", Most.Function,
                     std::filesystem::path(Most.File).filename().string(),
                     Most.Line);
}

std::string dataText(const PhaseContents &C) {
  std::string Text;
  for (const PhaseData &D : C.Data)
    if (Text.empty() || D.Share >= 0.1)
      Text += fmt::format("{}{} {:.0f} %", Text.empty() ? "" : ", ", D.Name,
                          100 * D.Share);
  return Text.empty() ? "-" : Text;
}

/// Sums over all intervals of a phase, or of all.
struct PhaseSums {
  IntervalFacts Facts;
  uint64_t Intervals = 0;
  uint64_t Points = 0;
};

PhaseSums sumsOf(const PhaseReport &R, std::optional<uint32_t> Phase) {
  PhaseSums S;
  for (size_t I = 0; I != R.In.Table.Intervals.size(); ++I) {
    const IntervalFacts &F = R.In.Table.Intervals[I];
    if (Phase && R.Study.labels()[I] != *Phase)
      continue;
    ++S.Intervals;
    S.Facts.Instructions += F.Instructions;
    S.Facts.Cycles += F.Cycles;
    for (size_t L = 0; L != R.In.Table.Levels; ++L) {
      S.Facts.Levels[L].Accesses += F.Levels[L].Accesses;
      S.Facts.Levels[L].Misses += F.Levels[L].Misses;
    }
  }
  for (const SimulationPoint &P : R.Study.Picked)
    S.Points += !Phase || P.Cluster == *Phase;
  return S;
}

std::string phaseTable(const PhaseReport &R, const Terminal &Out) {
  Table T;
  T.Columns = {{"phase"}, {"share"}, {"instructions"}, {"intervals"}};
  if (R.Study.Several)
    T.Columns.push_back({"points"});
  for (const Metric &M : R.In.Table.metrics())
    T.Columns.push_back({M.Kind == MetricKind::HitRate
                             ? fmt::format("L{} hits", M.Level + 1)
                             : metricName(M)});
  T.Columns.push_back({"most code", TableColumn::Fit::CutEnd});
  T.Columns.push_back({"most misses", TableColumn::Fit::CutEnd});
  PhaseSums All = sumsOf(R, std::nullopt);
  auto Add = [&](std::string Name, const PhaseSums &S, std::string Code,
                 std::string Data) {
    TableRow Row;
    Row.Cells = {std::move(Name),
                 percent(double(S.Facts.Instructions) /
                         double(std::max<uint64_t>(All.Facts.Instructions, 1))),
                 humanCount(S.Facts.Instructions),
                 fmt::format("{}", S.Intervals)};
    if (R.Study.Several)
      Row.Cells.push_back(fmt::format("{}", S.Points));
    for (const Metric &M : R.In.Table.metrics())
      Row.Cells.push_back(metricText(M, M.value(S.Facts)));
    Row.Cells.push_back(std::move(Code));
    Row.Cells.push_back(std::move(Data));
    T.Rows.push_back(std::move(Row));
  };
  for (uint32_t Phase = 0; Phase != R.Study.phases(); ++Phase)
    Add(phaseName(Phase), sumsOf(R, Phase), codeText(R.Contents[Phase]),
        dataText(R.Contents[Phase]));
  Add("all", All, "", "");
  T.Rows.back().RuleBefore = true;
  return renderTable(T, Out);
}

std::string scoreTable(const PhaseReport &R, const Terminal &Out) {
  Table T;
  T.Columns = {{"metric", TableColumn::Fit::CutEnd},
               {"mean"},
               {"std-dev"},
               {"within phases"},
               {"reduced by"},
               {"from points"},
               {"truth"},
               {"error"},
               {"+- 95 %"}};
  for (size_t I = 0; I != R.Spreads.size(); ++I) {
    const SpreadScore &S = R.Spreads[I];
    const SureEstimate &E = R.Estimates[I];
    TableRow Row;
    auto Reduced = S.reduction();
    Row.Cells = {
        metricName(E.Of),
        metricText(E.Of, S.Mean),
        metricText(E.Of, S.Sigma),
        metricText(E.Of, S.WithinSigma),
        Reduced ? percent(*Reduced) : "-",
        metricText(E.Of, E.Estimate),
        metricText(E.Of, E.Truth),
        fmt::format("{:+.2f} %", 100 * relativeError(E.Estimate, E.Truth)),
        metricText(E.Of, E.HalfWidth)};
    T.Rows.push_back(std::move(Row));
  }
  return renderTable(T, Out);
}

/// What each number of phases says of the metrics.
std::string trialTable(const PhaseReport &R, const Terminal &Out) {
  Table T;
  T.Columns = {{"phases"}, {"points"}};
  for (const Metric &M : R.In.Table.metrics()) {
    T.Columns.push_back({metricName(M)});
    T.Columns.push_back({"+- 95 %"});
  }
  for (const ErrorTrial &Trial : R.Study.Trials) {
    TableRow Row;
    Row.Look = Trial.Clusters == R.Study.phases() ? Style::Bold : Style::Plain;
    Row.Cells = {fmt::format("{}{}", Trial.Clusters,
                             Trial.Clusters == R.Study.phases() ? " *" : ""),
                 fmt::format("{}", Trial.Points)};
    for (const MetricTrial &M : Trial.Metrics) {
      Row.Cells.push_back(metricText(M.Estimate.Of, M.Estimate.Estimate));
      Row.Cells.push_back(metricText(M.Estimate.Of, M.Estimate.HalfWidth));
    }
    T.Rows.push_back(std::move(Row));
  }
  return renderTable(T, Out);
}

/// Instructions and time of each phase in each run.
std::string scalingTable(const PhaseReport &R, const Terminal &Out) {
  Table T;
  T.Columns = {{"phase"}};
  size_t Runs = R.In.Runs.size();
  for (const char *What : {"instr.", "time"})
    for (size_t Run = 0; Run != Runs; ++Run)
      T.Columns.push_back({fmt::format("{} {}", What, Run + 1)});
  T.Columns.push_back({"instr. differ"});
  T.Columns.push_back({"speed-up"});
  T.Columns.push_back({"of"});
  for (size_t Phase = 0; Phase != R.Scales.ByPhase.size(); ++Phase) {
    TableRow Row;
    Row.Cells = {phaseName(uint32_t(Phase))};
    for (const PhaseInRun &P : R.Scales.ByPhase[Phase])
      Row.Cells.push_back(humanCount(P.Instructions));
    for (const PhaseInRun &P : R.Scales.ByPhase[Phase])
      Row.Cells.push_back(humanCount(uint64_t(P.Time)));
    Row.Cells.push_back(percent(R.Scales.instructionSpread(Phase)));
    auto Speedup = R.Scales.speedup(Phase, Runs - 1);
    Row.Cells.push_back(Speedup ? fmt::format("{:.2f}", *Speedup) : "-");
    Row.Cells.push_back(
        fmt::format("{:.2f}", double(R.Scales.Threads[Runs - 1]) /
                                  double(R.Scales.Threads[0])));
    T.Rows.push_back(std::move(Row));
  }
  std::string Text = renderTable(T, Out);
  Text += fmt::format(
      "time is in {}, along the order of synchronisation; where several "
      "threads run, they share it\n",
      R.In.Table.HasCycles ? "simulated cycles"
                           : "instructions (record with --core for cycles)");
  for (size_t Phase : R.Scales.notScaling())
    Text +=
        fmt::format("phase {} does not scale: {}\n", phaseName(uint32_t(Phase)),
                    codeText(R.Contents[Phase]));
  return Text;
}

} // namespace

std::string phaseText(const PhaseReport &R, const Terminal &Out) {
  std::string Text = header(R) + phaseTable(R, Out) + "\n";
  if (R.In.Runs.size() > 1)
    Text += scalingTable(R, Out) + "\n";
  if (!R.Study.Trials.empty())
    Text += trialTable(R, Out) + "\n";
  return Text + phaseRibbons(R.In, R.Study.labels(), Out.Width) + "\n" +
         scoreTable(R, Out);
}

} // namespace memfacet
