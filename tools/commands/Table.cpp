//===- Table.cpp - memfacet table -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/ShowOptions.h"
#include "tools/report/compare/PaperTables.h"
#include <algorithm>
#include <fmt/ranges.h>

namespace memfacet::commands {

namespace {

struct PaperTable {
  const char *Name;
  std::string (*Text)(const std::vector<result::Profile> &, const Terminal &);
  std::string (*Csv)(const std::vector<result::Profile> &);
  std::string (*Json)(const std::vector<result::Profile> &);
};

constexpr PaperTable Tables[] = {
    {"data", report::dataTable, report::dataCsv, report::dataJson},
    {"descriptions", report::descriptionTable, report::descriptionCsv,
     report::descriptionJson},
    {"criticality", report::criticalityTable, report::criticalityCsv,
     report::criticalityJson},
    {"evictions", report::prematureTable, report::prematureCsv,
     report::prematureJson},
};

Expected<const PaperTable *> tableNamed(const std::string &Name) {
  std::vector<std::string> Names;
  for (const PaperTable &T : Tables) {
    if (Name == T.Name)
      return &T;
    Names.emplace_back(T.Name);
  }
  return usageError("unknown table '{}'{}; tables: {}", Name,
                    didYouMean(Name, Names), fmt::join(Names, ", "));
}

struct TableCommand {
  std::string Table;
  std::vector<std::string> Files;
  cli::OutputFormat Format;
};

int run(const TableCommand &C) {
  Expected<const PaperTable *> T = tableNamed(C.Table);
  if (!T)
    return fail(T.error());
  Expected<std::vector<result::Profile>> Profiles =
      cli::finishedProfiles(C.Files);
  if (!Profiles)
    return fail(Profiles.error());
  const PaperTable &Table = **T;
  return C.Format.print(
      {[&] { return Table.Json(*Profiles); },
       [&] { return Table.Csv(*Profiles); },
       [&](const Terminal &Out) { return Table.Text(*Profiles, Out); },
       [&] { return "memfacet describe " + C.Files.front(); }});
}

} // namespace

cli::Action declareTable(CLI::App &App) {
  auto C = std::make_shared<TableCommand>();
  cli::declareOption(
      App, "table", C->Table,
      "table to show: data, descriptions, criticality or evictions")
      ->type_name("TABLE")
      ->required();
  cli::declareOption(App, "profiles", C->Files, "profiles to compare")
      ->type_name("FILE...")
      ->required();
  C->Format.declare(App);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands
