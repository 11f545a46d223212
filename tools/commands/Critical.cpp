//===- Critical.cpp - memfacet critical -----------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/misses/Criticality.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <limits>

namespace memfacet {

namespace {

struct CriticalCommand {
  std::string File = "memfacet.mfp";
  size_t Top = 10;
  bool Json = false, Csv = false, All = false;
};

int run(const CriticalCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  if (P->Core.empty())
    return fail(makeError("'{}' knows nothing of a core; record or simulate "
                          "with --core, for example --core alpha21264",
                          C.File));
  size_t Top = C.All ? std::numeric_limits<size_t>::max() : C.Top;
  std::string Text = C.Json  ? criticalJson(*P)
                     : C.Csv ? criticalCsv(*P)
                             : criticalText(*P, Top, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (C.Json || C.Csv || !Terminal::of(stdout).Interactive)
    return ExitGood;
  say(P->Core.Scenarios.empty()
          ? fmt::format("next: memfacet simulate TRACE.mft --core '{}' "
                        "--perfect top:5",
                        P->Core.Name == "custom" ? P->Core.Spec : P->Core.Name)
          : std::string("next: memfacet describe"));
  return ExitGood;
}

} // namespace

Action declareCritical(CLI::App &App) {
  auto C = std::make_shared<CriticalCommand>();
  App.add_option("profile", C->File,
                 "profile recorded or simulated with --core")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--top", C->Top, "structures shown")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all with misses or stalls");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON");
  App.add_flag("--csv", C->Csv, "as comma-separated values")->excludes(Json);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
