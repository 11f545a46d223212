//===- Compare.cpp - two profiles side by side ----------------------------===//

#include "tools/report/compare/Compare.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/ReportModel.h"
#include "tools/report/common/TableNames.h"
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

namespace {

using Structures = std::vector<const Structure *>;
/// What may be one structure, in each profile.
using Sides = std::array<Structures, 2>;

ComparedRow rowOf(const Structure *Before, const Structure *After) {
  const Structure &Is = Before ? *Before : *After;
  ComparedRow Row;
  Row.Name = Is.Name, Row.Kind = structureKindName(Is.Kind);
  Row.Is = Is.Kind;
  Row.Type = Is.Type, Row.File = Is.File, Row.Line = Is.Line;
  for (size_t Side = 0; Side != 2; ++Side)
    if (const Structure *S = Side ? After : Before)
      add(Row, Side, S->Total);
  return Row;
}

/// Makes rows of \p Of, structures of one type. A line may have moved.
void pairByPlace(Sides Of, std::vector<ComparedRow> &To) {
  auto Place = [](const Structure *S) {
    return std::tuple(std::string_view(S->File), S->Line);
  };
  for (Structures &Side : Of)
    std::ranges::stable_sort(Side, {}, Place);
  std::erase_if(Of[0], [&](const Structure *Before) {
    auto After = std::ranges::find(Of[1], Place(Before), Place);
    if (After == Of[1].end())
      return false;
    To.push_back(rowOf(Before, *After));
    Of[1].erase(After);
    return true;
  });
  for (size_t I = 0; I != std::max(Of[0].size(), Of[1].size()); ++I)
    To.push_back(rowOf(I < Of[0].size() ? Of[0][I] : nullptr,
                       I < Of[1].size() ? Of[1][I] : nullptr));
}

/// Makes rows of \p Of, structures of one name and kind.
void pairUp(const Sides &Of, std::vector<ComparedRow> &To) {
  const Structure &One = *(Of[0].empty() ? Of[1] : Of[0])[0];
  if (isFixed(One)) {
    // Parts of one row.
    ComparedRow Row = rowOf(&One, nullptr);
    Row.Has = {}, Row.Total = {};
    for (size_t Side = 0; Side != 2; ++Side)
      for (const Structure *S : Of[Side])
        add(Row, Side, S->Total);
    To.push_back(std::move(Row));
    return;
  }
  if (Of[0].size() <= 1 && Of[1].size() <= 1) {
    To.push_back(rowOf(Of[0].empty() ? nullptr : Of[0][0],
                       Of[1].empty() ? nullptr : Of[1][0]));
    return;
  }
  std::map<std::string, Sides> ByType;
  for (size_t Side = 0; Side != 2; ++Side)
    for (const Structure *S : Of[Side])
      ByType[S->Type][Side].push_back(S);
  for (const auto &[Type, Same] : ByType)
    pairByPlace(Same, To);
}

/// Titles, as those of one profile.
void nameRows(Comparison &C, const Profile &Before, const Profile &After) {
  Profile Both;
  Both.TableFiles = Before.TableFiles;
  Both.TableFiles.insert(After.TableFiles.begin(), After.TableFiles.end());
  for (const ComparedRow &Row : C.Rows) {
    Structure S;
    S.Kind = Row.Is, S.Name = Row.Name, S.Type = Row.Type;
    S.File = Row.File, S.Line = Row.Line;
    S.Total = Row.Total[isIdle(Row.Total[0])];
    Both.Structures.push_back(std::move(S));
  }
  nameStructures(Both);
  for (size_t I = 0; I != C.Rows.size(); ++I)
    C.Rows[I].Title = tableName(Both.Structures[I]);
}

ComparedRow sum(const std::string &Name) {
  ComparedRow Row;
  Row.Name = Row.Title = Name;
  return Row;
}

} // namespace

Expected<Comparison> compareProfiles(const Profile &Before,
                                     const Profile &After) {
  if (Before.Caches.spec() != After.Caches.spec())
    return makeError("the profiles are of different caches, '{}' and '{}'; "
                     "record one again with --cache '{}'",
                     Before.Caches.spec(), After.Caches.spec(),
                     Before.Caches.spec());
  Comparison C;
  C.Caches = Before.Caches;
  std::map<std::pair<std::string, std::string>, Sides> ByName;
  const Profile *Of[] = {&Before, &After};
  ComparedRow Total = sum("TOTAL");
  for (size_t Side = 0; Side != 2; ++Side) {
    C.Instructions[Side] = Of[Side]->Instructions;
    for (const Structure &S : Of[Side]->Structures) {
      ByName[{S.Name, structureKindName(S.Kind)}][Side].push_back(&S);
      add(Total, Side, S.Total);
    }
  }
  for (const auto &[Key, Same] : ByName)
    pairUp(Same, C.Rows);
  // A large program has thousands of them.
  std::erase_if(C.Rows, [](const ComparedRow &Row) {
    return isIdle(Row.Total[0]) && isIdle(Row.Total[1]);
  });
  nameRows(C, Before, After);
  std::ranges::stable_sort(C.Rows, {}, [](const ComparedRow &Row) {
    return std::tuple(~changeOf(Row), std::string_view(Row.Title),
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
      {"structure", "name", [](auto &R) { return R.Name; },
       [](auto &R) { return R.Title; }, Fit::CutEnd},
      nameColumn(
          "kind", "kind", [](auto &R) { return R.Kind; }, "", 1),
      forPrograms("type", [](auto &R) { return R.Type; }),
      forPrograms("file", [](auto &R) { return R.File; }),
      forPrograms("line", [](auto &R) { return R.Line; }),
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
  ComparedRow Rest = sum("");
  for (const ComparedRow &Row : named(C))
    if (T.Rows.size() < Top)
      addRow(T, Cs, Row);
    else
      add(Rest, Row);
  if (size_t Left = named(C).size() - T.Rows.size()) {
    Rest.Title = fmt::format("[{}]", counted(Left, "other"));
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
