//===- Sharing.cpp - memfacet sharing -------------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/threads/SharingReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <limits>

namespace memfacet {

namespace {

struct SharingCommand {
  std::string File = "memfacet.mfp";
  std::vector<std::string> Names;
  size_t Top = 20;
  bool Json = false, Csv = false, All = false, Edges = false;
  bool Locks = false;
};

std::string nextOf(const SharingCommand &C, const SharingModel &M) {
  std::string File = C.File == "memfacet.mfp" ? "" : " " + C.File;
  if (M.Total.False != 0)
    return "next: memfacet false-sharing" + File;
  if (M.Total.misses() != 0 && !C.Edges)
    return "next: memfacet sharing" + File + " --edges";
  return "next: memfacet report" + File;
}

int run(const SharingCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  if (P->Sharing.empty())
    return fail(makeError("'{}' does not say which lines threads share; record "
                          "the program again with --sharing",
                          C.File));
  Expected<std::vector<StructureId>> Named = structuresNamed(*P, C.Names);
  if (!Named)
    return fail(Named.error());
  SharingOptions Options = {*Named, C.Edges,
                            C.All ? std::numeric_limits<size_t>::max() : C.Top};
  SharingModel M = sharingModel(*P, Options);
  std::string Text = C.Json             ? sharingJson(*P, M)
                     : C.Csv && C.Locks ? lockCsv(*P, M)
                     : C.Csv
                         ? sharingCsv(*P, Options)
                         : sharingText(*P, M, Options, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv && Terminal::of(stdout).Interactive)
    say(nextOf(C, M));
  return ExitGood;
}

} // namespace

Action declareSharing(CLI::App &App) {
  auto C = std::make_shared<SharingCommand>();
  App.add_option("profile", C->File, "profile made with --sharing")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--structure", C->Names, "only these structures")
      ->type_name("NAME")
      ->expected(1, -1);
  App.add_flag("--edges", C->Edges,
               "which access missed what which one had written");
  CLI::Option *Locks = App.add_flag(
      "--locks", C->Locks, "with --csv: locks, and where they are taken");
  App.add_option("--top", C->Top, "rows shown of each table")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all rows");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON, all rows");
  CLI::Option *Csv =
      App.add_flag("--csv", C->Csv,
                   "as comma-separated values: all counts by site, structure "
                   "and thread")
          ->excludes(Json);
  Locks->needs(Csv);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
