//===- Advise.cpp - memfacet advise ---------------------------------------===//

#include "tools/report/advice/Advise.h"
#include "analysis/pipeline/AdviseTrace.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/record/CollectPlan.h"
#include "tools/report/common/ReportHeader.h"
#include <thread>

namespace memfacet {

namespace {

struct AdviseCommand {
  CollectorSettings Settings;
  std::string Trace, Context = "0";
  RowLimit Rows;
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
  Options.GiveTitles = prepareTables;
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
  if (Status Read = checkRead(A->Of); !Read)
    return fail(Read.error());
  sayLoss(A->Of.Loss);
  std::vector<std::string> Verify =
      verifyCommands(*A, C.Trace, C.Settings.Cache);
  size_t Top = C.Rows.Top;
  return exitCode(C.Format.print({[&] { return adviseJson(*A, Top, Verify); },
                                  [&] { return adviseCsv(*A, Top); },
                                  [&](const Terminal &T) {
                                    return adviseText(*A, Top, Verify, T);
                                  }}),
                  A->Of.Loss);
}

} // namespace

Action declareAdvise(CLI::App &App) {
  auto C = std::make_shared<AdviseCommand>();
  declareTrace(App, C->Trace);
  declareCache(App, C->Settings.Cache);
  C->Rows.declareTop(App, 10, "suggestions to show");
  declareValue(App, "--tries", C->Tries, "N",
               "layout changes to simulate, the most promising ones first");
  declareNaming(App, C->Context, C->Settings);
  C->Format.declare(App, "print suggestions as JSON",
                    "print suggestions as CSV");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
