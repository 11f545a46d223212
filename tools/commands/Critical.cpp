//===- Critical.cpp - memfacet critical -----------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/report/misses/Criticality.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct CriticalCommand {
  ProfileOption Shown;
  RowLimit Rows{10};
  OutputFormat Format;
};

std::string nextOf(const Profile &P) {
  if (!P.Core.Scenarios.empty())
    return "memfacet describe";
  return fmt::format("memfacet simulate TRACE.mft --core '{}' --perfect top:5",
                     P.Core.Name == "custom" ? P.Core.Spec : P.Core.Name);
}

int run(const CriticalCommand &C) {
  Expected<Profile> P = C.Shown.read();
  if (!P)
    return fail(P.error());
  if (P->Core.empty())
    return fail(makeError("'{}' knows nothing of a core; record or simulate "
                          "with --core, for example --core alpha21264",
                          C.Shown.File));
  return C.Format.print(
      {[&] { return criticalJson(*P); }, [&] { return criticalCsv(*P); },
       [&](const Terminal &T) { return criticalText(*P, C.Rows.most(), T); },
       [&] { return nextOf(*P); }});
}

} // namespace

Action declareCritical(CLI::App &App) {
  auto C = std::make_shared<CriticalCommand>();
  C->Shown.declare(App, "profile made with --core");
  C->Rows.declare(App, "structures to show; the others are summed",
                  "show all structures with misses or stalls");
  C->Format.declare(App);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
