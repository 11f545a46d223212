//===- Compare.cpp - memfacet compare -------------------------------------===//

#include "tools/report/compare/Compare.h"
#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct CompareCommand {
  std::string Before, After;
  RowLimit Rows{20};
  OutputFormat Format;
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
  return C.Format.print(
      {[&] { return compareJson(*Both); }, [&] { return compareCsv(*Both); },
       [&](const Terminal &T) { return compareText(*Both, C.Rows.Top, T); },
       [&] { return "memfacet report " + C.After; }});
}

} // namespace

Action declareCompare(CLI::App &App) {
  auto C = std::make_shared<CompareCommand>();
  App.add_option("before", C->Before, "first profile")
      ->type_name("BEFORE.mfp")
      ->required();
  App.add_option("after", C->After, "second profile, of the same caches")
      ->type_name("AFTER.mfp")
      ->required();
  C->Rows.declareTop(App, "structures to show; the others are summed");
  C->Format.declare(App);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
