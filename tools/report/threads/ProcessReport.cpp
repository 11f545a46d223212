//===- ProcessReport.cpp - what processes may lose, as text, JSON and CSV -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/threads/ProcessReport.h"
#include "tools/report/common/LostLines.h"
#include "tools/report/common/ProcessLines.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Units.h"
#include <algorithm>

namespace memfacet::report {

namespace {

Columns<ProcessLines> columnsOf(const result::Profile &P) {
  return {
      {"structure", "name",
       [&P](auto &L) { return P.Structures[L.Structure.Value].Name; },
       [&P](auto &L) { return tableName(P, L.Structure); },
       TableColumn::Fit::CutMiddle},
      forPrograms("structure_id", [](auto &L) { return L.Structure.Value; }),
      countColumn("processes", "processes",
                  [](auto &L) { return L.Processes; }),
      countColumn("lines seen", "lines", [](auto &L) { return L.Lines; }),
      forPeople("lost", [](auto &L) { return lostRangeText({0, L.Misses}); }),
      forPeople("false", [](auto &L) { return lostRangeText({0, L.False}); }),
      forPrograms("low", [](auto &) { return 0; }),
      forPrograms("high", [](auto &L) { return L.Misses; }),
      forPrograms("false_high", [](auto &L) { return L.False; })};
}

std::vector<ProcessLines> namedLines(const result::Profile &P,
                                     const std::vector<StructureId> &Named) {
  std::vector<ProcessLines> All = processLines(P);
  std::erase_if(All, [&](const ProcessLines &L) {
    return !Named.empty() && std::ranges::count(Named, L.Structure) == 0;
  });
  return All;
}

} // namespace

std::string processText(const result::Profile &P,
                        const std::vector<StructureId> &Named,
                        const Terminal &Out) {
  std::string Text = fmt::format(
      "program       {}\n"
      "processes     {}, in an order that was not recorded. Each loses a line "
      "at most as often as it\n"
      "              accesses it, and as others write there; at least, none is "
      "lost\n"
      "threads       of one process: see its own profile\n\n",
      P.Program, P.Ranks.size());
  std::vector<ProcessLines> Rows = namedLines(P, Named);
  if (Rows.empty())
    return Text + "No line of these structures is lost to another process.\n";
  return Text + renderTable(tableOf(columnsOf(P), Rows), Out);
}

std::string processJson(const result::Profile &P,
                        const std::vector<StructureId> &Named) {
  return jsonText(
      {{"schema", ReportSchemaVersion},
       {"program", P.Program},
       {"ranks", P.Ranks.size()},
       {"structures", jsonRows(columnsOf(P), namedLines(P, Named))}});
}

std::string processCsv(const result::Profile &P,
                       const std::vector<StructureId> &Named) {
  Columns<ProcessLines> Cs = columnsOf(P);
  std::string Text = csvHeader(Cs);
  for (const ProcessLines &L : namedLines(P, Named))
    Text += csvRow(Cs, L);
  return Text;
}

} // namespace memfacet::report
