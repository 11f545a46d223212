//===- Compare.cpp - memfacet compare -------------------------------------===//

#include "tools/report/compare/Compare.h"
#include "tools/cli/ShowOptions.h"

namespace memfacet {

namespace {

struct CompareCommand {
  std::string Before, After;
  RowLimit Rows;
  OutputFormat Format;
};

int run(const CompareCommand &C) {
  Expected<std::vector<Profile>> P = finishedProfiles({C.Before, C.After});
  if (!P)
    return fail(P.error());
  Expected<Comparison> Both = compareProfiles((*P)[0], (*P)[1]);
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
  C->Rows.declareTop(App, 20, "structures to show; the others are summed");
  C->Format.declare(App);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
