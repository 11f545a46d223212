//===- VolatilityText.cpp - volatility for people -------------------------===//

#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/TextReport.h"
#include "tools/report/time/VolatilityReport.h"

namespace memfacet {

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
                              LeastPoints);
  return Text + fmt::format("every period from {} to {}", periodText(M, 1),
                            periodText(M, double(Longest)));
}

std::string programLine(const VolatilityModel &M) {
  const ProgramPeriod &P = M.Program;
  if (P.Choice.Period == 0)
    return P.Choice.Why == PeriodReason::Short
               ? "none: the run is too short"
               : fmt::format("none: at most {:.1f} % of what is shown is calm "
                             "at any",
                             100 * P.AgreeingWeight);
  return fmt::format("{} ({}); {:.1f} % of what is shown is calm there",
                     periodText(M, P.Choice.Exact),
                     periodReason(M, P.Choice, P.Components),
                     100 * P.AgreeingWeight);
}

std::string componentsText(const VolatilityModel &M, const PeriodAnalysis &A) {
  constexpr size_t Most = 3;
  std::string Text;
  for (size_t I = 0; I != std::min(Most, A.Components.size()); ++I)
    Text += fmt::format("{}{} ({:.0f} %)", I ? ", " : "",
                        periodText(M, A.Components[I].Period),
                        100 * A.Components[I].Share);
  if (A.Components.size() > Most)
    Text += ", ..";
  return Text.empty() ? "-" : Text;
}

std::string phasesText(const VolatilityModel &M, const Phases &P) {
  std::string Text = phaseTypeName(P.Type);
  if (P.Type == PhaseType::Simple)
    Text += fmt::format(", {} at {}", counted(P.Segments.size(), "segment"),
                        counted(P.Levels, "level"));
  if (P.Initialisation != 0)
    Text += fmt::format(", starts after {}",
                        periodText(M, double(P.Initialisation) * P.Period));
  return Text;
}

std::string tableText(const VolatilityModel &M, const Terminal &Out) {
  Table T;
  T.Columns = {{"structure", TableColumn::Fit::CutEnd},
               {"share"},
               {"period"},
               {"volatility"},
               {"why", TableColumn::Fit::CutEnd},
               {"repeats every", TableColumn::Fit::CutEnd, 1},
               {"phases", TableColumn::Fit::CutEnd},
               {"agrees"}};
  auto Add = [&](const VolatilityRow &Row, bool IsTotal) {
    const PeriodChoice &C = Row.Periods.Choice;
    TableRow To;
    To.Cells = {printable(Row.Name),
                fmt::format("{:.1f} %", 100 * Row.Share),
                periodText(M, C.Exact),
                C.Period ? fmt::format("{:.3f}", C.Volatility) : "-",
                periodReason(M, C, Row.Periods.Components),
                componentsText(M, Row.Periods),
                phasesText(M, Row.Shape),
                IsTotal      ? ""
                : Row.Agrees ? "yes"
                             : "no"};
    To.Look = IsTotal ? Style::Bold : Style::Plain;
    To.RuleBefore = IsTotal;
    T.Rows.push_back(std::move(To));
  };
  for (const VolatilityRow &Row : M.Rows)
    Add(Row, false);
  Add(M.Total, true);
  return renderTable(T, Out);
}

std::string name(const VolatilityModel &M, size_t Row) {
  return printable(M.Rows[Row].Name);
}

std::string at(const VolatilityModel &M, size_t Point) {
  return Point ? periodText(M, double(Point) * M.Common) : "0";
}

std::string leadLines(const VolatilityModel &M) {
  constexpr size_t Most = 8;
  if (M.Leads.size() < 2)
    return "";
  std::string Text;
  for (size_t I = 0; I != std::min(Most, M.Leads.size()); ++I)
    Text += label(I ? "" : "most of it",
                  fmt::format("{}, from {} to {}", name(M, M.Leads[I].Leader),
                              at(M, M.Leads[I].First), at(M, M.Leads[I].Last)));
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
                              name(M, M.Opposed[I].First),
                              name(M, M.Opposed[I].Second),
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
    Text +=
        fmt::format("{} {} ({})", I ? "," : "", at(M, M.Transitions[I].Point),
                    M.Transitions[I].Curves.size());
  return label("transitions",
               Text + (M.Transitions.size() > Most ? ", .." : ""));
}

} // namespace

std::string volatilityText(const Profile &P, const VolatilityModel &M,
                           const VolatilityOptions &Options,
                           const Terminal &Out) {
  std::string Text = headerText(P, Out);
  Text += label("volatility", metricLine(M));
  Text += label("period", programLine(M)) + "\n";
  Text += tableText(M, Out);
  std::string Together = leadLines(M) + pairLines(M) + transitionLine(M);
  if (!Together.empty())
    Text +=
        fmt::format("\nseen every {}:\n", periodText(M, M.Common)) + Together;
  if (!Options.Plot)
    return Text;
  if (Options.Named.empty())
    return Text + "\n" +
           volatilityPlot(M,
                          M.Program.Choice.Period ? "those that agree" : "all",
                          M.Program.Envelope, M.Program.Choice, Out.Width);
  for (const VolatilityRow &Row : M.Rows)
    Text += "\n" + volatilityPlot(M, printable(Row.Name), Row.Periods.Profile,
                                  Row.Periods.Choice, Out.Width);
  return Text;
}

} // namespace memfacet
