//===- Advise.cpp - memfacet advise ---------------------------------------===//

#include "tools/report/advice/Advise.h"
#include "analysis/pipeline/AdviseTrace.h"
#include "tools/cli/Commands.h"
#include "tools/cli/NamingOptions.h"
#include "tools/record/CollectPlan.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <filesystem>
#include <thread>

namespace memfacet {

namespace {

struct AdviseCommand {
  CollectorSettings Settings;
  std::string Trace, Context = "0";
  size_t Top = 10, Tries = 24;
  bool Json = false, Csv = false;
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
  std::error_code Ignored;
  std::string Folder = std::filesystem::current_path(Ignored).string();
  std::vector<std::string> Verify =
      verifyCommands(*A, C.Trace, C.Settings.Cache);
  std::string Text =
      C.Json  ? adviseJson(*A, C.Top, Verify)
      : C.Csv ? adviseCsv(*A, C.Top)
              : adviseText(*A, C.Top, Verify, Folder, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  return A->Of.Loss.Truncated ? ExitFailure : ExitGood;
}

} // namespace

Action declareAdvise(CLI::App &App) {
  auto C = std::make_shared<AdviseCommand>();
  App.add_option("trace", C->Trace, "trace of 'memfacet record --trace'")
      ->type_name("FILE.mft")
      ->required();
  App.add_option("--cache", C->Settings.Cache,
                 "cache model; 'memfacet caches' lists them")
      ->type_name("MODEL")
      ->capture_default_str();
  App.add_option("-n,--top", C->Top, "suggestions shown")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--tries", C->Tries,
                 "changes that are simulated, the most promising")
      ->type_name("N")
      ->capture_default_str();
  declareNaming(App, C->Context, C->Settings.Wrappers);
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON");
  App.add_flag("--csv", C->Csv, "as comma-separated values")->excludes(Json);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
