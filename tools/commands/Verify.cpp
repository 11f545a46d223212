//===- Verify.cpp - memfacet verify ---------------------------------------===//

#include "analysis/pipeline/Collect.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/cli/Commands.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

int run(const std::string &Trace) {
  Expected<Verification> V = verifyTrace(Trace);
  if (!V)
    return fail(V.error());
  for (const std::string &Line : describeLoss(V->Loss))
    say("data loss: " + Line);
  fmt::print("{} addresses compared, {} mismatches\n", V->Compared,
             V->Mismatches);
  if (V->Mismatches != 0) {
    say("first mismatch: " + V->First);
    return ExitFailure;
  }
  if (V->Compared == 0) {
    say(fmt::format("'{}' carries no addresses to compare; build the program "
                    "with memfacet-clang --memfacet-verify",
                    Trace));
    return ExitFailure;
  }
  return ExitGood;
}

} // namespace

Action declareVerify(CLI::App &App) {
  auto Trace = std::make_shared<std::string>();
  declareTrace(App, *Trace);
  return [Trace](const std::vector<std::string> &) { return run(*Trace); };
}

} // namespace memfacet
