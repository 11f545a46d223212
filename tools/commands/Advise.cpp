//===- Advise.cpp - memfacet advise ---------------------------------------===//

#include "tools/report/advice/Advise.h"
#include "analysis/pipeline/AdviseTrace.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/record/CollectPlan.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <thread>

namespace memfacet {

namespace {

struct AdviseCommand {
  CollectorSettings Settings;
  std::string Trace, Context = "0";
  RowLimit Rows{10};
  size_t Tries = 24;
  OutputFormat Format;
};

Expected<AdviseOptions> optionsOf(AdviseCommand &C) {
  Expected<uint32_t> Frames = parseContext(C.Context);
  if (!Frames)
    return Frames.error();
  C.Settings.Context = *Frames;
  C.Settings.Interval = 1'000'000;
  Expected<CollectOptions> Collect = collectOptions(C.Settings, 0, false);
  if (!Collect)
    return Collect.error();
  AdviseOptions Options;
  Options.Collect = std::move(*Collect);
  Options.MostTried = C.Tries;
  Options.Threads = std::max(1u, std::thread::hardware_concurrency());
  return Options;
}

int run(AdviseCommand &C) {
  Expected<AdviseOptions> Options = optionsOf(C);
  if (!Options)
    return fail(Options.error());
  Expected<Advice> A = adviseTrace(C.Trace, *Options);
  if (!A)
    return fail(A.error());
  if (A->Of.Loss.Truncated && A->Of.Instructions == 0)
    return fail(
        makeError("no record can be read: {}", A->Of.Loss.TruncatedWhy));
  for (const std::string &Line : describeLoss(A->Of.Loss))
    say("data loss: " + Line);
  std::vector<std::string> Verify =
      verifyCommands(*A, C.Trace, C.Settings.Cache);
  size_t Top = C.Rows.Top;
  int Code =
      C.Format.print({[&] { return adviseJson(*A, Top, Verify); },
                      [&] { return adviseCsv(*A, Top); },
                      [&](const Terminal &T) {
                        return adviseText(*A, Top, Verify, currentFolder(), T);
                      }});
  if (Code != ExitGood)
    return Code;
  return A->Of.Loss.Truncated ? ExitFailure : ExitGood;
}

} // namespace

Action declareAdvise(CLI::App &App) {
  auto C = std::make_shared<AdviseCommand>();
  declareTrace(App, C->Trace);
  declareCache(App, C->Settings.Cache);
  C->Rows.declareTop(App, "suggestions to show");
  App.add_option("--tries", C->Tries,
                 "changes to simulate, the most promising ones first")
      ->type_name("N")
      ->capture_default_str();
  declareNaming(App, C->Context, C->Settings.Wrappers);
  C->Format.declare(App, "print suggestions as JSON",
                    "print suggestions as CSV");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
