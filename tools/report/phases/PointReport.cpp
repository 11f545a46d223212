//===- PointReport.cpp - simulation points as text, JSON, CSV, files ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/phases/PointReport.h"
#include "analysis/study/points/PointFile.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace memfacet::report {

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
  std::vector<double> Starts; ///< and the end of the last interval
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
  Text += fmt::format("signature     {}\n", R.Signature);
  Text += fmt::format("intervals     weigh {}\n",
                      R.ByLength ? "as much as they are long" : "the same");
  const auto &Scores = R.Chosen.Scores;
  auto Best =
      std::ranges::max_element(Scores, {}, &study::ClusterScore::Criterion);
  auto ChosenScore = std::ranges::find(Scores, R.Chosen.Best.Clusters,
                                       &study::ClusterScore::Clusters);
  Text += fmt::format("clusters      {}", R.Chosen.Best.Clusters);
  if (Scores.size() > 1)
    Text +=
        fmt::format(" of at most {}; BIC {:.0f}, the best of {} tried was "
                    "{:.0f} with {}",
                    R.MostClusters,
                    ChosenScore == Scores.end() ? 0 : ChosenScore->Criterion,
                    Scores.size(), Best->Criterion, Best->Clusters);
  double Simulated = 0;
  for (const study::SimulationPoint &P : R.Picked)
    Simulated += R.Points.weight(P.Interval);
  Text += fmt::format("\nto simulate   {:.3g} % of the run\n\n",
                      Whole > 0 ? 100 * Simulated / Whole : 0);
  return Text;
}

/// A point.
struct PointRow {
  const PointReport &Report;
  size_t Number;
  double Begin = 0;
  uint64_t Intervals = 0; ///< of the cluster

  const study::SimulationPoint &point() const { return Report.Picked[Number]; }
};

std::string percent(double Share) {
  return fmt::format("{:.2f} %", 100 * Share);
}

Columns<PointRow> pointColumns() {
  return {
      forPeople("weight", [](auto &R) { return percent(R.point().Weight); }),
      {"interval", "interval", [](auto &R) { return R.point().Interval; }},
      forPeople("begins at",
                [](auto &R) { return humanCount(uint64_t(R.Begin)); }),
      forJson("point", [](auto &R) { return R.Report.pointNumber(R.Number); }),
      {"cluster", "cluster", [](auto &R) { return R.point().Cluster; }},
      forPeople("intervals",
                [](auto &R) { return fmt::format("{}", R.Intervals); }),
      forPrograms("weight", [](auto &R) { return R.point().Weight; }),
      {.Header = "distance",
       .Key = "distance",
       .Value = [](auto &R) { return std::sqrt(R.point().Distance); },
       .Text =
           [](auto &R) {
             return fmt::format("{:.4f}", std::sqrt(R.point().Distance));
           },
       .Cell =
           [](auto &R) {
             return fmt::format("{:.6g}", std::sqrt(R.point().Distance));
           }},
      {"alternate", "alternate",
       [](auto &R) {
         return R.point().Alternate ? Json(*R.point().Alternate) : Json();
       },
       [](auto &R) {
         return R.point().Alternate ? fmt::format("{}", *R.point().Alternate)
                                    : "-";
       }},
      forJson("begins_cold", [](auto &R) { return R.point().BeginsCold; })};
}

/// Names a point that begins with empty caches though the intervals that it
/// stands for do not; empty: none.
std::string coldNote(const PointReport &R) {
  auto P =
      std::ranges::find(R.Picked, true, &study::SimulationPoint::BeginsCold);
  if (P == R.Picked.end())
    return "";
  return fmt::format("note: interval {} begins with empty caches, and those "
                     "that it stands for in cluster {} do not\n",
                     P->Interval, P->Cluster);
}

/// Returns a row of sums: weight, name, clusters and intervals.
TableRow sumRow(double Weight, const char *Name, const std::string &Clusters,
                uint64_t Intervals) {
  return {{percent(Weight), Name, "", Clusters, fmt::format("{}", Intervals),
           "", ""}};
}

} // namespace

std::string pointText(const PointReport &R, const Terminal &Out) {
  Layout All(R);
  Columns<PointRow> Cs = pointColumns();
  Table T = emptyTable(Cs);
  double Weights = 0;
  uint64_t Members = 0;
  std::set<uint32_t> Clusters;
  for (size_t I = 0; I != R.Picked.size(); ++I) {
    const study::SimulationPoint &P = R.Picked[I];
    addRow(T, Cs, {R, I, All.Starts[P.Interval], All.Members[P.Cluster]});
    Weights += P.Weight;
    if (Clusters.insert(P.Cluster).second)
      Members += All.Members[P.Cluster];
  }
  if (uint64_t Left = R.Points.size() - Members)
    T.Rows.push_back(sumRow(0, "left out", "", Left));
  T.Rows.push_back(sumRow(Weights, "total", fmt::format("{}", R.Picked.size()),
                          R.Points.size()));
  T.Rows.back().Look = Style::Bold;
  T.Rows.back().RuleBefore = true;
  return header(R, All) + renderTable(T, Out) + coldNote(R);
}

std::string pointJson(const PointReport &R) {
  Columns<PointRow> Cs = pointColumns();
  Json Scores = Json::array(), Points = Json::array();
  for (const study::ClusterScore &S : R.Chosen.Scores)
    Scores.push_back({{"clusters", S.Clusters},
                      {"bic", S.Criterion},
                      {"distortion", S.Distortion}});
  for (size_t I = 0; I != R.Picked.size(); ++I)
    Points.push_back(jsonObject(Cs, {R, I}));
  return jsonText({{"schema", ReportSchemaVersion},
                   {"source", R.Source},
                   {"unit", R.Unit},
                   {"signature", R.Signature},
                   {"intervals", R.Points.size()},
                   {"empty_intervals", R.Empty},
                   {"weights", R.ByLength ? "length" : "equal"},
                   {"dimensions", R.Points.dimensions()},
                   {"clusters", R.Chosen.Best.Clusters},
                   {"most_clusters", R.MostClusters},
                   {"scores", std::move(Scores)},
                   {"points", std::move(Points)},
                   {"labels", R.Chosen.Best.Labels}});
}

std::string pointCsv(const PointReport &R) {
  Columns<PointRow> Cs = pointColumns();
  std::string Text = csvHeader(Cs);
  for (size_t I = 0; I != R.Picked.size(); ++I)
    Text += csvRow(Cs, {R, I});
  return Text;
}

/// Returns the indices into Picked, by number of the point.
static std::vector<size_t> byNumber(const PointReport &R) {
  std::vector<size_t> Order(R.Picked.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {}, [&](size_t I) { return R.pointNumber(I); });
  return Order;
}

std::string simpointsFile(const PointReport &R) {
  std::string Text;
  // Not all readers of SimPoint's files understand comments.
  if (R.Several && !R.Table.Intervals.empty()) {
    std::vector<study::WeightedInterval> Sample;
    for (const study::SimulationPoint &P : R.Picked)
      Sample.push_back({P.Interval, P.Weight});
    Text += study::ratesLine(study::recordedRates(R.Table, Sample));
  }
  for (size_t I : byNumber(R))
    Text +=
        fmt::format("{} {}{}\n", R.Picked[I].Interval, R.pointNumber(I),
                    R.Several ? study::phaseComment(R.Picked[I].Cluster) : "");
  return Text;
}

std::string weightsFile(const PointReport &R) {
  std::string Text;
  for (size_t I : byNumber(R))
    Text += fmt::format("{} {}\n", R.Picked[I].Weight, R.pointNumber(I));
  return Text;
}

std::string labelsFile(const study::Clustering &C) {
  std::string Text;
  for (size_t I = 0; I != C.Labels.size(); ++I)
    Text += fmt::format("{} {:.6g}\n", C.Labels[I], std::sqrt(C.Distances[I]));
  return Text;
}

} // namespace memfacet::report
