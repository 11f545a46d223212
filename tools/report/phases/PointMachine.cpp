//===- PointMachine.cpp - simulation points for programs ------------------===//

#include "analysis/points/PointFile.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/phases/PointReport.h"
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace memfacet {

using Json = nlohmann::ordered_json;

std::string pointJson(const PointReport &R) {
  Json Scores = Json::array(), Points = Json::array();
  for (const ClusterScore &S : R.Chosen.Scores)
    Scores.push_back({{"clusters", S.Clusters},
                      {"bic", S.Criterion},
                      {"distortion", S.Distortion}});
  for (size_t I = 0; I != R.Picked.size(); ++I) {
    const SimulationPoint &P = R.Picked[I];
    Json Row = {{"interval", P.Interval},
                {"point", R.pointNumber(I)},
                {"cluster", P.Cluster},
                {"weight", P.Weight},
                {"distance", std::sqrt(P.Distance)}};
    Row["alternate"] = P.Alternate ? Json(*P.Alternate) : Json();
    Points.push_back(std::move(Row));
  }
  Json Result = {{"schema", ReportSchemaVersion},
                 {"source", R.Source},
                 {"unit", R.Unit},
                 {"intervals", R.Points.size()},
                 {"empty_intervals", R.Empty},
                 {"weights", R.ByLength ? "length" : "equal"},
                 {"dimensions", R.Points.dimensions()},
                 {"clusters", R.Chosen.Best.Clusters},
                 {"most_clusters", R.MostClusters},
                 {"scores", std::move(Scores)},
                 {"points", std::move(Points)},
                 {"labels", R.Chosen.Best.Labels}};
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string pointCsv(const PointReport &R) {
  std::string Text =
      csvLine({"interval", "cluster", "weight", "distance", "alternate"});
  for (const SimulationPoint &P : R.Picked)
    Text += csvLine({fmt::format("{}", P.Interval),
                     fmt::format("{}", P.Cluster), fmt::format("{}", P.Weight),
                     fmt::format("{:.6g}", std::sqrt(P.Distance)),
                     P.Alternate ? fmt::format("{}", *P.Alternate) : ""});
  return Text;
}

/// Places in Picked.
static std::vector<size_t> byNumber(const PointReport &R) {
  std::vector<size_t> Order(R.Picked.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {}, [&](size_t I) { return R.pointNumber(I); });
  return Order;
}

std::string simpointsFile(const PointReport &R) {
  std::string Text;
  for (size_t I : byNumber(R))
    Text += fmt::format("{} {}{}\n", R.Picked[I].Interval, R.pointNumber(I),
                        R.Several ? phaseComment(R.Picked[I].Cluster) : "");
  return Text;
}

std::string weightsFile(const PointReport &R) {
  std::string Text;
  for (size_t I : byNumber(R))
    Text += fmt::format("{} {}\n", R.Picked[I].Weight, R.pointNumber(I));
  return Text;
}

std::string labelsFile(const PointReport &R) {
  std::string Text;
  const Clustering &C = R.Chosen.Best;
  for (size_t I = 0; I != C.Labels.size(); ++I)
    Text += fmt::format("{} {:.6g}\n", C.Labels[I], std::sqrt(C.Distances[I]));
  return Text;
}

} // namespace memfacet
