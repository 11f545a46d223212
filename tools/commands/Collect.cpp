//===- Collect.cpp - memfacet collect -------------------------------------===//
//
// The runtime starts it as the collector of a program. People need it only with
// `--region FILE`, which a program names when it could not start a collector.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Options.h"
#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/FollowProgram.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <cstdlib>

namespace memfacet {

namespace {

struct CollectCommand {
  FollowOptions Live;
  std::string RegionFile;
};

int collectRegionFile(const CollectCommand &C) {
  Expected<CollectOptions> Output = collectOptions(C.Live.Settings, 0, false);
  if (!Output)
    return fail(Output.error());
  Expected<Profile> P = collectFile(C.RegionFile, *Output);
  if (!P)
    return fail(P.error());
  if (!Output->Analyse) {
    say("next: memfacet simulate " + Output->TracePath);
    return ExitGood;
  }
  if (Status Written = writeProfile(*P, Output->ProfilePath); !Written)
    return fail(Written.error());
  say(summary(*P) + " -> " + Output->ProfilePath);
  say("next: " + reportCommand(Output->ProfilePath));
  return ExitGood;
}

int run(CollectCommand &C) {
  Expected<CollectorSettings> Settings =
      CollectorSettings::parse(std::getenv(MEMFACET_OPTIONS_VARIABLE));
  if (!Settings)
    return fail(Settings.error());
  C.Live.Settings = *Settings;
  if (!C.RegionFile.empty())
    return collectRegionFile(C);
  if (C.Live.RegionFd < 0 || C.Live.Program == 0) {
    say("nothing to collect; type: memfacet collect --region FILE");
    return ExitUsage;
  }
  Status Collected = followProgram(C.Live);
  return Collected ? ExitGood : fail(Collected.error());
}

} // namespace

Action declareCollect(CLI::App &App) {
  auto C = std::make_shared<CollectCommand>();
  declareFile(App, "--region", C->RegionFile,
              "file with raw events that a program named");
  App.add_option("--region-fd", C->Live.RegionFd,
                 "for the runtime: descriptor of the region")
      ->type_name("FD");
  App.add_option("--program-pid", C->Live.Program,
                 "for the runtime: process that writes the region")
      ->type_name("PID");
  App.add_flag("--child", C->Live.IsChild,
               "for the runtime: put the process number into file names");

  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
