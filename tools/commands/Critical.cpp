//===- Critical.cpp - memfacet critical -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/report/misses/Criticality.h"

namespace memfacet::commands {

namespace {

std::string nextOf(const result::Profile &P) {
  if (!P.Core.Scenarios.empty())
    return "memfacet describe";
  return fmt::format("memfacet simulate TRACE.mft --core '{}' --perfect top:5",
                     P.Core.Name == "custom" ? P.Core.Spec : P.Core.Name);
}

constexpr cli::Need Core = {
    [](const result::Profile &P) { return !P.Core.empty(); },
    "has no simulated core", "--core"};

int showCritical(const cli::ShowCommand &C, const cli::ShownProfile &In) {
  const result::Profile &P = In.P;
  return C.Format.print({[&] { return report::criticalJson(P); },
                         [&] { return report::criticalCsv(P); },
                         [&](const Terminal &T) {
                           return report::criticalText(P, C.Rows.most(), T);
                         },
                         [&] { return nextOf(P); }});
}

int run(const cli::ShowCommand &C, const std::vector<std::string> &Program) {
  return C.show(Core, Program, [&](const cli::ShownProfile &In) {
    return showCritical(C, In);
  });
}

} // namespace

cli::Action declareCritical(CLI::App &App) {
  auto C = std::make_shared<cli::ShowCommand>();
  C->Shown.declareRun(App);
  C->Shown.declareCore(App);
  C->Rows.declare(App, 10, "structures to show; the others are summed",
                  "show all structures with misses or stalls");
  C->Format.declare(App);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands
