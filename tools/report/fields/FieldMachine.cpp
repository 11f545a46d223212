//===- FieldMachine.cpp - members of structures, for programs -------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/fields/FieldReport.h"
#include "tools/report/format/Csv.h"
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json countsJson(const Profile &P, const FieldCounts &C) {
  Json Levels = Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Levels.push_back(
        {{"name", P.Caches.Levels[L].Name}, {"misses", C.Misses[L]}});
  return {{"accesses", C.accesses()},
          {"loads", C.Loads},
          {"stores", C.Stores},
          {"levels", std::move(Levels)}};
}

static Json rowJson(const Profile &P, const FieldRow &Row) {
  Json J = {{"name", Row.Name},
            {"role", fieldRoleName(Row.Is)},
            {"type", Row.Type},
            {"offset", Row.Offset},
            {"bytes", Row.Bytes}};
  J.update(countsJson(P, Row.Own));
  J["in_wider"] = Row.InWider;
  return J;
}

static Json tableJson(const Profile &P, const FieldTable &T) {
  Json Rows = Json::array(), Pairs = Json::array();
  for (const FieldRow &Row : T.Rows)
    Rows.push_back(rowJson(P, Row));
  for (const FieldPair &Pair : T.Pairs)
    Pairs.push_back({{"fields", {Pair.First, Pair.Second}},
                     {"together", Pair.Together},
                     {"either", Pair.Either}});
  return {{"record", T.Record},
          {"bytes", T.Bytes},
          {"is_element", T.IsElement},
          {"fields", std::move(Rows)},
          {"together", std::move(Pairs)}};
}

static Json structureJson(const Profile &P, const StructureFields &F) {
  const Structure &S = P.Structures[F.Structure.Value];
  Json Tables = Json::array(), Unknown = Json::array();
  for (const FieldTable &T : F.Tables)
    Tables.push_back(tableJson(P, T));
  for (const FieldRow &Row : F.Unknown)
    Unknown.push_back(rowJson(P, Row));
  Json J = {{"name", S.Name},
            {"structure", F.Structure.Value},
            {"kind", structureKindName(S.Kind)},
            {"type", S.Type},
            {"file", S.File},
            {"line", S.Line},
            {"function", S.Function},
            {"element_bytes", S.ElementBytes}};
  J.update(countsJson(P, F.Total));
  J["tables"] = std::move(Tables);
  J["unknown"] = std::move(Unknown);
  return J;
}

std::string fieldJsonReport(const Profile &P,
                            const std::vector<StructureId> &Structures) {
  Json List = Json::array();
  for (StructureId Id : Structures)
    List.push_back(structureJson(P, fieldsOf(P, Id)));
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"structures", std::move(List)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

static std::string csvRow(const Structure &S, const std::string &Record,
                          const FieldRow &Row) {
  CsvCells Cells = {S.Name, Record, Row.Name, fieldRoleName(Row.Is), Row.Type};
  for (uint64_t Number : {Row.Offset, Row.Bytes, Row.Own.accesses(),
                          Row.Own.Loads, Row.Own.Stores, Row.InWider})
    Cells.push_back(fmt::format("{}", Number));
  for (uint64_t Misses : Row.Own.Misses)
    Cells.push_back(fmt::format("{}", Misses));
  return csvLine(Cells);
}

std::string fieldCsvReport(const Profile &P,
                           const std::vector<StructureId> &Structures) {
  CsvCells Header = {"structure", "record", "field",   "role",
                     "type",      "offset", "bytes",   "accesses",
                     "loads",     "stores", "in_wider"};
  for (const CacheLevel &L : P.Caches.Levels)
    Header.push_back(L.Name + "_misses");
  std::string Text = csvLine(Header);
  for (StructureId Id : Structures) {
    StructureFields F = fieldsOf(P, Id);
    const Structure &S = P.Structures[Id.Value];
    for (const FieldTable &T : F.Tables)
      for (const FieldRow &Row : T.Rows)
        Text += csvRow(S, T.Record, Row);
    for (const FieldRow &Row : F.Unknown)
      Text += csvRow(S, "", Row);
  }
  return Text;
}

} // namespace memfacet
