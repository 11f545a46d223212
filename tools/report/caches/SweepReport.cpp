//===- SweepReport.cpp - many cache models side by side -------------------===//

#include "tools/report/caches/SweepReport.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Json = nlohmann::ordered_json;

/// A model's misses may be so many per cent above the fewest, and still do.
constexpr uint64_t GoodPercent = 5;

struct ModelRow {
  const SweepResult *Result;
  std::vector<LevelCounts> Levels; ///< of what the report is about
  uint64_t Bytes = 0;              ///< all levels together
  bool Best = false;               ///< no smaller one has fewer misses

  uint64_t misses() const { return Levels.back().Misses; }
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
  for (const SweepResult &Each : R.Results) {
    ModelRow Row{&Each, std::vector<LevelCounts>(Each.Caches.Levels.size())};
    for (StructureId S : counted(R))
      for (size_t L = 0; L != Row.Levels.size(); ++L)
        Row.Levels[L] += Each.Structures[S.Value][L];
    for (const CacheLevel &L : Each.Caches.Levels)
      Row.Bytes += L.Bytes;
    Rows.push_back(std::move(Row));
  }
  std::ranges::sort(Rows, {}, [](const ModelRow &Row) {
    return std::tuple(Row.misses(), Row.Levels[0].Misses, Row.Bytes,
                      Row.Result);
  });
  // From the fewest misses on: best is what is smaller than all before.
  uint64_t Smallest = UINT64_MAX;
  for (ModelRow &Row : Rows) {
    Row.Best = Row.Bytes < Smallest;
    Smallest = std::min(Smallest, Row.Bytes);
  }
  return Rows;
}

/// The smallest that does.
const ModelRow &cheapest(const std::vector<ModelRow> &Rows) {
  const ModelRow *Result = &Rows.front();
  for (const ModelRow &Row : Rows)
    if (Row.Bytes < Result->Bytes &&
        Row.misses() * 100 <= Rows.front().misses() * (100 + GoodPercent))
      Result = &Row;
  return *Result;
}

/// The spec without what all models have in common.
std::string shortSpec(const CacheModel &M, bool SameLines) {
  std::string Spec = M.spec();
  return SameLines ? Spec.substr(0, Spec.rfind(";line=")) : Spec;
}

Table tableOf(const std::vector<ModelRow> &Rows) {
  size_t Levels = 0;
  bool SameLines = true;
  for (const ModelRow &Row : Rows) {
    Levels = std::max(Levels, Row.Levels.size());
    SameLines &=
        Row.Result->Caches.LineBytes == Rows.front().Result->Caches.LineBytes;
  }
  Table T;
  T.Columns = {{"", TableColumn::Fit::Always, 0},
               {"caches", TableColumn::Fit::CutEnd, 0},
               {"size"}};
  for (size_t L = 1; L <= Levels; ++L) {
    T.Columns.push_back({fmt::format("L{} misses", L)});
    T.Columns.push_back({"rate"});
    T.Columns.push_back(
        {fmt::format("L{} writebacks", L), TableColumn::Fit::Always, 1});
  }
  const ModelRow &Cheapest = cheapest(Rows);
  for (const ModelRow &Row : Rows) {
    TableRow To;
    To.Cells = {&Row == &Cheapest ? "**"
                : Row.Best        ? "*"
                                  : "",
                shortSpec(Row.Result->Caches, SameLines),
                humanBytes(Row.Bytes)};
    To.Look = &Row == &Cheapest ? Style::Bold : Style::Plain;
    for (size_t L = 0; L != Levels; ++L) {
      bool Has = L < Row.Levels.size();
      LevelCounts C = Has ? Row.Levels[L] : LevelCounts();
      To.Cells.push_back(Has ? humanCount(C.Misses) : "-");
      To.Cells.push_back(Has ? humanRate(C.Misses, C.Accesses) : "-");
      To.Cells.push_back(Has ? humanCount(C.Writebacks) : "-");
    }
    T.Rows.push_back(std::move(To));
  }
  return T;
}

Json levelsJson(const CacheModel &M, const std::vector<LevelCounts> &Levels) {
  Json List = Json::array();
  for (size_t L = 0; L != Levels.size(); ++L)
    List.push_back({{"name", M.Levels[L].Name},
                    {"accesses", Levels[L].Accesses},
                    {"misses", Levels[L].Misses},
                    {"writebacks", Levels[L].Writebacks}});
  return List;
}

} // namespace

std::string sweepText(const SweepReport &R, const Terminal &Out) {
  std::vector<ModelRow> Rows = rowsOf(R);
  std::string Of;
  for (StructureId S : R.Named)
    Of += (Of.empty() ? ", misses of " : ", ") + R.P.Structures[S.Value].Name;
  std::string Text = fmt::format(
      "{} cache models over {} accesses{}; LRU, write-back, write-allocate\n\n",
      Rows.size(), humanCount(R.P.total().Accesses), printable(Of));
  Text += renderTable(tableOf(Rows), Out);
  return Text + fmt::format("\n*  no smaller one has fewer misses\n"
                            "** the smallest within {} % of the fewest misses: "
                            "{}, {}\n",
                            GoodPercent, cheapest(Rows).Result->Caches.spec(),
                            humanBytes(cheapest(Rows).Bytes));
}

std::string sweepJson(const SweepReport &R) {
  Json Models = Json::array();
  std::vector<ModelRow> Rows = rowsOf(R);
  for (const ModelRow &Row : Rows) {
    Json Structures = Json::array();
    for (StructureId S : counted(R))
      if (R.P.Structures[S.Value].Total.Accesses != 0 || !R.Named.empty())
        Structures.push_back(
            {{"name", R.P.Structures[S.Value].Name},
             {"structure", S.Value},
             {"levels", levelsJson(Row.Result->Caches,
                                   Row.Result->Structures[S.Value])}});
    Models.push_back({{"spec", Row.Result->Caches.spec()},
                      {"bytes", Row.Bytes},
                      {"best", Row.Best},
                      {"cheapest", &Row == &cheapest(Rows)},
                      {"levels", levelsJson(Row.Result->Caches, Row.Levels)},
                      {"structures", std::move(Structures)}});
  }
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", R.P.ToolVersion},
            {"program", R.P.Program},
            {"arguments", R.P.Arguments},
            {"accesses", R.P.total().Accesses},
            {"models", std::move(Models)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string sweepCsv(const SweepReport &R) {
  std::string Text = csvLine({"caches", "bytes", "structure", "id", "level",
                              "accesses", "misses", "writebacks"});
  for (const ModelRow &Row : rowsOf(R))
    for (StructureId S : counted(R))
      for (size_t L = 0; L != Row.Levels.size(); ++L) {
        const LevelCounts &C = Row.Result->Structures[S.Value][L];
        if (C == LevelCounts())
          continue;
        Text += csvLine(
            {Row.Result->Caches.spec(), fmt::format("{}", Row.Bytes),
             R.P.Structures[S.Value].Name, fmt::format("{}", S.Value),
             Row.Result->Caches.Levels[L].Name, fmt::format("{}", C.Accesses),
             fmt::format("{}", C.Misses), fmt::format("{}", C.Writebacks)});
      }
  return Text;
}

} // namespace memfacet
