//===- DataProfiles.cpp - accesses and misses taken apart -----------------===//

#include "tools/report/compare/PaperTables.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;
using Json = nlohmann::ordered_json;

bool isOnStack(const Structure &S) {
  return S.Kind == StructureKind::Stack || S.Kind == StructureKind::Local;
}

uint64_t firstMisses(const Structure &S) {
  return S.Total.Levels.empty() ? 0 : S.Total.Levels[0].Misses;
}

/// A share of accesses, or a rate, of each part and of the program.
using Number = std::string (*)(const Counts &Part, const Counts &All,
                               size_t Level);

TableRow numbers(const std::string &Label, const DataProfile &D,
                 const Counts &All, Number Of, size_t Level) {
  TableRow Row;
  Row.Cells = {"", Label};
  for (const DataPart &Part : D.Parts)
    Row.Cells.push_back(Of(Part.Total, All, Level));
  Row.Cells.push_back(Of(All, All, Level));
  return Row;
}

std::string accessShare(const Counts &Part, const Counts &All, size_t) {
  return humanRate(Part.Accesses, All.Accesses);
}
std::string missShare(const Counts &Part, const Counts &All, size_t Level) {
  return humanRate(Part.Levels[Level].Misses, All.Levels[Level].Misses);
}
std::string missRate(const Counts &Part, const Counts &, size_t Level) {
  return humanRate(Part.Levels[Level].Misses, Part.Levels[Level].Accesses);
}

void addProgram(Table &T, const Profile &P) {
  DataProfile D = dataProfile(P);
  Counts All = P.total();
  TableRow Names;
  Names.Cells = {printable(D.Program), ""};
  for (const DataPart &Part : D.Parts)
    Names.Cells.push_back(
        std::string(truncated(printable(Part.Name), 18, false)));
  Names.Cells.emplace_back("TOTAL");
  Names.Look = Style::Bold;
  Names.RuleBefore = !T.Rows.empty();
  T.Rows.push_back(std::move(Names));
  T.Rows.push_back(numbers("accesses", D, All, accessShare, 0));
  for (size_t L = 0; L != std::min<size_t>(P.Caches.Levels.size(), 2); ++L) {
    const std::string &Name = P.Caches.Levels[L].Name;
    T.Rows.push_back(numbers(Name + " misses", D, All, missShare, L));
    T.Rows.push_back(numbers(Name + " miss rate", D, All, missRate, L));
  }
}

} // namespace

std::string shortProgram(const Profile &P) {
  return std::filesystem::path(P.Program).filename().string();
}

std::vector<StructureId> mostMissedOffStack(const Profile &P, size_t Top) {
  std::vector<StructureId> Ids;
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
    if (!isOnStack(P.Structures[Id]) && P.Structures[Id].Total.Accesses != 0)
      Ids.push_back(StructureId(Id));
  std::ranges::sort(Ids, [&](StructureId A, StructureId B) {
    uint64_t OfA = firstMisses(P.Structures[A.Value]);
    uint64_t OfB = firstMisses(P.Structures[B.Value]);
    return OfA != OfB ? OfA > OfB : A < B;
  });
  Ids.resize(std::min(Ids.size(), Top));
  return Ids;
}

DataProfile dataProfile(const Profile &P) {
  constexpr size_t Single = 3;
  DataProfile D;
  D.Program = shortProgram(P);
  Counts Empty;
  Empty.Levels.resize(P.Caches.Levels.size());
  std::vector<StructureId> Top = mostMissedOffStack(P, Single);
  for (size_t I = 0; I != Single; ++I)
    D.Parts.push_back(
        {I < Top.size() ? P.Structures[Top[I].Value].Name : "-",
         I < Top.size() ? P.Structures[Top[I].Value].Total : Empty});
  D.Parts.push_back({"stack", Empty});
  D.Parts.push_back({"others", Empty});
  std::vector<uint64_t> Misses;
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
    const Structure &S = P.Structures[Id];
    Misses.push_back(firstMisses(S));
    if (std::ranges::find(Top, StructureId(Id)) == Top.end())
      D.Parts[isOnStack(S) ? Single : Single + 1].Total += S.Total;
  }
  std::ranges::sort(Misses, std::greater());
  for (size_t I = 0; I != std::min<size_t>(Misses.size(), 5); ++I)
    D.TopFive += Misses[I];
  return D;
}

std::string dataTable(const std::vector<Profile> &Profiles,
                      const Terminal &Out) {
  Table T;
  T.Columns = {{"program", Fit::CutEnd, 0}, {"", Fit::CutEnd, 0}};
  for (const char *Head : {"DS1", "DS2", "DS3", "stack", "others", "all"})
    T.Columns.push_back({Head, Fit::Always, 0});
  for (const Profile &P : Profiles)
    addProgram(T, P);
  std::string Text = renderTable(T, Out) + "\n";
  for (const Profile &P : Profiles)
    Text += fmt::format(
        "{}: the five structures with the most have {} of the "
        "first-level misses\n",
        printable(shortProgram(P)),
        humanRate(dataProfile(P).TopFive, P.total().Levels[0].Misses));
  return Text;
}

std::string dataCsv(const std::vector<Profile> &Profiles) {
  std::string Text = csvLine({"program", "part", "name", "level", "accesses",
                              "level_accesses", "level_misses"});
  constexpr const char *Parts[] = {"DS1", "DS2", "DS3", "stack", "others"};
  for (const Profile &P : Profiles) {
    DataProfile D = dataProfile(P);
    for (size_t I = 0; I != D.Parts.size(); ++I)
      for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
        const LevelCounts &C = D.Parts[I].Total.Levels[L];
        Text += csvLine(
            {D.Program, Parts[I], D.Parts[I].Name, P.Caches.Levels[L].Name,
             fmt::format("{}", D.Parts[I].Total.Accesses),
             fmt::format("{}", C.Accesses), fmt::format("{}", C.Misses)});
      }
  }
  return Text;
}

std::string dataJson(const std::vector<Profile> &Profiles) {
  Json Programs = Json::array();
  for (const Profile &P : Profiles) {
    DataProfile D = dataProfile(P);
    Json Parts = Json::array();
    for (const DataPart &Part : D.Parts) {
      Json Levels = Json::array();
      for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
        Levels.push_back({{"name", P.Caches.Levels[L].Name},
                          {"accesses", Part.Total.Levels[L].Accesses},
                          {"misses", Part.Total.Levels[L].Misses}});
      Parts.push_back({{"name", Part.Name},
                       {"accesses", Part.Total.Accesses},
                       {"levels", std::move(Levels)}});
    }
    Programs.push_back({{"program", D.Program},
                        {"instructions", P.Instructions},
                        {"caches", P.Caches.spec()},
                        {"top_five_misses", D.TopFive},
                        {"parts", std::move(Parts)}});
  }
  return Json({{"programs", std::move(Programs)}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

} // namespace memfacet
