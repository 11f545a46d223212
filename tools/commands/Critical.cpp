//===- Critical.cpp - memfacet critical -----------------------------------===//

#include "tools/cli/ShowOptions.h"
#include "tools/report/misses/Criticality.h"

namespace memfacet {

namespace {

std::string nextOf(const Profile &P) {
  if (!P.Core.Scenarios.empty())
    return "memfacet describe";
  return fmt::format("memfacet simulate TRACE.mft --core '{}' --perfect top:5",
                     P.Core.Name == "custom" ? P.Core.Spec : P.Core.Name);
}

int run(const ShowCommand &C) {
  Expected<ShownProfile> In =
      C.read([](const Profile &P) { return !P.Core.empty(); },
             "has no simulated core; record or simulate with --core, for "
             "example --core alpha21264");
  if (!In)
    return fail(In.error());
  const Profile &P = In->P;
  return C.Format.print(
      {[&] { return criticalJson(P); }, [&] { return criticalCsv(P); },
       [&](const Terminal &T) { return criticalText(P, C.Rows.most(), T); },
       [&] { return nextOf(P); }});
}

} // namespace

Action declareCritical(CLI::App &App) {
  auto C = std::make_shared<ShowCommand>();
  C->Shown.declare(App, "profile made with --core");
  C->Rows.declare(App, 10, "structures to show; the others are summed",
                  "show all structures with misses or stalls");
  C->Format.declare(App);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
