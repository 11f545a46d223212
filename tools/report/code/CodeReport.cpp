//===- CodeReport.cpp - by site, line or function: text, JSON, CSV --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/code/CodeReport.h"
#include "analysis/result/profile/KnownWords.h"
#include "memfacet/Check.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::report {

namespace {

constexpr std::pair<const char *, ReportBy> Names[] = {
    {"structure", ReportBy::Structure},
    {"site", ReportBy::Site},
    {"line", ReportBy::Line},
    {"function", ReportBy::Function},
    {"rank", ReportBy::Rank}};

/// What sites of one row have in common.
using Key =
    std::tuple<std::string_view, std::string_view, uint32_t, uint32_t, bool>;

Key keyOf(const result::CodeSite &S, ReportBy Grouping) {
  switch (Grouping) {
  case ReportBy::Function:
    return {S.File, S.Function, 0, 0, false};
  case ReportBy::Line:
    return {S.File, "", S.Line, 0, false};
  default:
    return {S.File, S.Function, S.Line, S.Column, S.Write};
  }
}

void add(std::vector<uint64_t> &Sum, const std::vector<uint64_t> &Counts) {
  Sum.resize(std::max(Sum.size(), Counts.size()));
  for (size_t L = 0; L != Counts.size(); ++L)
    Sum[L] += Counts[L];
}

void addPart(CodeRow &Row, const result::SiteCounts &C) {
  if (std::ranges::all_of(C.Misses, [](uint64_t M) { return M == 0; }))
    return;
  auto IsSame = [&](const CodeRow::Part &P) {
    return P.Structure == C.Structure;
  };
  auto Part = std::ranges::find_if(Row.Parts, IsSame);
  if (Part == Row.Parts.end())
    Part = Row.Parts.insert(Part, {C.Structure, {}});
  add(Part->Misses, C.Misses);
  add(Row.Misses, C.Misses);
}

void addSite(CodeRow &Row, const result::CodeSite &S, ReportBy Grouping) {
  (S.Write ? Row.Stores : Row.Loads) += S.Accesses;
  Row.Touches += S.Touches;
  // A line that was inlined may be in several functions; then it shows none.
  if (Grouping == ReportBy::Line && Row.Function != S.Function)
    Row.Function.clear();
}

void sortMostFirst(std::vector<CodeRow> &Rows) {
  auto PartKey = [](const CodeRow::Part &P) {
    return std::pair(~P.Misses[0], P.Structure.Value);
  };
  auto RowKey = [](const CodeRow &R) {
    return std::tuple(~R.Misses[0], ~R.accesses(), std::string_view(R.File),
                      R.Line, R.Column, std::string_view(R.Function), R.Stores);
  };
  for (CodeRow &Row : Rows)
    std::ranges::sort(Row.Parts, {}, PartKey);
  std::ranges::sort(Rows, {}, RowKey);
}

} // namespace

Expected<ReportBy> findReportBy(std::string_view Name) {
  std::vector<std::string> Known;
  for (auto [Text, Grouping] : Names) {
    if (Text == Name)
      return Grouping;
    Known.emplace_back(Text);
  }
  return usageError("unknown row '{}'{}; rows: {}", Name,
                    didYouMean(std::string(Name), Known),
                    fmt::join(Known, ", "));
}

const char *reportByName(ReportBy Grouping) {
  return Names[size_t(Grouping)].first;
}

std::vector<CodeRow> codeRows(const result::Profile &P, ReportBy Grouping) {
  MEMFACET_CHECK(Grouping == ReportBy::Site || Grouping == ReportBy::Line ||
                     Grouping == ReportBy::Function,
                 "nothing else is a place in the code");
  std::map<Key, size_t> RowOf;
  std::vector<CodeRow> Rows;
  std::vector<size_t> RowOfSite;
  for (const result::CodeSite &S : P.Sites) {
    auto [Entry, New] = RowOf.try_emplace(keyOf(S, Grouping), Rows.size());
    if (New) {
      CodeRow Row;
      Row.File = S.File, Row.Function = S.Function;
      if (Grouping != ReportBy::Function)
        Row.Line = S.Line;
      if (Grouping == ReportBy::Site)
        Row.Column = S.Column;
      Row.Misses.resize(std::max<size_t>(P.Caches.Levels.size(), 1));
      Rows.push_back(std::move(Row));
    }
    RowOfSite.push_back(Entry->second);
    addSite(Rows[Entry->second], S, Grouping);
  }
  for (const result::SiteCounts &C : P.BySite)
    addPart(Rows[RowOfSite[C.Site]], C);
  sortMostFirst(Rows);
  return Rows;
}

namespace {

using Fit = TableColumn::Fit;

/// Columns that a narrow terminal leaves out, the last enumerator first.
enum Spare : unsigned { Never, SpareWho, SpareAccesses, SpareOuter, SpareRate };

std::string placeOf(const result::Profile &P, const CodeRow &Row,
                    ReportBy Grouping) {
  if (Row.File.empty() && (Row.Function.empty() || Grouping == ReportBy::Line))
    return "[no debug information]";
  std::string Place = shortPlace(P, Row);
  if (Grouping != ReportBy::Site)
    return Place;
  if (Row.Column != 0)
    Place += fmt::format(" col {}", Row.Column);
  return fmt::format("{}, {}", Place, Row.Stores ? "store" : "load");
}

/// Returns a line about rows that have no lines, or nothing. \p File: " FILE"
/// of the profile, or "".
std::string noLinesText(const result::Profile &P,
                        const std::vector<CodeRow> &Rows, ReportBy Grouping,
                        const std::string &File, const Terminal &Out) {
  auto HasLine = [](const CodeRow &Row) { return !Row.File.empty(); };
  if (Grouping == ReportBy::Function || result::isImported(P) ||
      std::ranges::all_of(Rows, HasLine))
    return {};
  return styled(Out, Style::Dim,
                fmt::format(
                    "no source lines for code compiled without -g: compile "
                    "with -g, or type: memfacet report{} --by function",
                    File)) +
         "\n";
}

/// Returns the touches that reach level \p L: those that missed in the level
/// before.
uint64_t levelTouches(const CodeRow &Row, size_t L) {
  return L == 0 ? Row.Touches : Row.Misses[L - 1];
}

Json partsJson(const result::Profile &P, const CodeRow &Row) {
  Json Parts = Json::array();
  for (const CodeRow::Part &Part : Row.Parts)
    Parts.push_back({{"name", P.Structures[Part.Structure.Value].Name},
                     {"structure", Part.Structure.Value},
                     {"levels", missesJson(P.Caches, [&](size_t L) {
                        return Part.Misses[L];
                      })}});
  return Parts;
}

/// \p P outlives the columns.
Columns<ShownCode> columnsOf(const result::Profile &P, ReportBy Grouping) {
  Columns<ShownCode> Cs = {
      forPrograms("file", [](auto &R) { return R.Row.File; }),
      forPrograms("line", [](auto &R) { return R.Row.Line; }),
      forPrograms("column", [](auto &R) { return R.Row.Column; }),
      forPrograms("function", [](auto &R) { return R.Row.Function; }),
      forPeople(
          reportByName(Grouping), [](auto &R) { return printable(R.Place); },
          Fit::CutPath),
      forPeople(
          "accesses", [](auto &R) { return humanCount(R.Row.accesses()); },
          Fit::Always, SpareAccesses)};
  addColumns(Cs, codeCounts(P));
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    const std::string &Name = P.Caches.Levels[L].Name;
    Cs.push_back({.Header = Name + " misses",
                  .Key = Name + "_misses",
                  .Value = [L](auto &R) { return R.Row.Misses[L]; },
                  .Text = [L](auto &R) { return humanCount(R.Row.Misses[L]); },
                  .Spare = L == 0 ? Never : SpareOuter,
                  .In = Forms::Csv});
    Cs.push_back(forPeople(
        "rate",
        [L](auto &R) {
          return humanMissRate(R.Row.Misses[L], levelTouches(R.Row, L));
        },
        Fit::Always, L == 0 ? Never : SpareRate));
  }
  Cs.push_back(forPeople("share", [](auto &R) {
    return R.ShareTenths ? tenthsText(*R.ShareTenths) : "-";
  }));
  Cs.push_back(forPeople(
      "missing structures",
      [&P](auto &R) { return printable(missingStructures(P, R.Row, 3)); },
      Fit::CutEnd, SpareWho));
  return Cs;
}

void addTo(CodeRow &Sum, const CodeRow &Row) {
  Sum.Loads += Row.Loads;
  Sum.Stores += Row.Stores;
  Sum.Touches += Row.Touches;
  for (size_t L = 0; L != Row.Misses.size(); ++L)
    Sum.Misses[L] += Row.Misses[L];
}

} // namespace

std::string missingStructures(const result::Profile &P, const CodeRow &Row,
                              size_t Most) {
  std::string Text;
  for (const CodeRow::Part &Part : Row.Parts) {
    if (Part.Misses[0] == 0)
      continue;
    if (Most-- == 0)
      return Text + ", ...";
    Text += fmt::format("{}{} {}", Text.empty() ? "" : ", ",
                        tableName(P, Part.Structure),
                        humanRate(Part.Misses[0], Row.Misses[0]));
  }
  return Text;
}

Columns<ShownCode> codeCounts(const result::Profile &P) {
  auto Levels = [&P](auto &R) {
    Json List = Json::array();
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
      List.push_back({{"name", P.Caches.Levels[L].Name},
                      {"accesses", levelTouches(R.Row, L)},
                      {"misses", R.Row.Misses[L]}});
    return List;
  };
  return {forPrograms("accesses", [](auto &R) { return R.Row.accesses(); }),
          forPrograms("loads", [](auto &R) { return R.Row.Loads; }),
          forPrograms("stores", [](auto &R) { return R.Row.Stores; }),
          forJson("levels", Levels),
          forJson("structures", [&P](auto &R) { return partsJson(P, R.Row); })};
}

std::string codeTextReport(const result::Profile &P, ReportBy Grouping,
                           size_t Top, const Terminal &Out,
                           const std::string &File) {
  std::vector<CodeRow> Rows = codeRows(P, Grouping);
  CodeRow Total;
  Total.Misses.resize(P.Caches.Levels.size());
  CodeRow Rest = Total;
  size_t Shown = std::min(Top, Rows.size());
  std::vector<uint64_t> Parts;
  for (size_t I = 0; I != Rows.size(); ++I) {
    addTo(Total, Rows[I]);
    if (I < Shown)
      Parts.push_back(Rows[I].Misses[0]);
    else
      addTo(Rest, Rows[I]);
  }
  Parts.push_back(Rest.Misses[0]);
  std::vector<uint32_t> Tenths = sharesInTenths(Parts);
  auto Share = [&](size_t I) -> std::optional<uint32_t> {
    if (Total.Misses[0] == 0)
      return std::nullopt;
    return Tenths[I];
  };
  Columns<ShownCode> Cs = columnsOf(P, Grouping);
  Table T = emptyTable(Cs);
  for (size_t I = 0; I != Shown; ++I)
    addRow(T, Cs, {Rows[I], placeOf(P, Rows[I], Grouping), Share(I)});
  if (Shown != Rows.size())
    addRow(
        T, Cs,
        {Rest, "[" + counted(Rows.size() - Shown, "other") + "]", Share(Shown)},
        Style::Dim);
  addTotal(T, Cs, {Total, "TOTAL", 1000});
  return headerText(P, Out) + "\n" + renderTable(T, Out) +
         noLinesText(P, Rows, Grouping, File, Out);
}

std::string codeJsonReport(const result::Profile &P, ReportBy Grouping) {
  Json J = jsonHead(P);
  J["by"] = reportByName(Grouping);
  J["rows"] = jsonRows(columnsOf(P, Grouping), codeRows(P, Grouping));
  return jsonText(J);
}

std::string codeCsvReport(const result::Profile &P, ReportBy Grouping) {
  return csvText(columnsOf(P, Grouping), codeRows(P, Grouping));
}

} // namespace memfacet::report
