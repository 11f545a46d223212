//===- CodeReport.cpp - by site, line or function: text, JSON, CSV --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/code/CodeReport.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet {

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

Key keyOf(const result::CodeSite &S, ReportBy By) {
  switch (By) {
  case ReportBy::Function:
    return {S.File, S.Function, 0, 0, false};
  case ReportBy::Line:
    return {S.File, "", S.Line, 0, false};
  default:
    return {S.File, S.Function, S.Line, S.Column, S.Write};
  }
}

void add(std::vector<uint64_t> &To, const std::vector<uint64_t> &From) {
  To.resize(std::max(To.size(), From.size()));
  for (size_t L = 0; L != From.size(); ++L)
    To[L] += From[L];
}

void addPart(CodeRow &Row, const result::SiteCounts &C) {
  if (std::ranges::all_of(C.Misses, [](uint64_t M) { return M == 0; }))
    return;
  auto Same = [&](const CodeRow::Part &P) {
    return P.Structure == C.Structure;
  };
  auto It = std::ranges::find_if(Row.Parts, Same);
  if (It == Row.Parts.end())
    It = Row.Parts.insert(It, {C.Structure, {}});
  add(It->Misses, C.Misses);
  add(Row.Misses, C.Misses);
}

void addSite(CodeRow &Row, const result::CodeSite &S, ReportBy By) {
  (S.Write ? Row.Stores : Row.Loads) += S.Accesses;
  Row.Touches += S.Touches;
  // A line may be inlined into several functions, and be in none of them.
  if (By == ReportBy::Line && Row.Function != S.Function)
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
  for (auto [Text, By] : Names) {
    if (Text == Name)
      return By;
    Known.emplace_back(Text);
  }
  return usageError("unknown row '{}'{}; rows: {}", Name,
                    didYouMean(std::string(Name), Known),
                    fmt::join(Known, ", "));
}

const char *reportByName(ReportBy By) { return Names[size_t(By)].first; }

std::vector<CodeRow> codeRows(const result::Profile &P, ReportBy By) {
  std::map<Key, size_t> RowOf;
  std::vector<CodeRow> Rows;
  std::vector<size_t> RowOfSite;
  for (const result::CodeSite &S : P.Sites) {
    auto [It, New] = RowOf.try_emplace(keyOf(S, By), Rows.size());
    if (New) {
      CodeRow Row;
      Row.File = S.File, Row.Function = S.Function;
      if (By != ReportBy::Function)
        Row.Line = S.Line;
      if (By == ReportBy::Site)
        Row.Column = S.Column;
      Row.Misses.resize(std::max<size_t>(P.Caches.Levels.size(), 1));
      Rows.push_back(std::move(Row));
    }
    RowOfSite.push_back(It->second);
    addSite(Rows[It->second], S, By);
  }
  for (const result::SiteCounts &C : P.BySite)
    addPart(Rows[RowOfSite[C.Site]], C);
  sortMostFirst(Rows);
  return Rows;
}

namespace {

using Fit = TableColumn::Fit;

/// What is left out first on a narrow terminal, from the last to the first.
enum Spare : unsigned { Never, SpareWho, SpareAccesses, SpareOuter, SpareRate };

std::string placeOf(const result::Profile &P, const CodeRow &Row, ReportBy By) {
  if (Row.File.empty() && Row.Function.empty())
    return "[no debug information]";
  std::string Place = shortPlace(P, Row);
  if (By != ReportBy::Site)
    return Place;
  return fmt::format("{} col {}, {}", Place, Row.Column,
                     Row.Stores ? "store" : "load");
}

/// What reaches a level is what missed in the one before.
uint64_t reaching(const CodeRow &Row, size_t L) {
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
Columns<ShownCode> columnsOf(const result::Profile &P, ReportBy By) {
  Columns<ShownCode> Cs = {
      forPrograms("file", [](auto &R) { return R.Of.File; }),
      forPrograms("line", [](auto &R) { return R.Of.Line; }),
      forPrograms("column", [](auto &R) { return R.Of.Column; }),
      forPrograms("function", [](auto &R) { return R.Of.Function; }),
      forPeople(
          reportByName(By), [](auto &R) { return printable(R.Place); },
          Fit::CutPath),
      forPeople(
          "accesses", [](auto &R) { return humanCount(R.Of.accesses()); },
          Fit::Always, SpareAccesses)};
  addColumns(Cs, codeCounts(P));
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    const std::string &Name = P.Caches.Levels[L].Name;
    Cs.push_back({.Header = Name + " misses",
                  .Key = Name + "_misses",
                  .Value = [L](auto &R) { return R.Of.Misses[L]; },
                  .Text = [L](auto &R) { return humanCount(R.Of.Misses[L]); },
                  .Spare = L == 0 ? Never : SpareOuter,
                  .In = Forms::Csv});
    Cs.push_back(forPeople(
        "rate",
        [L](auto &R) {
          return humanMissRate(R.Of.Misses[L], reaching(R.Of, L));
        },
        Fit::Always, L == 0 ? Never : SpareRate));
  }
  Cs.push_back(forPeople("share", [](auto &R) {
    return R.ShareTenths ? tenthsText(*R.ShareTenths) : "-";
  }));
  Cs.push_back(forPeople(
      "missing structures",
      [&P](auto &R) { return printable(missingStructures(P, R.Of, 3)); },
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
                      {"accesses", reaching(R.Of, L)},
                      {"misses", R.Of.Misses[L]}});
    return List;
  };
  return {forPrograms("accesses", [](auto &R) { return R.Of.accesses(); }),
          forPrograms("loads", [](auto &R) { return R.Of.Loads; }),
          forPrograms("stores", [](auto &R) { return R.Of.Stores; }),
          forJson("levels", Levels),
          forJson("structures", [&P](auto &R) { return partsJson(P, R.Of); })};
}

std::string codeTextReport(const result::Profile &P, ReportBy By, size_t Top,
                           const Terminal &Out) {
  std::vector<CodeRow> Rows = codeRows(P, By);
  CodeRow Total;
  Total.Misses.resize(P.Caches.Levels.size());
  CodeRow Others = Total;
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
  Columns<ShownCode> Cs = columnsOf(P, By);
  Table T = emptyTable(Cs);
  for (size_t I = 0; I != Shown; ++I)
    addRow(T, Cs, {Rows[I], placeOf(P, Rows[I], By), Share(I)});
  if (Shown != Rows.size())
    addRow(T, Cs,
           {Others, "[" + counted(Rows.size() - Shown, "other") + "]",
            Share(Shown)},
           Style::Dim);
  addTotal(T, Cs, {Total, "TOTAL", 1000});
  return headerText(P, Out) + "\n" + renderTable(T, Out);
}

std::string codeJsonReport(const result::Profile &P, ReportBy By) {
  Json J = jsonHead(P);
  J["by"] = reportByName(By);
  J["rows"] = jsonRows(columnsOf(P, By), codeRows(P, By));
  return jsonText(J);
}

std::string codeCsvReport(const result::Profile &P, ReportBy By) {
  return csvText(columnsOf(P, By), codeRows(P, By));
}

} // namespace memfacet
