//===- PhaseTables.cpp - phases by number of phases, and by run -----------===//

#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhaseReport.h"
#include <filesystem>

namespace memfacet {

std::string phaseShareText(double Share) {
  return fmt::format("{:.1f} %", 100 * Share);
}

std::string phaseMetricText(const Metric &M, double Value) {
  return M.Kind == MetricKind::CyclesPerInstruction
             ? fmt::format("{:.3f}", Value)
             : fmt::format("{:.2f} %", 100 * Value);
}

std::string phaseCodeText(const PhaseContents &C) {
  if (C.Code.empty())
    return "-";
  const PhaseCode &Most = C.Code.front();
  return fmt::format("{} ({}:{})", Most.Function,
                     std::filesystem::path(Most.File).filename().string(),
                     Most.Line);
}

std::string phaseTrialTable(const PhaseReport &R, const Terminal &Out) {
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
      Row.Cells.push_back(phaseMetricText(M.Estimate.Of, M.Estimate.Estimate));
      Row.Cells.push_back(phaseMetricText(M.Estimate.Of, M.Estimate.HalfWidth));
    }
    T.Rows.push_back(std::move(Row));
  }
  return renderTable(T, Out);
}

std::string phaseScalingTable(const PhaseReport &R, const Terminal &Out) {
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
                    phaseCodeText(R.Contents[Phase]));
  return Text;
}

} // namespace memfacet
