//===- Simulate.cpp - memfacet simulate -----------------------------------===//

#include "analysis/cache/PartitionSpec.h"
#include "analysis/communication/SharingCaches.h"
#include "analysis/pipeline/PadTrace.h"
#include "tools/cli/Commands.h"
#include "tools/cli/NamingOptions.h"
#include "tools/commands/SimulatePoints.h"
#include "tools/commands/SimulateSweep.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/CoreChoice.h"
#include "tools/record/PartFile.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/misses/Criticality.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <thread>

namespace memfacet {

namespace {

struct SimulateCommand {
  CollectorSettings Settings;
  SweepCommand Sweep;
  PointsCommand Points;
  std::string Trace, Interval = "1M", Context = "0";
  std::vector<std::string> Partitions;
  std::vector<std::string> Perfect;
  CLI::Option *Output = nullptr, *Cache = nullptr;
};

/// What to simulate, with the core of \p Settings.
Expected<CollectOptions> optionsFor(const CollectorSettings &Settings,
                                    const SimulateCommand &C) {
  Expected<CollectOptions> Options = collectOptions(Settings, 0, false);
  if (!Options)
    return Options;
  if (Status S = addPartitions(Options->Caches, C.Partitions); !S)
    return S.error();
  if (!Settings.Sample.empty()) {
    if (!C.Sweep.List.empty())
      return makeError(
          "--sweep needs the whole run, which --sample leaves out; "
          "drop one of them");
    Options->Sample = *parseSamplePlan(Settings.Sample);
  }
  return Options;
}

Expected<CollectOptions> outputOptions(SimulateCommand &C) {
  Expected<uint64_t> Interval = parseCount(C.Interval);
  if (!Interval)
    return Interval.error();
  C.Settings.Interval = *Interval;
  Expected<uint32_t> Frames = parseContext(C.Context);
  if (!Frames)
    return Frames.error();
  C.Settings.Context = *Frames;
  C.Settings.Cache =
      cachesFor(C.Settings.Core, C.Settings.Cache, C.Cache->count() != 0);
  if (!C.Perfect.empty() && C.Settings.Core.empty())
    return makeError(
        "--perfect needs a core; add for example --core alpha21264");
  return optionsFor(C.Settings, C);
}

/// With --perfect, a first simulation tells which structures there are.
Expected<Profile> simulate(const SimulateCommand &C,
                           const CollectOptions &Output) {
  Expected<Profile> P = simulateTrace(C.Trace, Output);
  if (!P || C.Perfect.empty())
    return P;
  Expected<std::vector<std::vector<StructureId>>> Perfect =
      perfectScenarios(*P, C.Perfect);
  if (!Perfect)
    return Perfect.error();
  CollectorSettings Plain = C.Settings;
  Plain.Core.clear();
  Expected<CollectOptions> Again = optionsFor(Plain, C);
  if (!Again)
    return Again.error();
  if (Status Added = addCore(*Again, C.Settings.Core, std::move(*Perfect));
      !Added)
    return Added.error();
  return simulateTrace(C.Trace, *Again);
}

/// What padding would save, where --sharing=pad asks for it.
Status pad(const SimulateCommand &C, const CollectOptions &Output, Profile &P) {
  Expected<SharingPlan> Plan = SharingPlan::parse(C.Settings.Sharing);
  if (!Plan || !Plan->Pad)
    return Plan ? Status() : Status(Plan.error());
  unsigned Threads = std::max(1u, std::thread::hardware_concurrency());
  return tryPaddings(C.Trace, Output, Plan->Map, Threads, P);
}

int run(SimulateCommand &C) {
  if (!C.Points.File.empty()) {
    C.Points.Json = C.Sweep.Json;
    C.Points.Csv = C.Sweep.Csv;
    return runPoints(C.Points, C.Trace, [&] { return outputOptions(C); });
  }
  Expected<CollectOptions> Output = outputOptions(C);
  if (!Output)
    return fail(Output.error());
  if (!C.Sweep.List.empty()) {
    // A table is what is asked for; a profile, only where it is named.
    if (C.Output->count() == 0)
      Output->ProfilePath.clear();
    return runSweep(C.Sweep, C.Trace, *Output, C.Cache->count() == 0);
  }
  if (C.Sweep.Json || C.Sweep.Csv || !C.Sweep.Names.empty() || C.Sweep.Jobs) {
    say("--structure and --jobs go with --sweep only, --json and --csv with "
        "--sweep or --points");
    return ExitUsage;
  }
  Expected<PartFile> Part = PartFile::create(Output->ProfilePath);
  if (!Part)
    return fail(Part.error());
  Expected<Profile> P = simulate(C, *Output);
  if (!P)
    return fail(P.error());
  if (P->Loss.Truncated && P->Instructions == 0)
    return fail(makeError("no record can be read: {}", P->Loss.TruncatedWhy));
  if (Status Padded = pad(C, *Output, *P); !Padded)
    return fail(Padded.error());
  if (Status Written = writeProfile(*P, Output->ProfilePath); !Written)
    return fail(Written.error());
  for (const std::string &Line : describeLoss(P->Loss))
    say("data loss: " + Line);
  say(summary(*P) + " -> " + Output->ProfilePath);
  std::string Scenarios = scenarioText(*P, Terminal::of(stdout));
  if (Status Printed = printOutput(Scenarios); !Printed)
    return fail(Printed.error());
  say("next: " + nextCommand(*P, Output->ProfilePath));
  // What there is has been analysed, but scripts should know.
  return P->Loss.Truncated ? ExitFailure : ExitGood;
}

void declareSweep(CLI::App &App, SweepCommand &S) {
  App.add_option("--sweep", S.List,
                 "simulate many cache models at once, for instance "
                 "'L1=16K..64K,4/8;L2=1M,16', or a file that lists them; no "
                 "profile is written without --output")
      ->type_name("LIST|FILE");
  App.add_option("--structure", S.Names,
                 "sweep: misses of these structures only")
      ->type_name("NAME")
      ->expected(1, -1);
  App.add_option("--jobs", S.Jobs, "sweep: threads that simulate [processors]")
      ->type_name("N")
      ->check(CLI::Range(1u, 1024u));
  CLI::Option *Json = App.add_flag("--json", S.Json, "sweep, points: as JSON");
  App.add_flag("--csv", S.Csv, "sweep, points: as comma-separated values")
      ->excludes(Json);
}

/// Behind all options that make no sense beside it.
void declarePoints(CLI::App &App, PointsCommand &C) {
  CLI::Option *Points =
      App.add_option("--points", C.File,
                     "only these intervals, \"interval cluster\" or \"interval "
                     "cluster thread\" lines of 'memfacet simpoints "
                     "--simpoints', and what they say about the run; no "
                     "profile is written")
          ->type_name("FILE");
  App.add_option("--weights", C.Weights,
                 "points: their clusters' weights, of 'memfacet simpoints "
                 "--weights' [all the same]")
      ->needs(Points)
      ->type_name("FILE");
  App.add_option("--thread", C.Thread,
                 "points: whose intervals they are, where the file does not "
                 "say")
      ->needs(Points)
      ->type_name("T")
      ->capture_default_str();
  App.add_option("--warm", C.Warm,
                 "points: instructions simulated before each, whole intervals "
                 "[10 intervals]")
      ->needs(Points)
      ->type_name("N");
  App.add_flag("--threads-alone", C.ThreadsAlone,
               "points: without what other threads do meanwhile, which share "
               "caches and take lines away")
      ->needs(Points);
  App.add_flag("--cut-at-stalls", C.CutAtStalls,
               "points: intervals end where threads waited, as those of "
               "'record --phases' [where the file says so]")
      ->needs(Points);
  App.add_option("--against", C.Against,
                 "points: simulate the whole run, too, and show by how much "
                 "the points are off")
      ->needs(Points)
      ->check(CLI::IsMember({"whole"}))
      ->type_name("whole");
  for (const char *Other :
       {"--output", "--why", "--perfect", "--curves", "--sample", "--blocks",
        "--phases", "--communication", "--sharing", "--sweep", "--structure",
        "--jobs"})
    Points->excludes(App.get_option(Other));
}

void declareCaches(CLI::App &App, SimulateCommand &C) {
  C.Cache = App.add_option("--cache", C.Settings.Cache,
                           "cache model; 'memfacet caches' lists them")
                ->type_name("MODEL")
                ->capture_default_str();
  App.add_flag("--why", C.Settings.Why,
               "why lines miss, and who evicted them ('memfacet why', "
               "'memfacet evictions'): slower, keeps private caches coherent");
  App.add_option("--partition", C.Partitions,
                 "structure NAME has WAYS ways of each set for itself, of the "
                 "first level or of LEVEL; may be repeated")
      ->type_name("NAME=WAYS[@LEVEL]");
}

void declareCore(CLI::App &App, SimulateCommand &C) {
  App.add_option("--core", C.Settings.Core,
                 "simulate this core, too: alpha21264, inorder, zen4 or a "
                 "spec; brings its caches")
      ->type_name("CORE");
  App.add_option("--perfect", C.Perfect,
                 "and once more with this structure served in one cycle; may "
                 "be repeated; top:N adds the N with most stall cycles, one "
                 "after the other, top:N:misses those with most misses")
      ->type_name("NAME|top:N")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace

Action declareSimulate(CLI::App &App) {
  auto C = std::make_shared<SimulateCommand>();
  App.add_option("trace", C->Trace, "trace of 'memfacet record --trace'")
      ->type_name("FILE.mft")
      ->required();
  C->Output = App.add_option("-o,--output", C->Settings.Output,
                             "profile to write; an existing one is kept as "
                             "FILE.old")
                  ->type_name("FILE")
                  ->capture_default_str();
  declareCaches(App, *C);
  declareCore(App, *C);
  App.add_option("--interval,--period", C->Interval,
                 "instructions per interval: the period of what is kept over "
                 "time")
      ->type_name("N")
      ->capture_default_str();
  declareNaming(App, C->Context, C->Settings.Wrappers);
  App.add_flag("--curves{sampled}", C->Settings.Curves,
               "misses by cache size as well, for 'memfacet curves': "
               "--curves or --curves=exact");
  App.add_flag("--sample{2%}", C->Settings.Sample,
               "only windows of a complete trace, as 'memfacet record "
               "--sample' would have had them");
  App.add_flag("--blocks", C->Settings.Blocks,
               "block vectors as well, for 'memfacet blocks': slower");
  App.add_flag("--phases{all}", C->Settings.Phases,
               "what intervals look like as well, for 'memfacet phases': "
               "--phases, or --phases=image,reuse,modulo=64K: slower")
      ->type_name("LIST");
  App.add_flag("--communication{1000}", C->Settings.Communication,
               "a sample of pairs of accesses to a line as well, for 'memfacet "
               "communication', as 'memfacet record --communication' chooses "
               "them");
  App.add_option("--pairs", C->Settings.Pairs,
                 "with --communication: write the pairs one by one, as "
                 "comma-separated values")
      ->type_name("FILE");
  App.add_flag("--sharing{map=threads}", C->Settings.Sharing,
               "misses by sharing lines between threads as well, for 'memfacet "
               "sharing': --sharing, --sharing=map=pairs (two threads to a "
               "cache), --sharing=no-range, --sharing=pad (and what padding "
               "would save): slower")
      ->type_name("PLAN");
  declareSweep(App, C->Sweep);
  declarePoints(App, C->Points);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
