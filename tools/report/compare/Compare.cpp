//===- Compare.cpp - two profiles side by side ----------------------------===//

#include "tools/report/compare/Compare.h"
#include "tools/report/common/ReportHeader.h"
#include <algorithm>
#include <map>
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
    // A large program has thousands of them.
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

namespace {

using Fit = TableColumn::Fit;

std::string change(const ComparedRow &Row, size_t Level) {
  uint64_t A = missesOf(Row.Total[0], Level), B = missesOf(Row.Total[1], Level);
  if (A == 0)
    return B ? "new" : "-";
  if (B / 10 > A)
    return fmt::format("x {}", B / A);
  return fmt::format("{:+.1f} %",
                     100.0 * (double(B) - double(A)) / double(A) + 0.0);
}

/// A count of one profile, in the table and in CSV.
template <typename CountOf>
Column<ComparedRow> sideColumn(const std::string &Header,
                               const std::string &Key, size_t Side,
                               CountOf Count, unsigned Spare) {
  auto Value = [=](auto &R) { return Count(R.Total[Side]); };
  return {
      .Header = Side == 0 ? Header : "after",
      .Key = Key + (Side == 0 ? "_before" : "_after"),
      .Value = Value,
      .Text = [=](auto &R) { return R.Has[Side] ? humanCount(Value(R)) : "-"; },
      .Spare = Spare,
      .In = Forms::Csv};
}

Json sideJson(const CacheModel &Caches, const ComparedRow &Row, size_t Side) {
  if (!Row.Has[Side])
    return nullptr;
  const Counts &Of = Row.Total[Side];
  return {{"accesses", Of.Accesses},
          {"levels",
           missesJson(Caches, [&](size_t L) { return missesOf(Of, L); })}};
}

/// \p Caches outlive the columns.
Columns<ComparedRow> columnsOf(const CacheModel &Caches) {
  auto Misses = [](size_t L) {
    return [L](const Counts &C) { return missesOf(C, L); };
  };
  Columns<ComparedRow> Cs = {
      nameColumn("structure", "name", [](auto &R) { return R.Name; }),
      nameColumn(
          "kind", "kind", [](auto &R) { return R.Kind; }, "", 1),
      forJson("before", [&](auto &R) { return sideJson(Caches, R, 0); }),
      forJson("after", [&](auto &R) { return sideJson(Caches, R, 1); })};
  for (size_t Side : {0, 1})
    Cs.push_back(sideColumn(
        "accesses", "accesses", Side,
        [](const Counts &C) { return C.Accesses; }, 2));
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    const std::string &Name = Caches.Levels[L].Name;
    for (size_t Side : {0, 1})
      Cs.push_back(
          sideColumn(Name + " misses", Name + "_misses", Side, Misses(L), 0));
    Cs.push_back(forPeople("change", [L](auto &R) { return change(R, L); }));
  }
  return Cs;
}

/// All but the total.
std::span<const ComparedRow> named(const Comparison &C) {
  return std::span(C.Rows).first(C.Rows.size() - 1);
}

} // namespace

std::string compareText(const Comparison &C, size_t Top, const Terminal &Out) {
  Columns<ComparedRow> Cs = columnsOf(C.Caches);
  Table T = emptyTable(Cs);
  ComparedRow Rest;
  for (const ComparedRow &Row : named(C))
    if (T.Rows.size() < Top)
      addRow(T, Cs, Row);
    else
      add(Rest, Row);
  if (size_t Left = named(C).size() - T.Rows.size()) {
    Rest.Name = fmt::format("[{}]", counted(Left, "other"));
    addRow(T, Cs, Rest, Style::Dim);
  }
  addTotal(T, Cs, C.Rows.back());
  return fmt::format("instructions  {} -> {}\ncaches        {}\n\n",
                     humanCount(C.Instructions[0]),
                     humanCount(C.Instructions[1]), describeCaches(C.Caches)) +
         renderTable(T, Out);
}

std::string compareJson(const Comparison &C) {
  Columns<ComparedRow> Cs = columnsOf(C.Caches);
  return jsonText({{"schema_version", ReportSchemaVersion},
                   {"caches", C.Caches.spec()},
                   {"instructions", C.Instructions},
                   {"total", jsonObject(Cs, C.Rows.back())},
                   {"structures", jsonRows(Cs, named(C))}});
}

std::string compareCsv(const Comparison &C) {
  return csvText(columnsOf(C.Caches), named(C));
}

} // namespace memfacet
