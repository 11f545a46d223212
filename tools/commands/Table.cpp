//===- Table.cpp - memfacet table -----------------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/report/compare/PaperTables.h"
#include "tools/support/Say.h"
#include "tools/support/Suggest.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet {

namespace {

struct PaperTable {
  const char *Name;
  std::string (*Text)(const std::vector<Profile> &, const Terminal &);
  std::string (*Csv)(const std::vector<Profile> &);
  std::string (*Json)(const std::vector<Profile> &);
};

constexpr PaperTable Tables[] = {
    {"data", dataTable, dataCsv, dataJson},
    {"descriptions", descriptionTable, descriptionCsv, descriptionJson},
    {"criticality", criticalityTable, criticalityCsv, criticalityJson},
    {"evictions", prematureTable, prematureCsv, prematureJson},
};

Expected<const PaperTable *> tableNamed(const std::string &Name) {
  std::vector<std::string> Names;
  for (const PaperTable &T : Tables) {
    if (Name == T.Name)
      return &T;
    Names.emplace_back(T.Name);
  }
  return makeError("unknown table '{}'{}; tables: {}", Name,
                   didYouMean(Name, Names), fmt::join(Names, ", "));
}

struct TableCommand {
  std::string Table;
  std::vector<std::string> Files;
  bool Json = false, Csv = false;
};

int run(const TableCommand &C) {
  Expected<const PaperTable *> T = tableNamed(C.Table);
  if (!T)
    return fail(T.error());
  std::vector<Profile> Profiles;
  for (const std::string &File : C.Files) {
    Expected<Profile> P = readProfile(File);
    if (!P)
      return fail(P.error());
    Profiles.push_back(std::move(*P));
  }
  std::string Text = C.Json  ? (*T)->Json(Profiles)
                     : C.Csv ? (*T)->Csv(Profiles)
                             : (*T)->Text(Profiles, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv && Terminal::of(stdout).Interactive)
    say("next: memfacet describe " + C.Files.front());
  return ExitGood;
}

} // namespace

Action declareTable(CLI::App &App) {
  auto C = std::make_shared<TableCommand>();
  App.add_option("table", C->Table,
                 "data, descriptions, criticality or evictions")
      ->type_name("TABLE")
      ->required();
  App.add_option("profiles", C->Files, "a row or more for each")
      ->type_name("FILE...")
      ->required();
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON");
  App.add_flag("--csv", C->Csv, "as comma-separated values")->excludes(Json);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
