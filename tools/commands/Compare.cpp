//===- Compare.cpp - memfacet compare -------------------------------------===//

#include "tools/report/compare/Compare.h"
#include "tools/cli/Commands.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct CompareCommand {
  std::string Before, After;
  size_t Top = 20;
  bool Json = false, Csv = false;
};

int run(const CompareCommand &C) {
  Expected<Profile> Before = readProfile(C.Before);
  if (!Before)
    return fail(Before.error());
  Expected<Profile> After = readProfile(C.After);
  if (!After)
    return fail(After.error());
  Expected<Comparison> Both = compareProfiles(*Before, *After);
  if (!Both)
    return fail(Both.error());
  std::string Text = C.Json  ? compareJson(*Both)
                     : C.Csv ? compareCsv(*Both)
                             : compareText(*Both, C.Top, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv && Terminal::of(stdout).Interactive)
    say(fmt::format("next: memfacet report {}", C.After));
  return ExitGood;
}

} // namespace

Action declareCompare(CLI::App &App) {
  auto C = std::make_shared<CompareCommand>();
  App.add_option("before", C->Before, "a profile")
      ->type_name("BEFORE.mfp")
      ->required();
  App.add_option("after", C->After, "another, of the same caches")
      ->type_name("AFTER.mfp")
      ->required();
  App.add_option("--top", C->Top, "structures shown one by one")
      ->type_name("N")
      ->capture_default_str();
  CLI::Option *Json = App.add_flag("--json", C->Json, "everything, as JSON");
  App.add_flag("--csv", C->Csv, "everything, as comma-separated values")
      ->excludes(Json);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
