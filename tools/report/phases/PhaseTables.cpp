//===- PhaseTables.cpp - phases by name, run, time; files of their points -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/PointFile.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhaseReport.h"
#include "tools/support/ShortName.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace memfacet::report {

std::string phaseName(uint32_t Phase) {
  if (Phase < 9)
    return std::string(1, char('1' + Phase));
  if (Phase < 9 + 26)
    return std::string(1, char('a' + Phase - 9));
  return fmt::format("{}", Phase + 1);
}

/// The largest part of an estimate that may come from points that begin with
/// empty caches.
static constexpr double MostCold = 0.25;

Expected<PhaseReport> phaseReport(const study::PhaseInput &In,
                                  const study::PhaseOptions &Options,
                                  const study::PhaseStudy &Study,
                                  size_t MissLevel) {
  PhaseReport R{In, Options, Study, {}, {}, {}, {}};
  size_t Level = std::min(MissLevel, std::max<size_t>(In.Table.Levels, 1) - 1);
  Expected<std::vector<study::PhaseContents>> Contents =
      study::phaseContents(In, Study.labels(), Study.phases(), Level, 3);
  if (!Contents)
    return Contents.error();
  R.Contents = std::move(*Contents);
  R.Scales = study::scalingOf(In.Table, Study.labels(), In.Times);
  R.Markers = study::pointMarkers(In, Study, study::MarkerBlocks::Any);
  study::StratifiedSample Sample =
      study::samplePoints(Study.labels(), Study.Picked);
  for (const study::Metric &M : In.Table.metrics()) {
    R.Spreads.push_back(study::scoreLabels(In.Table, M, Study.labels()));
    study::SureEstimate E =
        study::estimateByPhases(M, In.Table, Study.labels(), Sample);
    // Several points of a phase do not stand for equal parts of it.
    E.Estimate = study::estimateOf(M, In.Table, Study.Sample);
    R.Estimates.push_back(E);
    R.Withheld.push_back(study::shareBegunCold(M, In.Table, Study.Sample,
                                               Study.Picked) > MostCold);
  }
  return R;
}

std::string phasePointsFile(const study::PhaseInput &In,
                            const study::PhaseStudy &Study, uint64_t Length) {
  const result::Profile &Run = In.Runs.front();
  bool AsRecorded = Length <= Run.IntervalInstructions;
  IntervalPlan Cut{Length, AsRecorded};
  if (AsRecorded)
    Cut.Cut = Run.Signatures.Shape.Cut;
  std::string Text = study::cutLine(Cut);
  Text += study::ratesLine(study::recordedRates(In.Table, Study.Sample));
  for (size_t I = 0; I != Study.Picked.size(); ++I) {
    const study::SimulationPoint &P = Study.Picked[I];
    const study::IntervalFacts &F = In.Table.Intervals[P.Interval];
    // Boundaries are at most a record late, and joined intervals may begin
    // anywhere.
    uint64_t Middle = F.Start + std::min(F.Instructions, Length) / 2;
    uint64_t Interval = AsRecorded ? F.Interval : Middle / Length;
    Text += fmt::format(
        "{} {} {}{}\n", Interval, Study.pointNumber(I), F.Thread,
        Study.HasSeveralPoints ? study::phaseComment(P.Cluster) : "");
  }
  return Text;
}

std::string phaseWeightsFile(const study::PhaseStudy &Study) {
  std::string Text;
  for (size_t I = 0; I != Study.Picked.size(); ++I)
    Text += fmt::format("{:.9g} {}\n", Study.Sample[I].Weight,
                        Study.pointNumber(I));
  return Text;
}

std::string phaseShareText(double Share) {
  return fmt::format("{:.1f} %", 100 * Share);
}

std::string phaseMetricText(const study::Metric &M, double Value) {
  return M.Kind == study::MetricKind::CyclesPerInstruction
             ? fmt::format("{:.3f}", Value)
             : fmt::format("{:.2f} %", 100 * Value);
}

std::string phaseCodeText(const PhaseReport &R, const study::PhaseContents &C) {
  if (C.Code.empty())
    return "-";
  const study::PhaseCode &Most = C.Code.front();
  std::string Place = tablePlace(R.In.Runs.front(), Most.File, Most.Line);
  for (const result::Profile &P : R.In.Runs)
    if (P.TableFiles.contains(Most.File))
      Place = tablePlace(P, Most.File, Most.Line);
  // The initialiser of a global is no function.
  return Most.Function.empty()
             ? Place
             : fmt::format("{} ({})", shortName(Most.Function), Place);
}

std::string phaseTrialTable(const PhaseReport &R, const Terminal &Out) {
  Table T;
  T.Columns = {{"phases"}, {"points"}};
  for (const study::Metric &M : R.In.Table.metrics()) {
    T.Columns.push_back({study::metricName(M)});
    T.Columns.push_back({"+- 95 %"});
  }
  for (const study::ErrorTrial &Trial : R.Study.Trials) {
    TableRow Row;
    Row.Look = Trial.Clusters == R.Study.phases() ? Style::Bold : Style::Plain;
    Row.Cells = {fmt::format("{}{}", Trial.Clusters,
                             Trial.Clusters == R.Study.phases() ? " *" : ""),
                 fmt::format("{}", Trial.Points)};
    for (const study::MetricTrial &M : Trial.Metrics) {
      Row.Cells.push_back(
          phaseMetricText(M.Estimate.Quantity, M.Estimate.Estimate));
      Row.Cells.push_back(
          phaseMetricText(M.Estimate.Quantity, M.Estimate.HalfWidth));
    }
    T.Rows.push_back(std::move(Row));
  }
  return renderTable(T, Out);
}

std::string phaseScalingTable(const PhaseReport &R, const Terminal &Out) {
  Table T;
  T.Columns = {{"phase"}};
  size_t Runs = R.In.Runs.size();
  for (const char *Quantity : {"instr.", "time"})
    for (size_t Run = 0; Run != Runs; ++Run)
      T.Columns.push_back({fmt::format("{} {}", Quantity, Run + 1)});
  T.Columns.push_back({"instr. differ"});
  T.Columns.push_back({"speed-up"});
  T.Columns.push_back({"of"});
  for (size_t Phase = 0; Phase != R.Scales.ByPhase.size(); ++Phase) {
    TableRow Row;
    Row.Cells = {phaseName(uint32_t(Phase))};
    for (const study::PhaseInRun &P : R.Scales.ByPhase[Phase])
      Row.Cells.push_back(humanCount(P.Instructions));
    for (const study::PhaseInRun &P : R.Scales.ByPhase[Phase])
      Row.Cells.push_back(humanCount(uint64_t(P.Time)));
    Row.Cells.push_back(phaseShareText(R.Scales.instructionSpread(Phase)));
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
                    phaseCodeText(R, R.Contents[Phase]));
  return Text;
}

namespace {

/// Adds interval \p I to the columns that it overlaps.
void paint(const study::IntervalFacts &I, uint32_t Label, double PerColumn,
           std::vector<std::map<uint32_t, double>> &Columns) {
  double Begin = double(I.ProcessBegin) / PerColumn;
  double End = double(I.ProcessEnd) / PerColumn;
  for (auto C = size_t(Begin); C < Columns.size() && double(C) < End; ++C)
    Columns[C][Label] +=
        std::min(End, double(C + 1)) - std::max(Begin, double(C));
}

std::string line(const std::vector<std::map<uint32_t, double>> &Columns) {
  std::string Text;
  for (const auto &Shares : Columns) {
    auto Most = std::ranges::max_element(
        Shares, {}, [](const auto &S) { return S.second; });
    Text += Most == Shares.end() ? " " : phaseName(Most->first).substr(0, 1);
  }
  Text.erase(Text.find_last_not_of(' ') + 1);
  return Text;
}

} // namespace

std::string phaseRibbons(const study::PhaseInput &In,
                         std::span<const uint32_t> Labels, size_t Width) {
  const std::vector<study::IntervalFacts> &All = In.Table.Intervals;
  uint64_t End = 1;
  for (const study::IntervalFacts &I : All)
    End = std::max(End, I.ProcessEnd);
  constexpr size_t Margin = 14;
  size_t Count = std::clamp<size_t>(Width == 0 ? 100 : Width, 40, 160) - Margin;
  double PerColumn = double(End) / double(Count);
  std::string Text;
  for (size_t I = 0; I != All.size();) {
    std::vector<std::map<uint32_t, double>> Columns(Count);
    size_t First = I;
    for (; I != All.size() && All[I].Run == All[First].Run &&
           All[I].Thread == All[First].Thread;
         ++I)
      paint(All[I], Labels[I], PerColumn, Columns);
    std::string Label = fmt::format("thread {}", All[First].Thread);
    if (In.Runs.size() > 1)
      Label = fmt::format("run {}, {}", All[First].Run + 1, All[First].Thread);
    Text += fmt::format("{:<{}}{}\n", Label, Margin, line(Columns));
  }
  return Text + fmt::format("{:<{}}0{:>{}}\n", "instructions", Margin,
                            humanCount(End), Count - 1);
}

} // namespace memfacet::report
