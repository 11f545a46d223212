//===- DescribeMachine.cpp - descriptions for programs --------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/structures/DescriptionJson.h"

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json patternJson(const AccessMix &Mix) {
  Json J = {{"sampled", Mix.Sampled}};
  for (size_t I = 0; I != StepKinds; ++I)
    J[stepKindName(StepKind(I))] = Mix.Accesses[I];
  J["unknown"] = Mix.Unknown;
  Json Strides = Json::array();
  for (const Stride &S : Mix.Strides)
    Strides.push_back({{"bytes", S.Bytes}, {"accesses", S.Steps}});
  J["strides"] = std::move(Strides);
  return J;
}

static Json lifetimeJson(const ObjectLives &L) {
  return {{"objects", L.Timed},     {"never_released", L.AtEnd},
          {"sum", L.Instructions},  {"longest", L.Longest},
          {"followed", L.Followed}, {"within_interval", L.Brief}};
}

void addDescription(Json &To, const Profile &P, const Structure &S,
                    const AccessMix &Mix) {
  To["container"] = containerKindName(containerKind(P, S));
  To["linked_elements"] = linksOf(P, S.Record) != ContainerKind::Unknown;
  To["peak_objects"] = S.Lives.PeakObjects;
  To["pattern"] = patternJson(Mix);
  To["lifetime"] = lifetimeJson(S.Lives);
}

static Json structureJson(const Profile &P, StructureId Id,
                          const AccessMix &Mix) {
  const Structure &S = P.Structures[Id.Value];
  Json J = {{"name", S.Name},
            {"structure", Id.Value},
            {"kind", structureKindName(S.Kind)},
            {"type", S.Type},
            {"file", S.File},
            {"line", S.Line},
            {"function", S.Function},
            {"element_bytes", S.ElementBytes},
            {"bytes", S.Bytes},
            {"peak_bytes", S.PeakBytes},
            {"objects", S.Objects},
            {"accesses", S.Total.Accesses}};
  addDescription(J, P, S, Mix);
  return J;
}

std::string describeJson(const Profile &P,
                         const std::vector<StructureId> &Structures) {
  std::vector<AccessMix> Mixes = accessMixes(P);
  Json List = Json::array();
  for (StructureId Id : Structures)
    List.push_back(structureJson(P, Id, Mixes[Id.Value]));
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"instructions", P.Instructions},
            {"interval_instructions", P.IntervalInstructions},
            {"structures", std::move(List)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string describeCsv(const Profile &P,
                        const std::vector<StructureId> &Structures) {
  CsvCells Header = {"name",           "kind",     "type",
                     "container",      "bytes",    "element_bytes",
                     "peak_bytes",     "objects",  "peak_objects",
                     "lifetime_sum",   "longest",  "within_interval",
                     "never_released", "accesses", "sampled"};
  for (size_t I = 0; I != StepKinds; ++I)
    Header.emplace_back(stepKindName(StepKind(I)));
  Header.insert(Header.end(), {"unknown", "stride", "stride_accesses"});
  std::string Text = csvLine(Header);
  std::vector<AccessMix> Mixes = accessMixes(P);
  for (StructureId Id : Structures) {
    const Structure &S = P.Structures[Id.Value];
    const AccessMix &Mix = Mixes[Id.Value];
    CsvCells Row = {S.Name, structureKindName(S.Kind), S.Type,
                    containerKindName(containerKind(P, S))};
    auto Add = [&](auto... Numbers) {
      (Row.push_back(fmt::format("{}", Numbers)), ...);
    };
    Add(S.Bytes, S.ElementBytes, S.PeakBytes, S.Objects, S.Lives.PeakObjects,
        S.Lives.Instructions, S.Lives.Longest, S.Lives.Brief, S.Lives.AtEnd,
        S.Total.Accesses, Mix.Sampled);
    for (uint64_t Accesses : Mix.Accesses)
      Add(Accesses);
    // The most frequent stride; JSON has them all.
    Stride First = Mix.Strides.empty() ? Stride() : Mix.Strides.front();
    Add(Mix.Unknown, First.Bytes, First.Steps);
    Text += csvLine(Row);
  }
  return Text;
}

} // namespace memfacet
