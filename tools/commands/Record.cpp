//===- Record.cpp - memfacet record ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/model/CacheModel.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/ProgramFile.h"
#include "tools/record/RecordProgram.h"
#include "tools/record/SampleProgram.h"

namespace memfacet::commands {

namespace {

struct RecordCommand {
  cli::MeasureOptions Measure;
  record::LaunchOptions Launch;
  bool NoAnalysis = false;
  bool Complete = false, Exact = false;
  std::string Hertz;
};

/// Returns an error for options that --sample-blocks excludes.
Status checkSampled(const CLI::App &App) {
  for (const CLI::Option *O : App.get_options()) {
    std::string Name = O->get_name();
    if (O->count() != 0 && Name.starts_with("--") && Name != "--output" &&
        Name != "--aslr" && Name != "--sample-blocks")
      return makeError("--sample-blocks samples a program that is not "
                       "instrumented, and knows nothing of {}; drop one of "
                       "them",
                       Name);
  }
  return {};
}

/// Samples the blocks of a program that is not instrumented.
int runSampled(const CLI::App &App, RecordCommand &C) {
  Expected<uint64_t> Hertz = record::parseHertz(C.Hertz);
  if (!Hertz)
    return fail(Hertz.error());
  if (Status Sampled = checkSampled(App); !Sampled)
    return fail(Sampled.error());
  if (Status Fits = record::checkSampledProgram(C.Launch.Command[0]); !Fits)
    return fail(Fits.error());
  if (Status Filled = C.Measure.Settings.fillNames(); !Filled)
    return fail(Filled.error());
  Expected<record::RecordedRun> Run =
      record::sampleProgram({C.Launch, C.Measure.Settings.Output, *Hertz});
  return Run ? Run->Code : fail(Run.error());
}

/// Sets which accesses the program records: all, or those to chosen lines.
Status chooseLines(RecordCommand &C) {
  record::CollectorSettings &S = C.Measure.Settings;
  Status Fits = record::checkSelection(S);
  S.Select = !C.Complete && record::selects(S, C.Launch.Command[0]);
  if (C.Exact)
    S.Lines = "1";
  // A complete recording also has all lines.
  if (!Fits && !C.Exact && S.Lines != "auto")
    return makeError("--lines {}: {}; drop one of them", S.Lines,
                     Fits.error().Message);
  return {};
}

int run(const CLI::App &App, RecordCommand &C,
        const std::vector<std::string> &AfterDashes) {
  std::vector<std::string> &Words = C.Launch.Command;
  Words = App.remaining();
  Words.insert(Words.end(), AfterDashes.begin(), AfterDashes.end());
  if (Words.empty()) {
    say("no program to run; type: memfacet record -- ./program arguments");
    return ExitUsage;
  }
  if (!C.Hertz.empty())
    return runSampled(App, C);
  if (Status Parsed = C.Measure.finish(); !Parsed)
    return fail(Parsed.error());
  record::CollectorSettings &S = C.Measure.Settings;
  S.Analyse = !C.NoAnalysis;
  if (Status Fits = record::checkProgram(Words[0], S); !Fits)
    return fail(Fits.error());
  if (Status Chosen = chooseLines(C); !Chosen)
    return fail(Chosen.error());
  Expected<record::RecordedRun> Run = record::recordProgram({C.Launch, S});
  return Run ? Run->Code : fail(Run.error());
}

} // namespace

/// Declares an option that is not needed any more, for old scripts: each
/// recording has its data.
static void declareUsual(CLI::App &App, const char *Name) {
  App.add_option_function<std::string>(
         Name,
         [Name](const std::string &Plan) {
           say(fmt::format("{} is not needed: each recording follows the lines "
                           "that threads share{}",
                           Name,
                           Plan.empty() ? ""
                                        : ", and '" + Plan +
                                              "' is for memfacet simulate"));
         },
         "not needed")
      ->expected(0, 1)
      ->group("");
}

cli::Action declareRecord(CLI::App &App) {
  auto C = std::make_shared<RecordCommand>();
  C->Measure.declareFile(App);
  cli::declareGroup(App, record::OptionGroup::Recording, C->Measure.Settings);
  cli::declareFlag(
      App, "--no-analysis", C->NoAnalysis,
      "write the trace only, several times faster; memfacet simulate "
      "makes the same profile later");
  CLI::Option *Complete =
      cli::declareFlag(App, "--complete", C->Complete,
                       "record every access, also where accesses to some lines "
                       "would do; slower");
  CLI::Option *Lines = cli::declareSetting(App, record::optionRow("--lines"),
                                           C->Measure.Settings)
                           ->excludes(Complete);
  cli::declareFlag(
      App, "--exact", C->Exact,
      "simulate all cache lines, however long the run is; the same "
      "as --lines 1")
      ->excludes(Complete)
      ->excludes(Lines);
  C->Measure.declareModel(App);
  cli::declareFlag(App, "--aslr", C->Launch.RandomAddresses,
                   "leave addresses random; counts may differ from run to run");
  C->Measure.declareAnalyses(App);
  for (const record::OptionRow &Row : record::traceRows())
    declareUsual(App, Row.Spelling);
  cli::declareFlag(App, "--sample-blocks{1000}", C->Hertz,
                   "record only block vectors, sampled HZ times per second "
                   "(default 1000), of a program built with --block-map")
      ->type_name("HZ");
  return [C, &App](const std::vector<std::string> &AfterDashes) {
    return run(App, *C, AfterDashes);
  };
}

} // namespace memfacet::commands
