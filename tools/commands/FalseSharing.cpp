//===- FalseSharing.cpp - memfacet false-sharing --------------------------===//

#include "tools/report/threads/FalseSharing.h"
#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Sarif.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <limits>

namespace memfacet {

namespace {

struct FalseSharingCommand {
  std::string File = "memfacet.mfp", Sarif;
  std::vector<std::string> Names;
  size_t Top = 10;
  bool Json = false, Csv = false, All = false;
};

int run(const FalseSharingCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  if (P->Sharing.empty())
    return fail(makeError("'{}' does not say which lines threads share; type: "
                          "memfacet simulate FILE.mft --sharing=pad",
                          C.File));
  Expected<std::vector<StructureId>> Named = structuresNamed(*P, C.Names);
  if (!Named)
    return fail(Named.error());
  FalseSharingModel M = falseSharing(*P, *Named);
  if (!C.Sarif.empty()) {
    Status Written =
        writeSarif(C.Sarif, falseSharingSarif(*P, M, sarifFolder()));
    return Written ? ExitGood : fail(Written.error());
  }
  size_t Top = C.All ? std::numeric_limits<size_t>::max() : C.Top;
  Terminal Out = Terminal::of(stdout);
  std::string Text = C.Json  ? falseSharingJson(*P, M)
                     : C.Csv ? falseSharingCsv(*P, M)
                             : falseSharingText(*P, M, Top, Out);
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv && Out.Interactive && !M.Tried && M.False != 0)
    say("next: memfacet simulate FILE.mft --sharing=pad");
  return ExitGood;
}

} // namespace

Action declareFalseSharing(CLI::App &App) {
  auto C = std::make_shared<FalseSharingCommand>();
  App.add_option("profile", C->File, "profile made with --sharing")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--structure", C->Names, "only these structures")
      ->type_name("NAME")
      ->expected(1, -1);
  App.add_option("--top", C->Top, "structures shown, and rows of each")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all of them");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON, all rows");
  CLI::Option *Csv =
      App.add_flag("--csv", C->Csv, "as comma-separated values, all rows")
          ->excludes(Json);
  App.add_option("--sarif", C->Sarif,
                 "write SARIF 2.1.0 for continuous integration, and nothing "
                 "else")
      ->type_name("FILE")
      ->excludes(Json)
      ->excludes(Csv);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
