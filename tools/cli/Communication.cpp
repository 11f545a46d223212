//===- cli/Communication.cpp - memfacet communication ---------------------===//

#include "tools/cli/Commands.h"
#include "tools/record/PartFile.h"
#include "tools/report/FieldTables.h"
#include "tools/report/PairReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <limits>

namespace memfacet {

namespace {

struct CommunicationCommand {
  std::string File = "memfacet.mfp";
  std::vector<std::string> Names;
  size_t Top = 20;
  bool Json = false, Csv = false, All = false, Within = false;
};

int run(const CommunicationCommand &C) {
  waitForProfile(C.File, [&] {
    say(fmt::format("'{}' is being recorded; waiting for its end", C.File));
  });
  Expected<Profile> P = readProfile(C.File);
  if (!P)
    return fail(P.error());
  if (P->Pairs.empty())
    return fail(makeError("'{}' has no sample of pairs; record the program "
                          "again with --communication",
                          C.File));
  Expected<std::vector<StructureId>> Named = structuresNamed(*P, C.Names);
  if (!Named)
    return fail(Named.error());
  PairOptions Options = {C.Within, *Named,
                         C.All ? std::numeric_limits<size_t>::max() : C.Top};
  PairModel M = pairModel(*P, Options);
  std::string Text = C.Json  ? pairJson(*P, M)
                     : C.Csv ? pairCsv(*P, M)
                             : pairText(*P, M, Options, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv && Terminal::of(stdout).Interactive && !M.Rows.empty())
    say(fmt::format("next: memfacet communication {}--structure '{}'",
                    C.File == "memfacet.mfp" ? "" : C.File + " ",
                    P->Structures[M.Rows.front().First.Structure.Value].Name));
  return ExitGood;
}

} // namespace

Action declareCommunication(CLI::App &App) {
  auto C = std::make_shared<CommunicationCommand>();
  App.add_option("profile", C->File, "profile made with --communication")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--structure", C->Names,
                 "only pairs with an end in these structures")
      ->type_name("NAME")
      ->expected(1, -1);
  App.add_flag("--within", C->Within, "pairs of one thread as well");
  App.add_option("--top", C->Top, "rows shown")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all rows");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON, all rows");
  App.add_flag("--csv", C->Csv, "as comma-separated values, all rows")
      ->excludes(Json);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
