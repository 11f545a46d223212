//===- CodeReport.cpp - by site, line or function, as a table -------------===//

#include "tools/report/code/CodeReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/ShortPlace.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;

/// What is left out first on a narrow terminal, from the last to the first.
enum Spare : unsigned { Never, SpareWho, SpareAccesses, SpareOuter, SpareRate };

std::vector<TableColumn> columns(const Profile &P, ReportBy By) {
  std::vector<TableColumn> Columns = {{reportByName(By), Fit::CutStart, Never},
                                      {"accesses", Fit::Always, SpareAccesses}};
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    const std::string &Name = P.Caches.Levels[L].Name;
    Columns.push_back(
        {Name + " misses", Fit::Always, L == 0 ? Never : SpareOuter});
    Columns.push_back({"rate", Fit::Always, L == 0 ? Never : SpareRate});
  }
  Columns.push_back({"share", Fit::Always, Never});
  Columns.push_back({"missing structures", Fit::CutEnd, SpareWho});
  return Columns;
}

std::string placeOf(const CodeRow &Row, ReportBy By,
                    const std::string &Folder) {
  if (Row.File.empty() && Row.Function.empty())
    return "[no debug information]";
  Structure Shown;
  Shown.File = Row.File, Shown.Line = Row.Line, Shown.Function = Row.Function;
  if (By == ReportBy::Function)
    return shortPlace(Shown, Folder);
  std::string Place = shortPlace(Shown, Folder);
  if (By != ReportBy::Site)
    return Place;
  return fmt::format("{} col {}, {}", Place, Row.Column,
                     Row.Stores ? "store" : "load");
}

TableRow tableRow(std::string Place, const CodeRow &Row,
                  std::optional<uint32_t> ShareTenths, std::string Who) {
  TableRow Result;
  Result.Cells = {printable(Place), humanCount(Row.accesses())};
  uint64_t Reaching = Row.Touches;
  for (uint64_t Misses : Row.Misses) {
    Result.Cells.push_back(humanCount(Misses));
    Result.Cells.push_back(humanRate(Misses, Reaching));
    Reaching = Misses;
  }
  Result.Cells.push_back(
      ShareTenths ? fmt::format("{}.{} %", *ShareTenths / 10, *ShareTenths % 10)
                  : "-");
  Result.Cells.push_back(printable(Who));
  return Result;
}

void addTo(CodeRow &Sum, const CodeRow &Row) {
  Sum.Loads += Row.Loads;
  Sum.Stores += Row.Stores;
  Sum.Touches += Row.Touches;
  for (size_t L = 0; L != Row.Misses.size(); ++L)
    Sum.Misses[L] += Row.Misses[L];
}

CodeRow emptyRow(const Profile &P) {
  CodeRow Row;
  Row.Misses.resize(P.Caches.Levels.size());
  return Row;
}

} // namespace

std::string missingStructures(const Profile &P, const CodeRow &Row,
                              size_t Most) {
  std::string Text;
  for (const CodeRow::Part &Part : Row.Parts) {
    if (Part.Misses[0] == 0)
      continue;
    if (Most-- == 0)
      return Text + ", ...";
    Text += fmt::format("{}{} {}", Text.empty() ? "" : ", ",
                        P.Structures[Part.Structure.Value].Name,
                        humanRate(Part.Misses[0], Row.Misses[0]));
  }
  return Text;
}

std::string codeTextReport(const Profile &P, ReportBy By, size_t Top,
                           const std::string &Folder, const Terminal &Out) {
  std::vector<CodeRow> Rows = codeRows(P, By);
  CodeRow Total = emptyRow(P), Others = emptyRow(P);
  size_t Shown = std::min(Top, Rows.size());
  std::vector<uint64_t> Parts;
  for (size_t I = 0; I != Rows.size(); ++I) {
    addTo(Total, Rows[I]);
    if (I < Shown)
      Parts.push_back(Rows[I].Misses[0]);
    else
      addTo(Others, Rows[I]);
  }
  Parts.push_back(Others.Misses[0]);
  std::vector<uint32_t> Tenths = sharesInTenths(Parts);
  auto Share = [&](size_t I) -> std::optional<uint32_t> {
    if (Total.Misses[0] == 0)
      return std::nullopt;
    return Tenths[I];
  };
  Table T;
  T.Columns = columns(P, By);
  for (size_t I = 0; I != Shown; ++I)
    T.Rows.push_back(tableRow(placeOf(Rows[I], By, Folder), Rows[I], Share(I),
                              missingStructures(P, Rows[I], 3)));
  if (Shown != Rows.size()) {
    T.Rows.push_back(tableRow("[" + counted(Rows.size() - Shown, "other") + "]",
                              Others, Share(Shown), ""));
    T.Rows.back().Look = Style::Dim;
  }
  T.Rows.push_back(tableRow("TOTAL", Total, 1000, ""));
  T.Rows.back().RuleBefore = true;
  T.Rows.back().Look = Style::Bold;
  std::string Text = headerText(P, Out) + "\n";
  return Text + renderTable(T, Out);
}

} // namespace memfacet
