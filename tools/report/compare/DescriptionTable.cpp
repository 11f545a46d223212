//===- DescriptionTable.cpp - structures of many programs -----------------===//

#include "tools/report/compare/PaperTables.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/Description.h"
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;
using Json = nlohmann::ordered_json;

/// Regular: with spatial locality (sequential, strided, the same again).
/// Two thirds of what the sample knows decide; else it is both.
std::string regularity(const AccessMix &Mix) {
  auto Of = [&](StepKind Kind) { return Mix.Accesses[size_t(Kind)]; };
  uint64_t Regular =
      Of(StepKind::Sequential) + Of(StepKind::Strided) + Of(StepKind::Repeated);
  uint64_t Irregular =
      Of(StepKind::Linked) + Of(StepKind::Indirect) + Of(StepKind::Irregular);
  if (Regular + Irregular == 0)
    return "not sampled";
  if (Regular >= 2 * Irregular)
    return "regular";
  return Irregular >= 2 * Regular ? "irregular" : "regular & irregular";
}

struct DescribedStructure {
  std::string Program, Rank, Name, Container, Pattern;
  uint64_t Bytes, ElementBytes;
};

std::vector<DescribedStructure>
describedStructures(const std::vector<Profile> &Profiles) {
  std::vector<DescribedStructure> All;
  for (const Profile &P : Profiles) {
    std::vector<AccessMix> Mixes = accessMixes(P);
    std::vector<StructureId> Top = mostMissedOffStack(P, 3);
    for (size_t I = 0; I != Top.size(); ++I) {
      const Structure &S = P.Structures[Top[I].Value];
      All.push_back({shortProgram(P), fmt::format("DS{}", I + 1), S.Name,
                     containerKindName(containerKind(P, S)),
                     regularity(Mixes[Top[I].Value]), S.PeakBytes,
                     S.ElementBytes});
    }
  }
  return All;
}

} // namespace

std::string descriptionTable(const std::vector<Profile> &Profiles,
                             const Terminal &Out) {
  Table T;
  T.Columns = {{"program", Fit::CutEnd, 0},    {"", Fit::CutEnd, 0},
               {"structure", Fit::CutEnd, 0},  {"container", Fit::CutEnd, 0},
               {"pattern", Fit::CutEnd, 0},    {"size", Fit::Always, 0},
               {"elements of", Fit::Always, 0}};
  for (const DescribedStructure &D : describedStructures(Profiles)) {
    TableRow Row;
    Row.Cells = {printable(D.Program),
                 D.Rank,
                 printable(D.Name),
                 D.Container,
                 D.Pattern,
                 humanBytes(D.Bytes),
                 D.ElementBytes ? humanBytes(D.ElementBytes) : "-"};
    Row.RuleBefore = D.Rank == "DS1" && !T.Rows.empty();
    T.Rows.push_back(std::move(Row));
  }
  return renderTable(T, Out);
}

std::string descriptionCsv(const std::vector<Profile> &Profiles) {
  std::string Text = csvLine({"program", "part", "name", "container", "pattern",
                              "bytes", "element_bytes"});
  for (const DescribedStructure &D : describedStructures(Profiles))
    Text += csvLine({D.Program, D.Rank, D.Name, D.Container, D.Pattern,
                     fmt::format("{}", D.Bytes),
                     fmt::format("{}", D.ElementBytes)});
  return Text;
}

std::string descriptionJson(const std::vector<Profile> &Profiles) {
  Json Rows = Json::array();
  for (const DescribedStructure &D : describedStructures(Profiles))
    Rows.push_back({{"program", D.Program},
                    {"part", D.Rank},
                    {"name", D.Name},
                    {"container", D.Container},
                    {"pattern", D.Pattern},
                    {"bytes", D.Bytes},
                    {"element_bytes", D.ElementBytes}});
  return Json({{"structures", std::move(Rows)}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

} // namespace memfacet
