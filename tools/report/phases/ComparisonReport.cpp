//===- ComparisonReport.cpp - signatures compared: text, JSON, CSV --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportHeader.h"
#include "tools/report/phases/PhasePicture.h"
#include "tools/report/phases/PhaseReport.h"

namespace memfacet::report {

namespace {

using Value = std::optional<double>;

Json json(const Value &X) { return X ? Json(*X) : Json(); }

/// Makes a column of values that may be unknown: "-" for people, empty in CSV.
template <typename ValueOf, typename TextOf>
Column<study::SignatureScore> valueColumn(const std::string &Header,
                                          const std::string &Key, ValueOf Get,
                                          TextOf Text, Forms In) {
  return {.Header = Header,
          .Key = Key,
          .Value = [=](auto &R) { return json(Get(R)); },
          .Text = [=](auto &R) { return Get(R) ? Text(*Get(R)) : "-"; },
          .In = In,
          .Cell =
              [=](auto &R) {
                return Get(R) ? fmt::format("{:.6g}", *Get(R)) : "";
              }};
}

/// Adds one value per metric; JSON has them as an object.
template <typename List, typename TextOf>
void addMetrics(const std::vector<study::Metric> &Metrics,
                const std::string &Header, const std::string &Key,
                const char *JsonKey, List Member, TextOf Text,
                Columns<study::SignatureScore> &Cs) {
  for (size_t I = 0; I != Metrics.size(); ++I) {
    auto GetValue = [=](const study::SignatureScore &R) {
      return I < (R.*Member).size() ? (R.*Member)[I] : Value();
    };
    Cs.push_back(valueColumn(Header + metricShort(Metrics[I]),
                             Key + study::metricName(Metrics[I]), GetValue,
                             Text, Forms::Csv));
  }
  Cs.push_back(forJson(JsonKey, [=, &Metrics](auto &R) {
    Json J;
    for (size_t I = 0; I != (R.*Member).size(); ++I)
      J[study::metricName(Metrics[I])] = json((R.*Member)[I]);
    return J;
  }));
}

/// \p C outlives the columns.
Columns<study::SignatureScore> columnsOf(const study::SignatureComparison &C) {
  auto Short = [](double X) { return fmt::format("{:.4g}", X); };
  Columns<study::SignatureScore> Cs = {
      nameColumn(
          "signature", "name", [](auto &R) { return R.Name; }, "signature"),
      forPrograms("baseline", [](auto &R) { return R.Baseline; }),
      {"phases", "phases",
       [](auto &R) { return R.Phases ? Json(*R.Phases) : Json(); },
       [](auto &R) { return R.Phases ? fmt::format("{}", *R.Phases) : "-"; }}};
  addMetrics(
      C.Metrics, "", "reduction of ", "reductions",
      &study::SignatureScore::Reductions,
      [](double X) { return fmt::format("{:.1f} %", 100 * X); }, Cs);
  Cs.push_back(valueColumn(
      "sigma", "sigma", [](auto &R) { return R.Sigma; }, Short,
      Forms::JsonAndCsv));
  Cs.push_back(valueColumn(
      "CoV", "cov", [](auto &R) { return R.Variation; }, Short,
      Forms::JsonAndCsv));
  addMetrics(
      C.Metrics, "error ", "error of ", "errors",
      &study::SignatureScore::Errors,
      [](double X) { return fmt::format("{:.2f} %", 100 * std::abs(X)); }, Cs);
  Cs.push_back(
      {.Key = "seconds",
       .Value = [](auto &R) { return R.Seconds; },
       .Cell = [](auto &R) { return fmt::format("{:.6g}", R.Seconds); }});
  return Cs;
}

} // namespace

std::string comparisonText(const study::PhaseInput &In,
                           const study::SignatureComparison &C,
                           const Terminal &Out) {
  Columns<study::SignatureScore> Cs = columnsOf(C);
  Table T = emptyTable(Cs);
  bool WasBaseline = false;
  for (const study::SignatureScore &R : C.Rows) {
    addRow(T, Cs, R).RuleBefore = R.Baseline && !WasBaseline;
    WasBaseline = R.Baseline;
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

std::string comparisonJson(const study::SignatureComparison &C) {
  return jsonText({{"schema", ReportSchemaVersion},
                   {"sigma", C.Sigma},
                   {"rows", jsonRows(columnsOf(C), C.Rows)}});
}

std::string comparisonCsv(const study::SignatureComparison &C) {
  return csvText(columnsOf(C), C.Rows);
}

} // namespace memfacet::report
