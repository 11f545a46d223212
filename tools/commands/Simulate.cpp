//===- Simulate.cpp - memfacet simulate -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Collect.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/cli/ShowOptions.h"
#include "tools/commands/SimulatePoints.h"
#include "tools/commands/SimulateSweep.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/PartFile.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/misses/Criticality.h"
#include "tools/support/InputFiles.h"
#include "tools/support/Progress.h"
#include "tools/support/Say.h"

namespace memfacet::commands {

namespace {

struct SimulateCommand {
  cli::MeasureOptions Measure;
  SweepCommand Sweep;
  PointsCommand Points;
  std::string Shard;        ///< empty: the whole simulation
  cli::OutputFormat Format; ///< of sweeps and points
  std::string Trace;
  std::vector<std::string> Partitions;
  std::vector<std::string> Perfect;
};

/// Returns the options of a simulation with the core of \p Settings.
Expected<measure::CollectOptions>
optionsFor(const record::CollectorSettings &Settings,
           const SimulateCommand &C) {
  Expected<measure::CollectOptions> Options =
      record::collectOptions(Settings, 0, false);
  if (!Options)
    return Options;
  if (Status S = caches::addPartitions(Options->Caches, C.Partitions); !S)
    return S.error();
  return Options;
}

Expected<measure::CollectOptions> outputOptions(SimulateCommand &C) {
  if (Status Parsed = C.Measure.finish(); !Parsed)
    return Parsed.error();
  if (!C.Perfect.empty() && C.Measure.Settings.Core.empty())
    return makeError(
        "--perfect needs a core; add for example --core alpha21264");
  return optionsFor(C.Measure.Settings, C);
}

/// Simulates the trace. With --perfect, simulates twice: the first time finds
/// the structures.
Expected<result::Profile> simulate(const SimulateCommand &C,
                                   const measure::CollectOptions &Output) {
  Expected<result::Profile> P = measure::simulateTrace(C.Trace, Output);
  if (!P || C.Perfect.empty())
    return P;
  cli::prepareTables(*P);
  Expected<std::vector<std::vector<StructureId>>> Perfect =
      record::perfectScenarios(*P, C.Perfect);
  if (!Perfect)
    return Perfect.error();
  record::CollectorSettings Plain = C.Measure.Settings;
  Plain.Core.clear();
  Expected<measure::CollectOptions> CoreOptions = optionsFor(Plain, C);
  if (!CoreOptions)
    return CoreOptions.error();
  if (Status Added = record::addCore(*CoreOptions, C.Measure.Settings.Core,
                                     std::move(*Perfect));
      !Added)
    return Added.error();
  return measure::simulateTrace(C.Trace, *CoreOptions);
}

/// Returns the part that --shard asks for; nothing without --shard.
Expected<std::optional<Shard>> shardOf(const SimulateCommand &C) {
  if (C.Shard.empty()) {
    if (!C.Points.File.empty() && C.Measure.Output->count())
      return makeError("--points writes no profile: leave --output out, or add "
                       "--apart and --shard, which write a part");
    return std::optional<Shard>();
  }
  Expected<Shard> S = parseShard(C.Shard);
  if (!S)
    return S.error();
  if (!C.Points.File.empty() &&
      (!C.Points.PointsSeparate || !C.Points.Baseline.empty()))
    return makeError("--shard of --points needs --apart, and does not go with "
                     "--against: otherwise a point begins with what the points "
                     "before it left in the caches");
  if (C.Sweep.List.empty() && C.Points.File.empty())
    return makeError("--shard divides the models of --sweep or the intervals "
                     "of --points; one simulation of one trace follows it from "
                     "its beginning to its end");
  if (!C.Format.isText() || !C.Sweep.Names.empty())
    return makeError("--shard writes a part, which is shown when all are "
                     "there: give --json, --csv and --structure to 'memfacet "
                     "merge'");
  return std::optional(*S);
}

/// Simulates the points, or those of \p Part. Returns the exit code.
int runChosen(SimulateCommand &C, const std::optional<Shard> &Part) {
  if (Status Filled = C.Measure.Settings.fillNames(); !Filled)
    return fail(Filled.error());
  C.Points.Part = Part;
  C.Points.Path = C.Measure.Output->count() ? C.Measure.Settings.Output : "";
  return runPoints(C.Points, C.Trace, C.Format,
                   [&] { return outputOptions(C); });
}

/// Simulates the whole trace and writes the profile.
int runWhole(SimulateCommand &C, measure::CollectOptions &Output) {
  Expected<record::PartFile> Mark =
      record::PartFile::create(Output.ProfilePath);
  if (!Mark)
    return fail(Mark.error());
  std::atomic<uint64_t> Words = 0;
  Output.WordsRead = &Words;
  std::optional<Progress> Shown;
  Shown.emplace(fmt::format("simulating '{}'", C.Trace), &Words);
  Expected<result::Profile> P = simulate(C, Output);
  Shown.reset();
  if (!P)
    return fail(P.error());
  if (Status Read = cli::checkRead(*P); !Read)
    return fail(Read.error());
  if (Status Padded = cli::padTrace(C.Measure.Settings, C.Trace, Output, *P);
      !Padded)
    return fail(Padded.error());
  if (Status Written = result::writeProfile(*P, Output.ProfilePath); !Written)
    return fail(Written.error());
  cli::sayLoss(P->Loss);
  say(record::summary(*P) + " -> " + Output.ProfilePath);
  cli::prepareTables(*P);
  std::string Scenarios = report::scenarioText(*P, Terminal::ofStream(stdout));
  if (Status Printed = printOutput(Scenarios); !Printed)
    return fail(Printed.error());
  say("next: " + record::nextCommand(*P, Output.ProfilePath));
  return cli::exitCode(ExitGood, P->Loss);
}

int run(SimulateCommand &C) {
  Expected<std::optional<Shard>> Part = shardOf(C);
  if (!Part)
    return fail(Part.error());
  bool Writes = C.Measure.Output->count() != 0 ||
                (C.Points.File.empty() && C.Sweep.List.empty());
  if (Status Kept = Writes ? checkOverwrites(C.Measure.Settings.Output, C.Trace,
                                             "the trace to read")
                           : Status();
      !Kept)
    return fail(Kept.error());
  if (!C.Points.File.empty())
    return runChosen(C, *Part);
  Expected<measure::CollectOptions> Output = outputOptions(C);
  if (!Output)
    return fail(Output.error());
  if (!C.Sweep.List.empty()) {
    // A sweep writes a profile only if --output names one.
    if (C.Measure.Output->count() == 0)
      Output->ProfilePath.clear();
    C.Sweep.Part = *Part;
    return runSweep(C.Sweep, C.Trace, C.Format, *Output,
                    C.Measure.Cache->count() == 0);
  }
  if (!C.Format.isText() || !C.Sweep.Names.empty() || C.Sweep.Jobs) {
    say("--structure and --jobs go with --sweep only, --json and --csv with "
        "--sweep or --points");
    return ExitUsage;
  }
  return runWhole(C, *Output);
}

void declareSweep(CLI::App &App, SweepCommand &S) {
  App.option_defaults()->group("Sweeps of cache models");
  cli::declareOption(App, "--sweep", S.List,
                     "simulate many cache models at once, for example "
                     "'L1=16K..64K,4/8;L2=1M,16', or those listed in a file; "
                     "write a profile only with --output")
      ->type_name("LIST|FILE");
  cli::declareStructures(App, S.Names, "show misses of these structures only");
  cli::declareJobs(App, S.Jobs);
}

/// Declares the options of points. Must be called after all options that
/// --points excludes.
void declarePoints(CLI::App &App, PointsCommand &C) {
  App.option_defaults()->group("Simulation points");
  CLI::Option *Points = cli::declareFile(
      App, "--points", C.File,
      "simulate these intervals only and estimate the run: lines "
      "\"interval cluster\" or \"interval cluster thread\"; "
      "write no profile");
  cli::declareOption(App, "--point-weights", C.Weights,
                     "weights of the clusters, lines \"weight cluster\"")
      ->needs(Points)
      ->default_str("all equal")
      ->type_name("FILE");
  cli::declareValue(App, "--thread", C.Thread, "T",
                    "thread of the intervals, if the file names none")
      ->needs(Points);
  cli::declareOption(
      App, "--warm", C.Warm,
      "instructions to simulate before each interval, rounded up to "
      "intervals")
      ->needs(Points)
      ->default_str("10 intervals")
      ->type_name("N");
  cli::declareFlag(App, "--threads-alone", C.ThreadsAlone,
                   "leave out what other threads do during the intervals")
      ->needs(Points);
  cli::declareFlag(
      App, "--cut-at-stalls", C.CutAtStalls,
      "end intervals where threads waited, as record --phases does; "
      "default as the file says")
      ->needs(Points);
  CLI::Option *SeparateOption = cli::declareFlag(
      App, "--apart", C.PointsSeparate,
      "simulate each point by itself, with empty caches before it is warmed "
      "up; reads the trace once for each");
  SeparateOption->needs(Points);
  cli::declareOption(App, "--against", C.Baseline,
                     "simulate the whole run as well and show the errors")
      ->needs(Points)
      ->check(cli::oneOf({"whole"}))
      ->excludes(SeparateOption)
      ->type_name("whole");
  for (const char *Other : {"--perfect", "--sweep", "--structure", "--jobs"})
    Points->excludes(App.get_option(Other));
  for (const record::OptionRow &Row : record::traceRows())
    Points->excludes(App.get_option(Row.Spelling));
  for (const record::OptionRow &Row : record::optionRows())
    if (Row.Group == record::OptionGroup::Analyses)
      Points->excludes(App.get_option(Row.Spelling));
}

void declareModel(CLI::App &App, SimulateCommand &C) {
  C.Measure.declareModel(App);
  cli::declareOption(App, "--partition", C.Partitions,
                     "reserve WAYS ways of each set for structure NAME, in the "
                     "first level or in LEVEL; may be repeated")
      ->type_name("NAME=WAYS[@LEVEL]");
  cli::declareOption(
      App, "--perfect", C.Perfect,
      "with --core: simulate once more with structure NAME served "
      "in one cycle (may be repeated); top:N: the N structures with "
      "most stall cycles, one more each time; top:N:misses: those "
      "with most misses")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace

cli::Action declareSimulate(CLI::App &App) {
  auto C = std::make_shared<SimulateCommand>();
  cli::declareTrace(App, C->Trace);
  C->Measure.declareFile(App);
  declareModel(App, *C);
  C->Format.declare(App, "with --sweep or --points: print as JSON",
                    "with --sweep or --points: print as CSV");
  C->Measure.declareAnalyses(App);
  C->Measure.declareTraceAnalyses(App);
  declareSweep(App, C->Sweep);
  cli::declareOption(
      App, "--shard", C->Shard,
      "with --sweep: simulate part I, from 0, of N parts of the list "
      "and write it to --output, for 'memfacet merge'; I may be %r, "
      "the rank")
      ->type_name("I/N");
  declarePoints(App, C->Points);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands
