//===- PointRunText.cpp - a run from points, for people -------------------===//

#include "analysis/points/Scores.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PointRun.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace memfacet {

namespace {

constexpr size_t MostStructures = 10;

std::string whose(const PointRun &R) {
  std::set<uint32_t> Threads;
  for (const ChosenInterval &P : R.Chosen.Points)
    Threads.insert(P.Thread);
  if (!R.Chosen.HasThreads)
    return fmt::format("thread {}", *Threads.begin());
  return "all threads, points of " + counted(Threads.size(), "thread");
}

std::string header(const PointRun &R) {
  std::string Text =
      fmt::format("points        {} of {} of {} instructions{}; {}\n",
                  R.Chosen.Points.size(), counted(R.Intervals, "interval"),
                  humanCount(R.Length), cutText(R.Cut), whose(R));
  Text += fmt::format(
      "replayed      {} of all instructions; {} before each point warm "
      "caches{}\n",
      humanRate(R.ReplayedInstructions, R.TraceInstructions),
      counted(R.WarmIntervals, "interval"),
      R.ThreadsAlone ? "; without other threads" : "");
  Text += fmt::format("caches        {}\n", R.Caches);
  if (!R.Core.empty())
    Text += fmt::format("core          {}\n", R.Core);
  Text += fmt::format("cpu time      {:.2f} s", R.PointSeconds);
  if (R.HasTruth)
    Text += fmt::format(
        "; the whole {:.2f} s, {:.1f} times as much", R.WholeSeconds,
        R.PointSeconds > 0 ? R.WholeSeconds / R.PointSeconds : 0);
  return Text + "\n\n";
}

std::string percent(double Share) {
  return fmt::format("{:+.2f} %", 100 * Share);
}

Table metricTable(const PointRun &R) {
  Table T;
  T.Columns = {{"metric", TableColumn::Fit::CutEnd}, {"estimate"}};
  if (!R.HalfWidths.empty())
    T.Columns.push_back({"+- 95 %"});
  if (R.HasTruth) {
    T.Columns.push_back({"whole"});
    T.Columns.push_back({"error"});
  }
  for (size_t I = 0; I != R.Metrics.size(); ++I) {
    const MetricEstimate &E = R.Metrics[I];
    TableRow Row;
    Row.Cells = {metricName(E.Of), fmt::format("{:.5g}", E.Estimate)};
    if (!R.HalfWidths.empty())
      Row.Cells.push_back(fmt::format("{:.2g}", R.HalfWidths[I]));
    if (R.HasTruth) {
      Row.Cells.push_back(fmt::format("{:.5g}", E.Truth));
      Row.Cells.push_back(percent(relativeError(E.Estimate, E.Truth)));
    }
    T.Rows.push_back(std::move(Row));
  }
  return T;
}

std::vector<std::string> missCells(const EstimatedMisses &M, bool HasTruth) {
  std::vector<std::string> Cells = {
      humanCount(uint64_t(std::llround(M.Estimate)))};
  if (HasTruth)
    Cells.push_back(humanCount(M.Truth));
  return Cells;
}

Table structureTable(const PointRun &R) {
  Table T;
  T.Columns = {{"structure", TableColumn::Fit::CutEnd},
               {"declared at", TableColumn::Fit::CutStart, 1}};
  size_t Levels = R.Structures.empty() ? 0 : R.Structures[0].Levels.size();
  for (size_t L = 1; L <= Levels; ++L) {
    T.Columns.push_back({fmt::format("L{} misses", L)});
    if (R.HasTruth)
      T.Columns.push_back({"whole"});
  }
  for (size_t I = 0; I != std::min(MostStructures, R.Structures.size()); ++I) {
    const EstimatedStructure &S = R.Structures[I];
    TableRow Row;
    Row.Cells = {S.Name, S.Place};
    for (const EstimatedMisses &M : S.Levels)
      for (std::string &Cell : missCells(M, R.HasTruth))
        Row.Cells.push_back(std::move(Cell));
    T.Rows.push_back(std::move(Row));
  }
  return T;
}

} // namespace

std::string pointRunText(const PointRun &R, const Terminal &Out) {
  std::string Text = header(R) + renderTable(metricTable(R), Out);
  if (!R.HalfWidths.empty() && R.UnknownShare > 0)
    Text += fmt::format("phases of one point, {:.1f} % of the run, may be off "
                        "by more\n",
                        100 * R.UnknownShare);
  if (R.Structures.empty())
    return Text;
  Text += "\n" + renderTable(structureTable(R), Out);
  if (R.Structures.size() > MostStructures)
    Text += fmt::format("and {} more, with --json\n",
                        R.Structures.size() - MostStructures);
  if (R.HasTruth)
    for (size_t L = 0; L != R.Structures[0].Levels.size(); ++L)
      Text += fmt::format("{}L{} misses of structures are off by {:.2f} % of "
                          "all\n",
                          L ? "" : "\n", L + 1, 100 * R.structureError(L));
  return Text;
}

} // namespace memfacet
