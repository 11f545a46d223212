//===- PointText.cpp - simulation points for people -----------------------===//

#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PointReport.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace memfacet {

namespace {

/// Where intervals begin and how they are spread over clusters.
struct Layout {
  explicit Layout(const PointReport &R) : Starts{0} {
    for (double W : R.Points.weights())
      Starts.push_back(Starts.back() + W);
    Members.resize(R.Chosen.Best.Clusters);
    for (uint32_t L : R.Chosen.Best.Labels)
      ++Members[L];
  }
  std::vector<double> Starts; ///< and the end of the last
  std::vector<uint64_t> Members;
};

std::string header(const PointReport &R, const Layout &All) {
  double Whole = All.Starts.back();
  std::string Text = fmt::format("vectors       {}: {}, {} {}\n", R.Source,
                                 counted(R.Points.size(), "interval"),
                                 humanCount(uint64_t(Whole)), R.Unit);
  if (R.Empty)
    Text += fmt::format("empty         {} in which nothing was executed\n",
                        counted(R.Empty, "interval"));
  Text += fmt::format("intervals     weigh {}\n",
                      R.ByLength ? "as much as they are long" : "the same");
  const auto &Scores = R.Chosen.Scores;
  auto Best = std::ranges::max_element(Scores, {}, &ClusterScore::Criterion);
  auto Mine = std::ranges::find(Scores, R.Chosen.Best.Clusters,
                                &ClusterScore::Clusters);
  Text += fmt::format("clusters      {}", R.Chosen.Best.Clusters);
  if (Scores.size() > 1)
    Text +=
        fmt::format(" of at most {}; BIC {:.0f}, the best of {} tried was "
                    "{:.0f} with {}",
                    R.MostClusters, Mine == Scores.end() ? 0 : Mine->Criterion,
                    Scores.size(), Best->Criterion, Best->Clusters);
  double Simulated = 0;
  for (const SimulationPoint &P : R.Picked)
    Simulated += R.Points.weight(P.Interval);
  Text += fmt::format("\nto simulate   {:.3g} % of the run\n\n",
                      Whole > 0 ? 100 * Simulated / Whole : 0);
  return Text;
}

} // namespace

std::string pointText(const PointReport &R, const Terminal &Out) {
  Layout All(R);
  Table T;
  T.Columns = {{"weight"},    {"interval"}, {"begins at"}, {"cluster"},
               {"intervals"}, {"distance"}, {"alternate"}};
  double Weights = 0;
  uint64_t Members = 0;
  std::set<uint32_t> Seen;
  for (const SimulationPoint &P : R.Picked) {
    TableRow Row;
    Row.Cells = {fmt::format("{:.2f} %", 100 * P.Weight),
                 fmt::format("{}", P.Interval),
                 humanCount(uint64_t(All.Starts[P.Interval])),
                 fmt::format("{}", P.Cluster),
                 fmt::format("{}", All.Members[P.Cluster]),
                 fmt::format("{:.4f}", std::sqrt(P.Distance)),
                 P.Alternate ? fmt::format("{}", *P.Alternate) : "-"};
    T.Rows.push_back(std::move(Row));
    Weights += P.Weight;
    if (Seen.insert(P.Cluster).second)
      Members += All.Members[P.Cluster];
  }
  uint64_t Left = R.Points.size() - Members;
  if (Left != 0) {
    TableRow Row;
    Row.Cells = {"0.00 %", "left out", "", "", fmt::format("{}", Left), "", ""};
    T.Rows.push_back(std::move(Row));
  }
  TableRow Total;
  Total.Cells = {fmt::format("{:.2f} %", 100 * Weights),
                 "total",
                 "",
                 fmt::format("{}", R.Picked.size()),
                 fmt::format("{}", R.Points.size()),
                 "",
                 ""};
  Total.Look = Style::Bold;
  Total.RuleBefore = true;
  T.Rows.push_back(std::move(Total));
  return header(R, All) + renderTable(T, Out);
}

} // namespace memfacet
