//===- DataProfiles.cpp - accesses and misses taken apart -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/compare/PaperTables.h"
#include "tools/report/format/Columns.h"
#include <algorithm>
#include <filesystem>

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

bool isOnStack(const result::Structure &S) {
  return S.Kind == result::StructureKind::Stack ||
         S.Kind == result::StructureKind::Local;
}

uint64_t firstMisses(const result::Structure &S) {
  return S.Total.Levels.empty() ? 0 : S.Total.Levels[0].Misses;
}

/// Returns a row with a share or rate of each part and of the program.
template <typename NumberOf>
TableRow numbers(const std::string &Label, const DataProfile &D,
                 const result::Counts &All, NumberOf Get) {
  TableRow Row;
  Row.Cells = {"", Label};
  for (const DataPart &Part : D.Parts)
    Row.Cells.push_back(Get(Part.Total));
  Row.Cells.push_back(Get(All));
  return Row;
}

void addProgram(Table &T, const result::Profile &P) {
  DataProfile D = dataProfile(P);
  result::Counts All = P.total();
  TableRow Names;
  Names.Cells = {printable(D.Program), ""};
  for (const DataPart &Part : D.Parts)
    Names.Cells.push_back(std::string(elided(printable(Part.Name), 18)));
  Names.Cells.emplace_back("TOTAL");
  Names.Look = Style::Bold;
  Names.RuleBefore = !T.Rows.empty();
  T.Rows.push_back(std::move(Names));
  T.Rows.push_back(numbers("accesses", D, All, [&](const result::Counts &C) {
    return humanRate(C.Accesses, All.Accesses);
  }));
  for (size_t L = 0; L != std::min<size_t>(P.Caches.Levels.size(), 2); ++L) {
    const std::string &Name = P.Caches.Levels[L].Name;
    T.Rows.push_back(
        numbers(Name + " misses", D, All, [&](const result::Counts &C) {
          return humanRate(C.Levels[L].Misses, All.Levels[L].Misses);
        }));
    T.Rows.push_back(
        numbers(Name + " miss rate", D, All, [&](const result::Counts &C) {
          return humanRate(C.Levels[L].Misses, C.Levels[L].Accesses);
        }));
  }
}

} // namespace

std::string shortProgram(const result::Profile &P) {
  return std::filesystem::path(P.Program).filename().string();
}

std::vector<StructureId> mostMissedOffStack(const result::Profile &P,
                                            size_t Top) {
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

DataProfile dataProfile(const result::Profile &P) {
  constexpr size_t Single = 3;
  DataProfile D;
  D.Program = shortProgram(P);
  result::Counts Empty;
  Empty.Levels.resize(P.Caches.Levels.size());
  std::vector<StructureId> Top = mostMissedOffStack(P, Single);
  for (size_t I = 0; I != Single; ++I)
    D.Parts.push_back(
        {I < Top.size() ? P.Structures[Top[I].Value].title() : "-",
         I < Top.size() ? P.Structures[Top[I].Value].Total : Empty});
  D.Parts.push_back({"stack", Empty});
  D.Parts.push_back({"others", Empty});
  std::vector<uint64_t> Misses;
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id) {
    const result::Structure &S = P.Structures[Id];
    Misses.push_back(firstMisses(S));
    if (std::ranges::find(Top, StructureId(Id)) == Top.end())
      D.Parts[isOnStack(S) ? Single : Single + 1].Total += S.Total;
  }
  std::ranges::sort(Misses, std::greater());
  for (size_t I = 0; I != std::min<size_t>(Misses.size(), 5); ++I)
    D.TopFive += Misses[I];
  return D;
}

std::string dataTable(const std::vector<result::Profile> &Profiles,
                      const Terminal &Out) {
  Table T;
  T.Columns = {{"program", Fit::CutMiddle, 0}, {"", Fit::CutMiddle, 0}};
  for (const char *Head : {"DS1", "DS2", "DS3", "stack", "others", "all"})
    T.Columns.push_back({Head, Fit::Always, 0});
  for (const result::Profile &P : Profiles)
    addProgram(T, P);
  std::string Text = renderTable(T, Out) + "\n";
  for (const result::Profile &P : Profiles)
    Text += fmt::format(
        "{}: the five structures with the most have {} of the "
        "first-level misses\n",
        printable(shortProgram(P)),
        humanRate(dataProfile(P).TopFive, P.total().Levels[0].Misses));
  return Text;
}

namespace {

/// A part at one level.
struct LevelRow {
  const result::Profile &P;
  const DataPart &Part;
  const char *Rank = "";
  size_t Level = 0;

  const result::LevelCounts &counts() const { return Part.Total.Levels[Level]; }
};

Columns<LevelRow> levelColumns() {
  auto Level = [](auto &R) { return R.P.Caches.Levels[R.Level].Name; };
  auto Accesses = [](auto &R) { return R.counts().Accesses; };
  auto Misses = [](auto &R) { return R.counts().Misses; };
  return {forCsv("program", [](auto &R) { return shortProgram(R.P); }),
          forCsv("part", [](auto &R) { return R.Rank; }),
          forCsv("name", [](auto &R) { return R.Part.Name; }),
          forCsv("level", Level),
          forCsv("accesses", [](auto &R) { return R.Part.Total.Accesses; }),
          {.Key = "name", .Value = Level, .In = Forms::Json},
          {.Key = "accesses", .Value = Accesses, .CsvKey = "level_accesses"},
          {.Key = "misses", .Value = Misses, .CsvKey = "level_misses"}};
}

Json partJson(const result::Profile &P, const DataPart &Part) {
  Columns<LevelRow> Cs = levelColumns();
  Json Levels = Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Levels.push_back(jsonObject(Cs, {P, Part, "", L}));
  return {{"name", Part.Name},
          {"accesses", Part.Total.Accesses},
          {"levels", std::move(Levels)}};
}

} // namespace

std::string dataCsv(const std::vector<result::Profile> &Profiles) {
  constexpr const char *Ranks[] = {"DS1", "DS2", "DS3", "stack", "others"};
  Columns<LevelRow> Cs = levelColumns();
  std::string Text = csvHeader(Cs);
  for (const result::Profile &P : Profiles) {
    DataProfile D = dataProfile(P);
    for (size_t I = 0; I != D.Parts.size(); ++I)
      for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
        Text += csvRow(Cs, {P, D.Parts[I], Ranks[I], L});
  }
  return Text;
}

std::string dataJson(const std::vector<result::Profile> &Profiles) {
  Json Programs = Json::array();
  for (const result::Profile &P : Profiles) {
    DataProfile D = dataProfile(P);
    Json Parts = Json::array();
    for (const DataPart &Part : D.Parts)
      Parts.push_back(partJson(P, Part));
    Programs.push_back({{"program", D.Program},
                        {"instructions", P.Instructions},
                        {"caches", P.Caches.spec()},
                        {"top_five_misses", D.TopFive},
                        {"parts", std::move(Parts)}});
  }
  return jsonText({{"programs", std::move(Programs)}});
}

} // namespace memfacet::report
