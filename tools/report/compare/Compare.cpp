//===- Compare.cpp - two profiles side by side ----------------------------===//

#include "tools/report/compare/Compare.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

namespace memfacet {

static void add(ComparedRow &Row, size_t Side, const Counts &C) {
  Row.Has[Side] = true;
  Row.Total[Side] += C;
}

static void add(ComparedRow &To, const ComparedRow &From) {
  for (size_t Side = 0; Side != 2; ++Side)
    if (From.Has[Side])
      add(To, Side, From.Total[Side]);
}

static uint64_t missesOf(const Counts &C, size_t Level) {
  return Level < C.Levels.size() ? C.Levels[Level].Misses : 0;
}

/// A region of interest may have write-backs of what was accessed before.
static bool isIdle(const Counts &C) {
  return C.Accesses == 0 &&
         std::ranges::all_of(
             C.Levels, [](const LevelCounts &L) { return L == LevelCounts(); });
}

/// Of the first level, in either direction.
static uint64_t changeOf(const ComparedRow &Row) {
  uint64_t A = missesOf(Row.Total[0], 0), B = missesOf(Row.Total[1], 0);
  return A > B ? A - B : B - A;
}

Expected<Comparison> compareProfiles(const Profile &Before,
                                     const Profile &After) {
  if (Before.Caches.spec() != After.Caches.spec())
    return makeError("the profiles are of different caches, '{}' and '{}'; "
                     "record one again with --cache '{}'",
                     Before.Caches.spec(), After.Caches.spec(),
                     Before.Caches.spec());
  Comparison C;
  C.Caches = Before.Caches;
  std::map<std::pair<std::string, std::string>, ComparedRow> ByName;
  const Profile *Sides[] = {&Before, &After};
  ComparedRow Total;
  Total.Name = "TOTAL";
  for (size_t Side = 0; Side != 2; ++Side) {
    C.Instructions[Side] = Sides[Side]->Instructions;
    for (const Structure &S : Sides[Side]->Structures) {
      ComparedRow &Row = ByName[{S.Name, structureKindName(S.Kind)}];
      add(Row, Side, S.Total);
      add(Total, Side, S.Total);
    }
  }
  for (auto &[Key, Row] : ByName) {
    // Thousands that nobody accesses say nothing.
    if (isIdle(Row.Total[0]) && isIdle(Row.Total[1]))
      continue;
    std::tie(Row.Name, Row.Kind) = Key;
    C.Rows.push_back(std::move(Row));
  }
  std::ranges::sort(C.Rows, {}, [](const ComparedRow &Row) {
    return std::tuple(~changeOf(Row), std::string_view(Row.Name),
                      std::string_view(Row.Kind));
  });
  C.Rows.push_back(std::move(Total));
  return C;
}

static std::string change(const ComparedRow &Row, size_t Level) {
  uint64_t A = missesOf(Row.Total[0], Level), B = missesOf(Row.Total[1], Level);
  if (A == 0)
    return B ? "new" : "-";
  if (B / 10 > A)
    return fmt::format("x {}", B / A);
  return fmt::format("{:+.1f} %",
                     100.0 * (double(B) - double(A)) / double(A) + 0.0);
}

static TableRow tableRow(const ComparedRow &Row, size_t Levels) {
  auto Count = [&](size_t Side, uint64_t Value) {
    return Row.Has[Side] ? humanCount(Value) : std::string("-");
  };
  TableRow Result;
  Result.Cells = {printable(Row.Name), Row.Kind,
                  Count(0, Row.Total[0].Accesses),
                  Count(1, Row.Total[1].Accesses)};
  for (size_t L = 0; L != Levels; ++L) {
    Result.Cells.push_back(Count(0, missesOf(Row.Total[0], L)));
    Result.Cells.push_back(Count(1, missesOf(Row.Total[1], L)));
    Result.Cells.push_back(change(Row, L));
  }
  return Result;
}

std::string compareText(const Comparison &C, size_t Top, const Terminal &Out) {
  Table T;
  using Fit = TableColumn::Fit;
  T.Columns = {{"structure", Fit::CutEnd},
               {"kind", Fit::CutEnd, 1},
               {"accesses", Fit::Always, 2},
               {"after", Fit::Always, 2}};
  size_t Levels = C.Caches.Levels.size();
  for (const CacheLevel &L : C.Caches.Levels) {
    T.Columns.push_back({L.Name + " misses", Fit::Always});
    T.Columns.push_back({"after", Fit::Always});
    T.Columns.push_back({"change", Fit::Always});
  }
  size_t Named = C.Rows.size() - 1, Shown = std::min(Top, Named);
  for (size_t I = 0; I != Shown; ++I)
    T.Rows.push_back(tableRow(C.Rows[I], Levels));
  if (Shown < Named) {
    ComparedRow Rest;
    for (size_t I = Shown; I != Named; ++I)
      add(Rest, C.Rows[I]);
    Rest.Name = fmt::format("[{}]", counted(Named - Shown, "other"));
    T.Rows.push_back(tableRow(Rest, Levels));
    T.Rows.back().Look = Style::Dim;
  }
  T.Rows.push_back(tableRow(C.Rows.back(), Levels));
  T.Rows.back().Look = Style::Bold;
  T.Rows.back().RuleBefore = true;
  return fmt::format("instructions  {} -> {}\ncaches        {}\n\n",
                     humanCount(C.Instructions[0]),
                     humanCount(C.Instructions[1]), describeCaches(C.Caches)) +
         renderTable(T, Out);
}

using Json = nlohmann::ordered_json;

static Json sideJson(const Comparison &C, const ComparedRow &Row, size_t Side) {
  if (!Row.Has[Side])
    return nullptr;
  const Counts &Of = Row.Total[Side];
  Json Levels = Json::array();
  for (size_t L = 0; L != C.Caches.Levels.size(); ++L)
    Levels.push_back(
        {{"name", C.Caches.Levels[L].Name}, {"misses", missesOf(Of, L)}});
  return {{"accesses", Of.Accesses}, {"levels", std::move(Levels)}};
}

std::string compareJson(const Comparison &C) {
  Json Rows = Json::array();
  for (const ComparedRow &Row : C.Rows)
    Rows.push_back({{"name", Row.Name},
                    {"kind", Row.Kind},
                    {"before", sideJson(C, Row, 0)},
                    {"after", sideJson(C, Row, 1)}});
  Json Total = Rows.back();
  Rows.erase(Rows.size() - 1);
  Json J = {{"schema_version", ReportSchemaVersion},
            {"caches", C.Caches.spec()},
            {"instructions", C.Instructions},
            {"total", std::move(Total)},
            {"structures", std::move(Rows)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string compareCsv(const Comparison &C) {
  CsvCells Header = {"name", "kind", "accesses_before", "accesses_after"};
  for (const CacheLevel &L : C.Caches.Levels)
    Header.insert(Header.end(),
                  {L.Name + "_misses_before", L.Name + "_misses_after"});
  std::string Text = csvLine(Header);
  for (size_t I = 0; I + 1 < C.Rows.size(); ++I) {
    const ComparedRow &Row = C.Rows[I];
    CsvCells Cells = {Row.Name, Row.Kind,
                      fmt::format("{}", Row.Total[0].Accesses),
                      fmt::format("{}", Row.Total[1].Accesses)};
    for (size_t L = 0; L != C.Caches.Levels.size(); ++L)
      for (const Counts &Of : Row.Total)
        Cells.push_back(fmt::format("{}", missesOf(Of, L)));
    Text += csvLine(Cells);
  }
  return Text;
}

} // namespace memfacet
