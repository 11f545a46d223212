//===- ComparisonReport.cpp - which signature tells most ------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PhaseReport.h"
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Json = nlohmann::ordered_json;

std::string cell(const std::optional<double> &X, bool Percent = true) {
  if (!X)
    return "-";
  return Percent ? fmt::format("{:.1f} %", 100 * *X)
                 : fmt::format("{:.4g}", *X);
}

std::string shortName(const Metric &M) {
  return M.Kind == MetricKind::HitRate ? fmt::format("L{} hits", M.Level + 1)
                                       : metricName(M);
}

Json json(const std::optional<double> &X) { return X ? Json(*X) : Json(); }

} // namespace

std::string comparisonText(const PhaseInput &In, const SignatureComparison &C,
                           const Terminal &Out) {
  Table T;
  T.Columns = {{"signature", TableColumn::Fit::CutEnd}, {"phases"}};
  for (const Metric &M : C.Metrics)
    T.Columns.push_back({shortName(M)});
  T.Columns.push_back({"sigma"});
  T.Columns.push_back({"CoV"});
  for (const Metric &M : C.Metrics)
    T.Columns.push_back({"error " + shortName(M)});
  bool Before = false;
  for (const SignatureScore &R : C.Rows) {
    TableRow Row;
    Row.RuleBefore = R.Baseline && !Before;
    Before = R.Baseline;
    Row.Cells = {R.Name, R.Phases ? fmt::format("{}", *R.Phases) : "-"};
    for (size_t I = 0; I != C.Metrics.size(); ++I)
      Row.Cells.push_back(
          cell(I < R.Reductions.size() ? R.Reductions[I] : std::nullopt));
    Row.Cells.push_back(cell(R.Sigma, false));
    Row.Cells.push_back(cell(R.Variation, false));
    for (size_t I = 0; I != C.Metrics.size(); ++I) {
      std::optional<double> E =
          I < R.Errors.size() ? R.Errors[I] : std::nullopt;
      Row.Cells.push_back(E ? fmt::format("{:.2f} %", 100 * std::abs(*E))
                            : "-");
    }
    T.Rows.push_back(std::move(Row));
  }
  uint32_t Level = In.Runs.front().Signatures.Shape.MissLevel + 1;
  return fmt::format("columns of metrics: by how much their standard deviation "
                     "is smaller within phases\n"
                     "sigma, CoV: of L{} misses per interval within phases; "
                     "all intervals: {:.4g}\n"
                     "error: of the estimate from the points\n\n",
                     Level, C.Sigma) +
         renderTable(T, Out);
}

std::string comparisonJson(const SignatureComparison &C) {
  Json Rows = Json::array();
  for (const SignatureScore &R : C.Rows) {
    Json Reductions, Errors;
    for (size_t I = 0; I != R.Reductions.size(); ++I)
      Reductions[metricName(C.Metrics[I])] = json(R.Reductions[I]);
    for (size_t I = 0; I != R.Errors.size(); ++I)
      Errors[metricName(C.Metrics[I])] = json(R.Errors[I]);
    Rows.push_back({{"name", R.Name},
                    {"baseline", R.Baseline},
                    {"phases", R.Phases ? Json(*R.Phases) : Json()},
                    {"reductions", Reductions},
                    {"sigma", json(R.Sigma)},
                    {"cov", json(R.Variation)},
                    {"errors", Errors},
                    {"seconds", R.Seconds}});
  }
  Json Result = {{"schema", ReportSchemaVersion},
                 {"sigma", C.Sigma},
                 {"rows", std::move(Rows)}};
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string comparisonCsv(const SignatureComparison &C) {
  std::vector<std::string> Header = {"signature", "baseline", "phases"};
  for (const Metric &M : C.Metrics)
    Header.push_back("reduction of " + metricName(M));
  Header.insert(Header.end(), {"sigma", "cov"});
  for (const Metric &M : C.Metrics)
    Header.push_back("error of " + metricName(M));
  Header.emplace_back("seconds");
  auto Number = [](const std::optional<double> &X) {
    return X ? fmt::format("{:.6g}", *X) : "";
  };
  std::string Text = csvLine(Header);
  for (const SignatureScore &R : C.Rows) {
    std::vector<std::string> Cells = {R.Name, R.Baseline ? "1" : "0",
                                      R.Phases ? fmt::format("{}", *R.Phases)
                                               : ""};
    for (size_t I = 0; I != C.Metrics.size(); ++I)
      Cells.push_back(I < R.Reductions.size() ? Number(R.Reductions[I]) : "");
    Cells.insert(Cells.end(), {Number(R.Sigma), Number(R.Variation)});
    for (size_t I = 0; I != C.Metrics.size(); ++I)
      Cells.push_back(I < R.Errors.size() ? Number(R.Errors[I]) : "");
    Cells.push_back(fmt::format("{:.6g}", R.Seconds));
    Text += csvLine(Cells);
  }
  return Text;
}

} // namespace memfacet
