//===- DiffReport.cpp - a difference, for people and for programs ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/diff/DiffReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/diff/DiffTables.h"
#include "tools/report/format/Sarif.h"
#include <algorithm>

namespace memfacet::report {
namespace {

/// The most places that are named for one change.
constexpr size_t SarifPlaces = 3;

Json checkJson(const Checked &C) {
  return {{"threshold", C.Bound.Text}, {"metric", C.Metric.Name},
          {"before", C.MeanBefore},    {"after", C.MeanAfter},
          {"exceeded", C.Exceeded},    {"failed", C.failed()},
          {"message", C.text()}};
}

/// Escapes \p Text for a cell of GitHub's Markdown: bars would end the cell,
/// other marks would format it.
std::string markdownCell(const std::string &Text) {
  std::string Cell;
  for (char C : Text) {
    if (std::string_view("\\`*_{}[]<>#|~").find(C) != std::string_view::npos)
      Cell += '\\';
    Cell += C;
  }
  return Cell;
}

std::string markdownTable(const Table &T) {
  std::string Text = "|", Rule = "|";
  for (const TableColumn &C : T.Columns) {
    Text += " " + markdownCell(C.Header) + " |";
    Rule += C.Fits == TableColumn::Fit::Always ? " ---: |" : " --- |";
  }
  Text += "\n" + Rule + "\n";
  for (const TableRow &Row : T.Rows) {
    Text += "|";
    for (const std::string &Cell : Row.Cells)
      Text += " " + markdownCell(Cell) + " |";
    Text += "\n";
  }
  return Text;
}

Table structureTable(const Difference &D, size_t Top) {
  Columns<DiffRow> Cs = structureColumns(D);
  std::vector<DiffRow> Rows = shownRows(D, Top);
  Table T = emptyTable(Cs);
  for (size_t I = 0; I + 1 < Rows.size(); ++I)
    addRow(T, Cs, Rows[I], I < Top ? Style::Plain : Style::Dim);
  addTotal(T, Cs, Rows.back());
  return T;
}

/// Returns the rows whose \p Metric grew most.
std::vector<const DiffRow *> grownMost(const Difference &D,
                                       const DiffMetric &Metric) {
  std::vector<std::pair<double, const DiffRow *>> Grown;
  for (const DiffRow &Row : D.structures()) {
    TwoSamples Samples = samplesOf(D, Row, Metric);
    if (double Growth = Samples.meanAfter() - Samples.meanBefore();
        Growth > 0 && Row.Line != 0)
      Grown.push_back({Growth, &Row});
  }
  std::ranges::stable_sort(Grown, std::greater(),
                           &decltype(Grown)::value_type::first);
  std::vector<const DiffRow *> Rows;
  for (size_t I = 0; I != std::min(Grown.size(), SarifPlaces); ++I)
    Rows.push_back(Grown[I].second);
  return Rows;
}

SarifPlace placeOf(const DiffRow &Row) {
  return {Row.File, Row.Line, 0, Row.Title};
}

} // namespace

std::string diffText(const Difference &D, const std::vector<Checked> &Checks,
                     size_t Top, const Terminal &Out) {
  std::string Text = diffSentence(D) + "\n";
  for (const Checked &C : Checks)
    Text += styled(Out, C.failed() ? Style::Warning : Style::Plain,
                   (C.failed() ? "fail: " : "pass: ") + C.text()) +
            "\n";
  Text += fmt::format("\nbefore  {}\nafter   {}\nruns    {}\ncaches  {}\n"
                      "time    {:+.1f} % ({:+.1f} to {:+.1f} %), estimated\n\n",
                      D.Program[0], D.Program[1], noiseNote(D),
                      describeCaches(D.Caches), 0 - 100 * D.Saved.Likely,
                      0 - 100 * D.Saved.High, 0 - 100 * D.Saved.Low);
  Text += renderTable(tableOf(numberColumns(), programNumbers(D)), Out) + "\n";
  return Text + renderTable(structureTable(D, Top), Out);
}

std::string diffJson(const Difference &D, const std::vector<Checked> &Checks) {
  Columns<DiffRow> Cs = structureColumns(D);
  Json Thresholds = Json::array();
  for (const Checked &C : Checks)
    Thresholds.push_back(checkJson(C));
  return jsonText({{"schema_version", ReportSchemaVersion},
                   {"caches", D.Caches.spec()},
                   {"runs", {D.runs(0), D.runs(1)}},
                   {"instructions", D.Instructions},
                   {"time_saved",
                    {{"likely", D.Saved.Likely},
                     {"low", D.Saved.Low},
                     {"high", D.Saved.High}}},
                   {"thresholds", std::move(Thresholds)},
                   {"program", jsonRows(numberColumns(), programNumbers(D))},
                   {"total", jsonObject(Cs, D.total())},
                   {"structures", jsonRows(Cs, D.structures())}});
}

std::string diffCsv(const Difference &D) {
  return csvText(structureColumns(D), D.structures());
}

std::string diffMarkdown(const Difference &D,
                         const std::vector<Checked> &Checks, size_t Top) {
  std::string Text = "### Memory: " + markdownCell(diffSentence(D)) + "\n\n";
  for (const Checked &C : Checks)
    Text += fmt::format("- {} {}\n", C.failed() ? "**fail**" : "pass",
                        markdownCell(C.text()));
  if (!Checks.empty())
    Text += "\n";
  Text += markdownTable(tableOf(numberColumns(), programNumbers(D))) + "\n";
  Text += markdownTable(structureTable(D, Top)) + "\n";
  return Text + markdownCell(noiseNote(D)) +
         ". Caches: " + markdownCell(describeCaches(D.Caches)) + ".\n";
}

std::string diffSarif(const Difference &D, const std::vector<Checked> &Checks) {
  std::vector<SarifRule> Rules = {
      {"memory-regression", "MemoryRegression",
       "A count of the memory system grew by more than its threshold",
       "`memfacet report` shows what misses now, `memfacet why` and `memfacet "
       "advise` say why and what helps. If the growth is wanted, raise the "
       "threshold."}};
  std::vector<SarifResult> Results;
  for (const Checked &C : Checks) {
    if (!C.failed())
      continue;
    SarifResult Result;
    Result.Message = C.text();
    std::vector<const DiffRow *> Rows = {C.Row};
    if (C.Bound.Structure.empty())
      Rows = grownMost(D, C.Metric);
    for (size_t I = 0; I != Rows.size(); ++I)
      (I == 0 ? Result.Places : Result.Related).push_back(placeOf(*Rows[I]));
    Result.Properties = {{"before", rounded(C.MeanBefore)},
                         {"after", rounded(C.MeanAfter)}};
    Results.push_back(std::move(Result));
  }
  return sarifText(Rules, Results, sarifFolder());
}

} // namespace memfacet::report
