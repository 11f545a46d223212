//===- cli/Simulate.cpp - memfacet simulate -------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/PartFile.h"
#include "tools/report/ReportHeader.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct SimulateCommand {
  CollectorSettings Settings;
  std::string Trace, Interval = "1M", Context = "0";
};

Expected<CollectOptions> outputOptions(SimulateCommand &C) {
  Expected<uint64_t> Interval = parseCount(C.Interval);
  if (!Interval)
    return Interval.error();
  C.Settings.Interval = *Interval;
  Expected<uint32_t> Frames = parseContext(C.Context);
  if (!Frames)
    return Frames.error();
  C.Settings.Context = *Frames;
  return collectOptions(C.Settings, 0, false);
}

int run(SimulateCommand &C) {
  Expected<CollectOptions> Output = outputOptions(C);
  if (!Output)
    return fail(Output.error());
  Expected<PartFile> Part = PartFile::create(Output->ProfilePath);
  if (!Part)
    return fail(Part.error());
  Expected<Profile> P = simulateTrace(C.Trace, *Output);
  if (!P)
    return fail(P.error());
  if (P->Loss.Truncated && P->Instructions == 0)
    return fail(makeError("no record can be read: {}", P->Loss.TruncatedWhy));
  if (Status Written = writeProfile(*P, Output->ProfilePath); !Written)
    return fail(Written.error());
  for (const std::string &Line : describeLoss(P->Loss))
    say("data loss: " + Line);
  say(summary(*P) + " -> " + Output->ProfilePath);
  say("next: " + reportCommand(Output->ProfilePath));
  // What there is has been analysed, but scripts should know.
  return P->Loss.Truncated ? ExitFailure : ExitGood;
}

} // namespace

Action declareSimulate(CLI::App &App) {
  auto C = std::make_shared<SimulateCommand>();
  App.add_option("trace", C->Trace, "trace of 'memfacet record --trace'")
      ->type_name("FILE.mft")
      ->required();
  App.add_option("-o,--output", C->Settings.Output,
                 "profile to write; an existing one is kept as FILE.old")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--cache", C->Settings.Cache,
                 "cache model; 'memfacet caches' lists them")
      ->type_name("MODEL")
      ->capture_default_str();
  App.add_option("--interval", C->Interval, "instructions per interval")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--context", C->Context,
                 "tell structures apart by N calls around their allocation")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--wrappers", C->Settings.Wrappers,
                 "functions that hand on fresh memory, one name a line; !name "
                 "is none")
      ->type_name("FILE");
  App.add_flag("--curves{sampled}", C->Settings.Curves,
               "misses by cache size as well, for 'memfacet curves': "
               "--curves or --curves=exact");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
