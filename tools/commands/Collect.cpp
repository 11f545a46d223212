//===- Collect.cpp - memfacet collect -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime starts this command as the collector of a program. A user needs
// it only with `--region FILE`, which a program prints if it could not start a
// collector.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Options.h"
#include "tools/cli/ShowOptions.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/OutputNames.h"
#include "tools/record/PartFile.h"
#include <cstdlib>
#include <fstream>
#include <sys/personality.h>

namespace memfacet::commands {

namespace {

struct FollowOptions {
  int RegionFd = -1;
  uint32_t Program = 0; ///< process id
  bool IsChild = false; ///< forked by a program that also records
  record::CollectorSettings Settings;
};

/// Returns whether the kernel chose the program's addresses at random.
bool hasRandomAddresses(uint32_t Process) {
  std::ifstream File(fmt::format("/proc/{}/personality", Process));
  unsigned long Personality = 0;
  if (!(File >> std::hex >> Personality))
    return true;
  return (Personality & ADDR_NO_RANDOMIZE) == 0;
}

/// Chooses an unused name for the profile. If the program's parent, or the
/// process before an exec, writes a profile of this name, adds the process
/// number; after several execs, adds a further number.
Expected<record::PartFile> claimProfile(const FollowOptions &Options,
                                        measure::CollectOptions &Output) {
  for (uint32_t Try = 1;; ++Try) {
    Expected<record::PartFile> Part =
        record::PartFile::create(Output.mainPath());
    if (!Part || !Part->isShared())
      return Part;
    Output.ProfilePath =
        record::outputPath(Options.Settings.Output, Options.Program, true);
    Output.TracePath =
        record::outputPath(Options.Settings.Trace, Options.Program, true);
    if (Try == 1)
      continue;
    Output.ProfilePath = record::numberedPath(Output.ProfilePath, Try);
    if (!Output.TracePath.empty())
      Output.TracePath = record::numberedPath(Output.TracePath, Try);
  }
}

/// Runs as the collector that an instrumented program started.
Status followProgram(const FollowOptions &Options) {
  Expected<words::Region> Memory = words::Region::attach(Options.RegionFd);
  if (!Memory)
    return Memory.error();
  Expected<measure::CollectOptions> Output = record::collectOptions(
      Options.Settings, Options.Program, Options.IsChild);
  if (!Output)
    return Output.error();
  Expected<record::PartFile> Part = claimProfile(Options, *Output);
  if (!Part)
    return Part.error();
  if (hasRandomAddresses(Options.Program))
    Output->Notes.emplace_back(record::RandomAddressesNote);
  if (Options.IsChild)
    Output->Notes.emplace_back(
        "this is a forked child: memory that its parent had allocated is "
        "[unattributed]");
  Expected<measure::Collector> Work =
      measure::Collector::create(std::move(*Memory), *Output);
  if (!Work)
    return Work.error();
  Work->attach();
  return Work->run(Options.Program);
}

struct CollectCommand {
  FollowOptions Live;
  std::string RegionFile;
};

int collectRegionFile(const CollectCommand &C) {
  Expected<measure::CollectOptions> Output =
      record::collectOptions(C.Live.Settings, 0, false);
  if (!Output)
    return fail(Output.error());
  Expected<result::Profile> P = measure::collectFile(C.RegionFile, *Output);
  if (!P)
    return fail(P.error());
  if (!Output->Analyse) {
    say("next: memfacet simulate " + Output->TracePath);
    return ExitGood;
  }
  if (Status Written = result::writeProfile(*P, Output->ProfilePath); !Written)
    return fail(Written.error());
  say(record::summary(*P) + " -> " + Output->ProfilePath);
  say("next: " + record::reportCommand(Output->ProfilePath));
  return ExitGood;
}

int run(CollectCommand &C) {
  Expected<record::CollectorSettings> Settings =
      record::CollectorSettings::parse(std::getenv(MEMFACET_OPTIONS_VARIABLE));
  if (!Settings)
    return fail(Settings.error());
  if (Status Filled = Settings->fillNames(); !Filled)
    return fail(Filled.error());
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

cli::Action declareCollect(CLI::App &App) {
  auto C = std::make_shared<CollectCommand>();
  cli::declareFile(App, "--region", C->RegionFile,
                   "file with raw events that a program named");
  cli::declareOption(App, "--region-fd", C->Live.RegionFd,
                     "for the runtime: descriptor of the region")
      ->type_name("FD");
  cli::declareOption(App, "--program-pid", C->Live.Program,
                     "for the runtime: process that writes the region")
      ->type_name("PID");
  cli::declareFlag(App, "--child", C->Live.IsChild,
                   "for the runtime: put the process number into file names");

  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands
