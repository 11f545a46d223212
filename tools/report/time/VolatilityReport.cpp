//===- VolatilityReport.cpp - volatility as text, JSON and CSV ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/time/VolatilityReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Units.h"

namespace memfacet::report {

namespace {

std::string label(const char *Label, const std::string &Text) {
  return fmt::format("{:<13} {}\n", Label, Text);
}

std::string metricLine(const VolatilityModel &M) {
  std::string Text =
      fmt::format("{}, {:g}th percentile; calm is at most {:g}; ",
                  M.Metric.Text, M.Periods.Percentile, M.Periods.Threshold);
  size_t Longest = M.Total.Periods.Profile.longest();
  if (Longest == 0)
    return Text + fmt::format("{} of {} instructions are too few: {} are "
                              "needed",
                              counted(M.Points, "period"), humanCount(M.Base),
                              study::LeastPoints);
  return Text + fmt::format("every period from {} to {}", periodText(M, 1),
                            periodText(M, double(Longest)));
}

std::string programLine(const VolatilityModel &M) {
  const study::ProgramPeriod &P = M.Program;
  if (P.Choice.Period == 0)
    return P.Choice.Reason == study::PeriodReason::Short
               ? "none: the run is too short"
               : fmt::format("none: at most {:.1f} % of what is shown is calm "
                             "at any",
                             100 * P.AgreeingWeight);
  return fmt::format("{} ({}); {:.1f} % of what is shown is calm there",
                     periodText(M, P.Choice.Exact),
                     periodReason(M, P.Choice, P.Components),
                     100 * P.AgreeingWeight);
}

std::string componentsText(const VolatilityModel &M,
                           const study::PeriodAnalysis &A) {
  constexpr size_t Most = 3;
  std::string Text;
  for (size_t I = 0; I != std::min(Most, A.Components.size()); ++I)
    Text += fmt::format("{}{} ({:.0f} %)", I ? ", " : "",
                        periodText(M, A.Components[I].Wavelength),
                        100 * A.Components[I].Share);
  if (A.Components.size() > Most)
    Text += ", ..";
  return Text.empty() ? "-" : Text;
}

std::string phasesText(const VolatilityModel &M, const study::Phases &P) {
  std::string Text = study::phaseTypeName(P.Type);
  if (P.Type == study::PhaseType::Simple)
    Text += fmt::format(", {} at {}", counted(P.Segments.size(), "segment"),
                        counted(P.Levels, "level"));
  if (P.Initialisation != 0)
    Text += fmt::format(", starts after {}",
                        periodText(M, double(P.Initialisation) * P.Period));
  return Text;
}

/// Returns a choice. Periods are in instructions; 0: none.
Json choiceJson(const VolatilityModel &M, const study::PeriodChoice &C,
                std::span<const study::Component> Components) {
  Json J = {{"reason", study::periodReasonName(C.Reason)},
            {"period", C.Period * M.Base},
            {"exact_period", C.Exact * double(M.Base)},
            {"volatility", C.Volatility},
            {"calm_from", C.Calm * M.Base},
            {"quietest", C.Quietest * M.Base}};
  if (C.Component >= 0) {
    J["multiple"] = C.Multiple;
    J["of_period"] =
        Components[size_t(C.Component)].Wavelength * double(M.Base);
  }
  return J;
}

Json componentsJson(const VolatilityModel &M,
                    std::span<const study::Component> Components) {
  Json List = Json::array();
  for (const study::Component &C : Components)
    List.push_back({{"period", C.Wavelength * double(M.Base)},
                    {"error", C.Error * double(M.Base)},
                    {"share", C.Share},
                    {"amplitude", C.Amplitude},
                    {"harmonics", C.Harmonics}});
  return List;
}

Json phasesJson(const VolatilityModel &M, const study::Phases &P) {
  double Point = P.Period * double(M.Base);
  Json Segments = Json::array();
  for (const study::PhaseSegment &S : P.Segments)
    Segments.push_back({{"begin", double(S.First) * Point},
                        {"end", double(S.Last) * Point},
                        {"mean", S.Mean}});
  return {{"type", study::phaseTypeName(P.Type)},
          {"period", Point},
          {"initialisation", double(P.Initialisation) * Point},
          {"levels", P.Levels},
          {"explained", P.Explained},
          {"sharpness", P.Sharpness},
          {"segments", std::move(Segments)}};
}

/// A curve; in CSV, at one sampling period.
struct ShownRow {
  const VolatilityRow &Row;
  size_t Period = 1;

  bool isTotal() const { return !Row.Structure.valid(); }
  const study::PeriodAnalysis &periods() const { return Row.Periods; }
  const study::PeriodChoice &choice() const { return Row.Periods.Choice; }
};

/// Returns the columns that say which curve it is, and its share.
Columns<ShownRow> nameColumns(const VolatilityModel &M) {
  return {
      {.Header = "structure",
       .Key = "name",
       .Value = [](auto &R) { return R.Row.Name; },
       .Text = [](auto &R) { return R.Row.Title; },
       .Fits = TableColumn::Fit::CutMiddle,
       .CsvKey = "structure"},
      {.Key = "structure",
       .Value =
           [](auto &R) {
             return R.isTotal() ? leftOut() : Json(R.Row.Structure.Value);
           },
       .CsvKey = "id"},
      forCsv("metric", [&M](auto &) { return M.Metric.Name; }),
      forJson("sum", [](auto &R) { return R.Row.Sum; }),
      {.Header = "share",
       .Key = "share",
       .Value = [](auto &R) { return R.Row.Share; },
       .Text =
           [](auto &R) { return fmt::format("{:.1f} %", 100 * R.Row.Share); },
       .In = Forms::Json}};
}

/// Returns the columns of the chosen period, for people.
Columns<ShownRow> choiceColumns(const VolatilityModel &M) {
  return {forPeople("period",
                    [&M](auto &R) { return periodText(M, R.choice().Exact); }),
          forPeople("volatility",
                    [](auto &R) {
                      return R.choice().Period
                                 ? fmt::format("{:.3f}", R.choice().Volatility)
                                 : "-";
                    }),
          forPeople(
              "why",
              [&M](auto &R) {
                return periodReason(M, R.choice(), R.periods().Components);
              },
              TableColumn::Fit::CutMiddle),
          forPeople(
              "repeats every",
              [&M](auto &R) { return componentsText(M, R.periods()); },
              TableColumn::Fit::CutMiddle, 1),
          forPeople(
              "phases", [&M](auto &R) { return phasesText(M, R.Row.Shape); },
              TableColumn::Fit::CutMiddle)};
}

/// \p M outlives the columns.
Columns<ShownRow> columnsOf(const VolatilityModel &M) {
  Columns<ShownRow> Cs = nameColumns(M);
  addColumns(Cs, choiceColumns(M));
  addColumns<ShownRow>(
      Cs,
      {{.Header = "agrees",
        .Key = "agrees",
        .Value =
            [](auto &R) {
              return R.isTotal() ? leftOut() : Json(R.Row.Agrees);
            },
        .Text =
            [](auto &R) {
              return R.isTotal() ? "" : R.Row.Agrees ? "yes" : "no";
            },
        .In = Forms::Json},
       forJson("choice",
               [&M](auto &R) {
                 return choiceJson(M, R.choice(), R.periods().Components);
               }),
       forJson(
           "components",
           [&M](auto &R) { return componentsJson(M, R.periods().Components); }),
       forJson("phases", [&M](auto &R) { return phasesJson(M, R.Row.Shape); }),
       forJson("profile", [](auto &R) { return R.periods().Profile.Values; }),
       forCsv("period", [&M](auto &R) { return R.Period * M.Base; }),
       forCsv("volatility",
              [](auto &R) { return R.periods().Profile.at(R.Period); })});
  return Cs;
}

std::string tableText(const VolatilityModel &M, const Terminal &Out) {
  Columns<ShownRow> Cs = columnsOf(M);
  Table T = tableOf(Cs, M.Rows);
  addTotal(T, Cs, {M.Total});
  return renderTable(T, Out);
}

std::string rowTitle(const VolatilityModel &M, size_t Row) {
  return M.Rows[Row].Title;
}

std::string pointText(const VolatilityModel &M, size_t Point) {
  return Point ? periodText(M, double(Point) * M.Common) : "0";
}

std::string leadLines(const VolatilityModel &M) {
  constexpr size_t Most = 8;
  if (M.Leads.size() < 2)
    return "";
  std::string Text;
  for (size_t I = 0; I != std::min(Most, M.Leads.size()); ++I)
    Text +=
        label(I ? "" : "most of it",
              fmt::format("{}, from {} to {}", rowTitle(M, M.Leads[I].Leader),
                          pointText(M, M.Leads[I].First),
                          pointText(M, M.Leads[I].Last)));
  if (M.Leads.size() > Most)
    Text += label("", fmt::format("and {} more changes of who has most",
                                  M.Leads.size() - Most));
  return Text;
}

std::string pairLines(const VolatilityModel &M) {
  constexpr size_t Most = 5;
  std::string Text;
  for (size_t I = 0; I != std::min(Most, M.Opposed.size()); ++I)
    Text += label(I ? "" : "opposed",
                  fmt::format("{} falls where {} rises (correlation {:.2f})",
                              rowTitle(M, M.Opposed[I].First),
                              rowTitle(M, M.Opposed[I].Second),
                              M.Opposed[I].Correlation));
  return Text;
}

std::string transitionLine(const VolatilityModel &M) {
  constexpr size_t Most = 6;
  if (M.Transitions.empty())
    return "";
  std::string Text = fmt::format("{} where several structures change:",
                                 counted(M.Transitions.size(), "place"));
  for (size_t I = 0; I != std::min(Most, M.Transitions.size()); ++I)
    Text += fmt::format("{} {} ({})", I ? "," : "",
                        pointText(M, M.Transitions[I].Point),
                        M.Transitions[I].Curves.size());
  return label("transitions",
               Text + (M.Transitions.size() > Most ? ", .." : ""));
}

Json togetherJson(const VolatilityModel &M) {
  double Point = M.Common * double(M.Base);
  Json Leads = Json::array(), Opposed = Json::array(),
       Transitions = Json::array();
  for (const study::Lead &L : M.Leads)
    Leads.push_back({{"row", L.Leader},
                     {"begin", double(L.First) * Point},
                     {"end", double(L.Last) * Point}});
  for (const study::OpposedPair &O : M.Opposed)
    Opposed.push_back(
        {{"rows", {O.First, O.Second}}, {"correlation", O.Correlation}});
  for (const study::Transition &T : M.Transitions)
    Transitions.push_back(
        {{"at", double(T.Point) * Point}, {"rows", T.Curves}});
  return {{"period", Point},
          {"leads", std::move(Leads)},
          {"opposed", std::move(Opposed)},
          {"transitions", std::move(Transitions)}};
}

} // namespace

std::string volatilityText(const result::Profile &P, const VolatilityModel &M,
                           const VolatilityOptions &Options,
                           const Terminal &Out) {
  std::string Text = headerText(P, Out);
  Text += label("volatility", metricLine(M));
  Text += label("period", programLine(M)) + "\n";
  Text += tableText(M, Out);
  std::string Comparison = leadLines(M) + pairLines(M) + transitionLine(M);
  if (!Comparison.empty())
    Text +=
        fmt::format("\nseen every {}:\n", periodText(M, M.Common)) + Comparison;
  if (!Options.Plot)
    return Text;
  if (Options.Named.empty())
    return Text + "\n" +
           volatilityPlot(M,
                          M.Program.Choice.Period ? "those that agree" : "all",
                          M.Program.Envelope, M.Program.Choice, Out.Width);
  for (const VolatilityRow &Row : M.Rows)
    Text += "\n" + volatilityPlot(M, Row.Title, Row.Periods.Profile,
                                  Row.Periods.Choice, Out.Width);
  return Text;
}

std::string volatilityJson(const result::Profile &P, const VolatilityModel &M) {
  Columns<ShownRow> Cs = columnsOf(M);
  Json Program = choiceJson(M, M.Program.Choice, M.Program.Components);
  Program["agreeing"] = M.Program.AgreeingWeight;
  Json J = jsonHead(P);
  J["metric"] = M.Metric.Name;
  J["percentile"] = M.Periods.Percentile;
  J["threshold"] = M.Periods.Threshold;
  J["interval_instructions"] = M.Base;
  J["points"] = M.Points;
  J["choice"] = std::move(Program);
  J["rows"] = jsonRows(Cs, M.Rows);
  J["total"] = jsonObject(Cs, {M.Total});
  J["together"] = togetherJson(M);
  return jsonText(J);
}

std::string volatilityCsv(const VolatilityModel &M) {
  Columns<ShownRow> Cs = columnsOf(M);
  std::string Text = csvHeader(Cs);
  auto Add = [&](const VolatilityRow &Row) {
    for (size_t P = 1; P <= Row.Periods.Profile.longest(); ++P)
      Text += csvRow(Cs, {Row, P});
  };
  for (const VolatilityRow &Row : M.Rows)
    Add(Row);
  Add(M.Total);
  return Text;
}

} // namespace memfacet::report
