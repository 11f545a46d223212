//===- SweepReport.cpp - several cache models, compared -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/caches/SweepReport.h"
#include "memfacet/Check.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Units.h"
#include <algorithm>

namespace memfacet::report {

namespace {

/// A model has few misses if it has at most this percentage more than the best.
constexpr uint64_t GoodPercent = 5;

struct ModelRow {
  const measure::SweepResult *Result;
  std::vector<result::LevelCounts> Levels; ///< of the counted structures
  uint64_t Bytes = 0;                      ///< all levels together
  bool Best = false;     ///< no smaller model has fewer misses
  bool Cheapest = false; ///< the smallest with few misses (GoodPercent)

  const caches::CacheModel &caches() const { return Result->Caches; }
  uint64_t misses() const {
    MEMFACET_CHECK(!Levels.empty(), "a model has a level");
    return Levels.back().Misses;
  }
};

std::vector<StructureId> counted(const SweepReport &R) {
  if (!R.Named.empty())
    return R.Named;
  std::vector<StructureId> All;
  for (uint32_t S = 0; S != R.P.Structures.size(); ++S)
    All.push_back(StructureId(S));
  return All;
}

std::vector<ModelRow> rowsOf(const SweepReport &R) {
  std::vector<ModelRow> Rows;
  for (const measure::SweepResult &Result : R.Results) {
    ModelRow Row{&Result,
                 std::vector<result::LevelCounts>(Result.Caches.Levels.size())};
    for (StructureId S : counted(R)) {
      MEMFACET_CHECK(S.Value < Result.Structures.size(),
                     "the profile has the structures of the sweep");
      for (size_t L = 0; L != Row.Levels.size(); ++L)
        Row.Levels[L] += Result.Structures[S.Value][L];
    }
    for (const caches::CacheLevel &L : Result.Caches.Levels)
      Row.Bytes += L.Bytes;
    Rows.push_back(std::move(Row));
  }
  std::ranges::sort(Rows, {}, [](const ModelRow &Row) {
    return std::tuple(Row.misses(), Row.Levels[0].Misses, Row.Bytes,
                      Row.Result);
  });
  // Rows have the fewest misses first. A model is best if it is smaller than
  // all before it.
  uint64_t Smallest = UINT64_MAX;
  for (ModelRow &Row : Rows) {
    Row.Best = Row.Bytes < Smallest;
    Smallest = std::min(Smallest, Row.Bytes);
  }
  if (Rows.empty())
    return Rows;
  ModelRow *Cheapest = &Rows.front();
  for (ModelRow &Row : Rows)
    if (Row.Bytes < Cheapest->Bytes &&
        Row.misses() * 100 <= Rows.front().misses() * (100 + GoodPercent))
      Cheapest = &Row;
  Cheapest->Cheapest = true;
  return Rows;
}

/// Returns the spec without what all models have in common.
std::string shortSpec(const caches::CacheModel &M, bool SameLines) {
  std::string Spec = M.spec();
  return SameLines ? Spec.substr(0, Spec.rfind(";line=")) : Spec;
}

struct LevelRow {
  const caches::CacheLevel &Level;
  result::LevelCounts Counts;
};

Columns<LevelRow> levelColumns() {
  return {
      {.Key = "name",
       .Value = [](auto &R) { return R.Level.Name; },
       .CsvKey = "level"},
      forPrograms("accesses", [](auto &R) { return R.Counts.Accesses; }),
      forPrograms("misses", [](auto &R) { return R.Counts.Misses; }),
      forPrograms("writebacks", [](auto &R) { return R.Counts.Writebacks; })};
}

Json levelsJson(const caches::CacheModel &M,
                const std::vector<result::LevelCounts> &Levels) {
  std::vector<LevelRow> Rows;
  for (size_t L = 0; L != Levels.size(); ++L)
    Rows.push_back({M.Levels[L], Levels[L]});
  return jsonRows(levelColumns(), Rows);
}

Json structuresJson(const SweepReport &R, const ModelRow &Row) {
  Json Structures = Json::array();
  for (StructureId S : counted(R))
    if (R.P.Structures[S.Value].Total.Accesses != 0 || !R.Named.empty())
      Structures.push_back(
          {{"name", R.P.Structures[S.Value].Name},
           {"structure", S.Value},
           {"levels",
            levelsJson(Row.caches(), Row.Result->Structures[S.Value])}});
  return Structures;
}

/// Adds the columns of level \p L for people: misses, miss rate, write-backs.
void addLevel(size_t L, Columns<ModelRow> &Cs) {
  auto Add = [&](const std::string &Header, unsigned Spare, auto TextOf) {
    Cs.push_back(forPeople(
        Header,
        [L, TextOf](const ModelRow &R) {
          return L < R.Levels.size() ? TextOf(R.Levels[L]) : "-";
        },
        TableColumn::Fit::Always, Spare));
  };
  Add(fmt::format("L{} misses", L + 1), 0,
      [](const result::LevelCounts &C) { return humanCount(C.Misses); });
  Add("rate", 0, [](const result::LevelCounts &C) {
    return humanRate(C.Misses, C.Accesses);
  });
  Add(fmt::format("L{} writebacks", L + 1), 1,
      [](const result::LevelCounts &C) { return humanCount(C.Writebacks); });
}

Columns<ModelRow> modelColumns(const SweepReport &R,
                               const std::vector<ModelRow> &Rows) {
  size_t Levels = 0;
  bool SameLines = true;
  for (const ModelRow &Row : Rows) {
    Levels = std::max(Levels, Row.Levels.size());
    SameLines &= Row.caches().LineBytes == Rows.front().caches().LineBytes;
  }
  Columns<ModelRow> Cs = {
      forPeople("",
                [](auto &Row) {
                  return Row.Cheapest ? "**" : Row.Best ? "*" : "";
                }),
      {.Header = "caches",
       .Key = "spec",
       .Value = [](auto &Row) { return Row.caches().spec(); },
       .Text = [=](auto &Row) { return shortSpec(Row.caches(), SameLines); },
       .Fits = TableColumn::Fit::CutMiddle,
       .CsvKey = "caches"},
      {"size", "bytes", [](auto &Row) { return Row.Bytes; },
       [](auto &Row) { return humanBytes(Row.Bytes); }},
      forJson("best", [](auto &Row) { return Row.Best; }),
      forJson("cheapest", [](auto &Row) { return Row.Cheapest; }),
      forJson("levels",
              [](auto &Row) { return levelsJson(Row.caches(), Row.Levels); }),
      forJson("structures",
              [&R](auto &Row) { return structuresJson(R, Row); })};
  for (size_t L = 0; L != Levels; ++L)
    addLevel(L, Cs);
  return Cs;
}

/// The counts of one structure in one level of one model.
struct SweepCell {
  const ModelRow &Model;
  StructureId Structure;
  LevelRow Level;
};

Columns<SweepCell> cellColumns(const SweepReport &R,
                               const std::vector<ModelRow> &Rows) {
  auto Model = [](const SweepCell &C) -> const ModelRow & { return C.Model; };
  auto Level = [](const SweepCell &C) -> const LevelRow & { return C.Level; };
  auto Cs = csvColumnsOf<SweepCell>(modelColumns(R, Rows), Model);
  addColumns<SweepCell>(
      Cs, {forPrograms("structure",
                       [&R](auto &C) {
                         return R.P.Structures[C.Structure.Value].Name;
                       }),
           forPrograms("id", [](auto &C) { return C.Structure.Value; })});
  addColumns(Cs, csvColumnsOf<SweepCell>(levelColumns(), Level));
  return Cs;
}

} // namespace

std::string sweepText(const SweepReport &R, const Terminal &Out) {
  MEMFACET_CHECK(!R.Results.empty(), "a sweep has a model");
  std::vector<ModelRow> Rows = rowsOf(R);
  std::string Subject;
  for (StructureId S : R.Named)
    Subject += (Subject.empty() ? ", misses of " : ", ") + tableName(R.P, S);
  std::string Text = fmt::format(
      "{} cache models over {} accesses{}; LRU, write-back, write-allocate\n\n",
      Rows.size(), humanCount(R.P.total().Accesses), printable(Subject));
  Columns<ModelRow> Cs = modelColumns(R, Rows);
  Table T = emptyTable(Cs);
  for (const ModelRow &Row : Rows)
    addRow(T, Cs, Row, Row.Cheapest ? Style::Bold : Style::Plain);
  const ModelRow &Cheapest =
      *std::ranges::find(Rows, true, &ModelRow::Cheapest);
  return Text + renderTable(T, Out) +
         fmt::format("\n*  no smaller one has fewer misses\n"
                     "** the smallest within {} % of the fewest misses: "
                     "{}, {}\n",
                     GoodPercent, Cheapest.caches().spec(),
                     humanBytes(Cheapest.Bytes));
}

std::string sweepJson(const SweepReport &R) {
  std::vector<ModelRow> Rows = rowsOf(R);
  Json J = jsonHead(R.P);
  J["accesses"] = R.P.total().Accesses;
  J["models"] = jsonRows(modelColumns(R, Rows), Rows);
  return jsonText(J);
}

std::string sweepCsv(const SweepReport &R) {
  std::vector<ModelRow> Rows = rowsOf(R);
  Columns<SweepCell> Cs = cellColumns(R, Rows);
  std::string Text = csvHeader(Cs);
  for (const ModelRow &Row : Rows)
    for (StructureId S : counted(R))
      for (size_t L = 0; L != Row.Levels.size(); ++L)
        if (const result::LevelCounts &C = Row.Result->Structures[S.Value][L];
            C != result::LevelCounts())
          Text += csvRow(Cs, {Row, S, {Row.caches().Levels[L], C}});
  return Text;
}

} // namespace memfacet::report
