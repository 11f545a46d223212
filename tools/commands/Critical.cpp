//===- Critical.cpp - memfacet critical -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/report/misses/Criticality.h"

namespace memfacet {

namespace {

std::string nextOf(const result::Profile &P) {
  if (!P.Core.Scenarios.empty())
    return "memfacet describe";
  return fmt::format("memfacet simulate TRACE.mft --core '{}' --perfect top:5",
                     P.Core.Name == "custom" ? P.Core.Spec : P.Core.Name);
}

constexpr Need Core = {[](const result::Profile &P) { return !P.Core.empty(); },
                       "has no simulated core", "--core"};

int showCritical(const ShowCommand &C, const ShownProfile &In) {
  const result::Profile &P = In.P;
  return C.Format.print(
      {[&] { return criticalJson(P); }, [&] { return criticalCsv(P); },
       [&](const Terminal &T) { return criticalText(P, C.Rows.most(), T); },
       [&] { return nextOf(P); }});
}

int run(const ShowCommand &C, const std::vector<std::string> &Program) {
  return C.show(Core, Program,
                [&](const ShownProfile &In) { return showCritical(C, In); });
}

} // namespace

Action declareCritical(CLI::App &App) {
  auto C = std::make_shared<ShowCommand>();
  C->Shown.declareRun(App);
  C->Shown.declareCore(App);
  C->Rows.declare(App, 10, "structures to show; the others are summed",
                  "show all structures with misses or stalls");
  C->Format.declare(App);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet
