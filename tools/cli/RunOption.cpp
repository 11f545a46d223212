//===- RunOption.cpp - the run that a command shows ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "analysis/measure/pipeline/Collect.h"
#include "analysis/words/trace/TraceReader.h"
#include "memfacet/Check.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/OutputNames.h"
#include "tools/record/ProgramFile.h"
#include "tools/record/RecordProgram.h"
#include "tools/record/SampleProgram.h"
#include "tools/report/common/ImportedTrace.h"
#include "tools/report/common/ProcessLines.h"
#include "tools/report/common/TableNames.h"
#include "tools/support/Interruption.h"
#include "tools/support/Progress.h"
#include <fstream>
#include <unistd.h>

namespace memfacet::cli {

bool isTrace(const std::string &File) {
  std::ifstream In(File, std::ios::binary);
  uint64_t Magic = 0;
  return In.read(reinterpret_cast<char *>(&Magic), sizeof(Magic)) &&
         Magic == words::TraceMagic;
}

std::vector<std::string> programOf(const result::Profile &P) {
  std::vector<std::string> Words = {P.Program};
  Words.insert(Words.end(), P.Arguments.begin(), P.Arguments.end());
  return Words;
}

Status checkOutputs(const OutputFormat &Format,
                    const std::vector<std::string> &Program) {
  if (Program.empty() || Format.isText())
    return {};
  return makeError("--json and --csv would be printed among the output of "
                   "'{}'; record it first, then leave out what is after --",
                   Program[0]);
}

void RunOption::declareRun(CLI::App &App) {
  declare(App, "profile or trace to show; with a program, the profile to "
               "write");
  declareOptions(App);
}

void RunOption::declareOptions(CLI::App &App) {
  CommandApp = &App;
  App.option_defaults()->group(RunGroup);
  CacheGiven = declareCache(App, Cache);
  declareFlag(
      App, "--again", RunAgain,
      "if what is shown is not in the profile: run its program again and "
      "record it");
  App.option_defaults()->group("Options");
}

void RunOption::declareCore(CLI::App &App) {
  HasCore = true;
  const record::OptionRow &Row =
      record::optionRow(&record::CollectorSettings::Core);
  declareValue(App, Row.Spelling, Core, Row.ValueName,
               "processor core to simulate: alpha21264, inorder, zen4 or a "
               "specification; without --cache, use its caches");
}

void RunOption::declareInterval(CLI::App &App, const char *Help,
                                bool IsOfProfile) {
  IntervalOfProfile = IsOfProfile;
  auto Take = [this](const std::string &Text) {
    Expected<uint64_t> Count = record::parseCount(Text);
    if (!Count)
      throw CLI::ValidationError("--interval", Count.error().Message);
    Interval = *Count;
  };
  IntervalGiven = App.add_option_function<std::string>("--interval", Take, Help)
                      ->type_name("N");
}

std::string RunOption::command() const {
  MEMFACET_CHECK(CommandApp, "a command declares the option before it runs");
  return "memfacet " + CommandApp->get_name();
}

/// Returns the value of `--cache` for \p M: the name, if the name still means
/// this model, else the specification.
static std::string writtenModel(const caches::CacheModel &M) {
  Expected<caches::CacheModel> Named = caches::parseCacheModel(M.Name);
  return Named && Named->spec() == M.spec() ? M.Name : M.spec();
}

record::CollectorSettings
RunOption::settingsFor(const Need &N, const result::Profile *Previous) const {
  record::CollectorSettings S;
  S.Output = File;
  S.Cache = Cache;
  if (N.Ask)
    N.Ask(S);
  if (HasCore)
    S.Core = Core;
  bool IsGiven = isCacheGiven();
  if (Previous && !IsGiven && !HasCore) {
    S.Cache = writtenModel(Previous->Caches);
    S.Interval = Previous->IntervalInstructions;
  }
  if (Interval)
    S.Interval = Interval;
  S.Cache = record::cachesFor(S.Core, S.Cache, IsGiven);
  S.Select = bool(record::checkSelection(S));
  return S;
}

Error RunOption::missingError(const Need &N, const result::Profile &P) const {
  if (result::isImported(P))
    return makeError("'{}' {}; it was imported: keep the trace and show that, "
                     "type: {} && {} {}",
                     File, N.MissingText, report::importCommand(P), command(),
                     report::ImportedTrace);
  if (N.IsUsual)
    return makeError("'{}' {}, as the program does not select what it records; "
                     "to record everything and simulate that, type: memfacet "
                     "record --trace all.mft -- {} && {} all.mft",
                     File, N.MissingText, shellLine(programOf(P)), command());
  return makeError("'{}' {}; to run it again and record that, type: {}{} "
                   "--again, or: {} -- {}",
                   File, N.MissingText, command(), argument(), command(),
                   shellLine(programOf(P)));
}

/// Returns the error for a file that cannot be read; says what to type if it is
/// a program or does not exist.
Error RunOption::unreadableError(const Error &Cause) const {
  if (access(File.c_str(), X_OK) == 0 && record::formatOfProgram(File))
    return makeError("'{}' is a program; to record it, type: {} -- {}", File,
                     command(), shellLine({File}));
  if (access(File.c_str(), F_OK) != 0)
    return makeError("there is no '{}'; to record a program and show it, type: "
                     "{}{} -- ./program arguments",
                     File, command(), argument());
  return Cause;
}

/// Returns the profile of a simulation of \p Trace, which has all accesses.
static Expected<result::Profile> profileOf(const std::string &Trace,
                                           record::CollectorSettings Settings) {
  Settings.Select = false;
  Expected<measure::CollectOptions> Output =
      record::collectOptions(Settings, 0, false);
  if (!Output)
    return Output.error();
  std::atomic<uint64_t> Words = 0;
  Output->WordsRead = &Words;
  Output->Stop = &Interruption::flag();
  uint64_t All = words::TraceReader::wordsOf(Trace).value_or(0);
  Progress Shown(fmt::format("simulating '{}'", Trace), &Words, nullptr,
                 "words", All);
  Expected<result::Profile> P = measure::simulateTrace(Trace, *Output);
  if (!P)
    return P;
  if (Status Read = checkRead(*P); !Read)
    return Read.error();
  if (Interruption::came()) {
    P->Notes.push_back(
        fmt::format("interrupted: this is of the first {:.0f} % of the trace",
                    All ? 100 * double(Words) / double(All) : 0));
    return P;
  }
  if (Status Padded = padTrace(Settings, Trace, *Output, *P); !Padded)
    return Padded.error();
  return P;
}

static std::string optionSuffix(const Need &N) {
  return *N.Option ? std::string(" with ") + N.Option : "";
}

int RunOption::showTrace(const Need &N, const std::string &Trace,
                         const record::CollectorSettings &Settings,
                         const ShowProfile &Show) const {
  say(fmt::format("simulating '{}'{}", Trace, optionSuffix(N)));
  Interruption CtrlC;
  Expected<result::Profile> P = profileOf(Trace, Settings);
  if (!P)
    return fail(P.error());
  sayLoss(P->Loss);
  words::DataLoss Loss = P->Loss;
  prepareTables(*P);
  int Shown = Show(std::move(*P));
  if (Shown == ExitGood && Interruption::came())
    return Interruption::ExitInterrupted;
  return exitCode(Shown, Loss);
}

int RunOption::showRecorded(int Recorded, const ShowProfile &Show) const {
  Expected<result::Profile> P = read();
  if (!P)
    return fail(P.error());
  int Code = Show(std::move(*P));
  return Code == ExitGood ? Recorded : Code;
}

int RunOption::sampleAndShow(const std::vector<std::string> &Program,
                             const ShowProfile &Show) const {
  MEMFACET_CHECK(!Program.empty(), "there is a program to sample");
  say(fmt::format("recording '{}' with --sample-blocks -> {}", Program[0],
                  File));
  record::SampleOptions Sample;
  Sample.Launch.Command = Program;
  Sample.Output = File;
  Sample.Brief = true;
  Expected<record::RecordedRun> Run = record::sampleProgram(Sample);
  if (!Run)
    return fail(Run.error());
  return Run->Recorded ? showRecorded(Run->Code, Show) : Run->Code;
}

Status RunOption::simulateRecorded(const std::string &Trace,
                                   const record::CollectorSettings &S) const {
  Interruption CtrlC;
  Expected<result::Profile> P = profileOf(Trace, S);
  unlink(Trace.c_str());
  return P ? result::writeProfile(*P, File) : Status(P.error());
}

int RunOption::recordAndShow(const Need &N,
                             const std::vector<std::string> &Program,
                             const record::CollectorSettings &Settings,
                             const ShowProfile &Show) const {
  MEMFACET_CHECK(!Program.empty(), "there is a program to record");
  if (N.BySamples && record::hasOnlyBlockMap(Program[0]))
    return sampleAndShow(Program, Show);
  if (Status Fits = record::checkProgram(Program[0], Settings); !Fits)
    return fail(Fits.error());
  bool ByTrace = N.ByTrace || (N.IsUsual && record::cannotSelect(Program[0]));
  std::string Trace = record::numberedPath(File + ".mft", uint32_t(getpid()));
  record::CollectorSettings First = Settings;
  First.Select = record::selects(Settings, Program[0]);
  if (N.IsUsual) {
    First.Sharing.clear();
    First.Communication.clear();
    First.Select = bool(record::checkSelection(First));
  }
  if (ByTrace) {
    // This process creates the trace. An older file of this name may be a link.
    unlink(Trace.c_str());
    First = record::CollectorSettings();
    First.Output = File;
    First.Trace = Trace;
    First.Analyse = false;
  }
  say(fmt::format("recording '{}'{}{} -> {}", Program[0],
                  ByTrace ? " as a trace, to simulate it" : "", optionSuffix(N),
                  File));
  record::RecordOptions Record;
  Record.Launch.Command = Program;
  Record.Settings = First;
  Record.Brief = true;
  Expected<record::RecordedRun> Run = record::recordProgram(Record);
  if (!Run)
    return fail(Run.error());
  if (!Run->Recorded)
    return Run->Code ? Run->Code : ExitFailure;
  if (ByTrace)
    if (Status Simulated = simulateRecorded(Trace, Settings); !Simulated)
      return fail(Simulated.error());
  int Shown = showRecorded(Run->Code, Show);
  bool IsPart = ByTrace && Interruption::came();
  return IsPart && Shown == ExitGood ? Interruption::ExitInterrupted : Shown;
}

/// Returns the message about a merged profile that has not what \p N asks for.
static Error mergedError(const std::string &File, const Need &N,
                         const result::Profile &P) {
  std::string Mappings;
  if (N.IsUsual)
    Mappings = report::writtenMappings(P);
  if (!Mappings.empty())
    Mappings = fmt::format("; 'memfacet sharing' bounds which lines of {} the "
                           "ranks take from each other",
                           Mappings);
  return makeError("'{}' is merged of {} ranks, and {}; show the profile of a "
                   "rank{}",
                   File, P.Ranks.size(), N.MissingText, Mappings);
}

/// Refuses options of a recording where an existing profile is shown.
Status RunOption::checkUnused() const {
  bool HasInterval = IntervalGiven && !IntervalOfProfile;
  if (!isCacheGiven() && !RunAgain && !(HasInterval && Interval))
    return {};
  return makeError("'{}' has what is shown already; --cache{} and --again go "
                   "with a trace or a program",
                   File, HasInterval ? ", --interval" : "");
}

int RunOption::show(const Need &N, const std::vector<std::string> &Program,
                    const ShowProfile &Show) const {
  if (!Program.empty())
    return recordAndShow(N, Program, settingsFor(N, nullptr), Show);
  if (isTrace(File))
    return showTrace(N, File, settingsFor(N, nullptr), Show);
  Expected<result::Profile> P = read();
  if (!P)
    return fail(unreadableError(P.error()));
  if (!N.IsMet || N.IsMet(*P)) {
    if (Status Unused = checkUnused(); !Unused)
      return fail(Unused.error());
    return Show(std::move(*P));
  }
  // Recording again would replace all ranks by one run.
  if (!P->Ranks.empty())
    return fail(mergedError(File, N, *P));
  if (!RunAgain || result::isImported(*P))
    return fail(missingError(N, *P));
  return recordAndShow(N, programOf(*P), settingsFor(N, &*P), Show);
}

int ShowCommand::show(
    const Need &N, const std::vector<std::string> &Program,
    const std::function<int(const ShownProfile &)> &Show) const {
  if (Status Fits = checkOutputs(Format, Program); !Fits)
    return fail(Fits.error());
  return Shown.show(N, Program, [&](result::Profile P) {
    Expected<std::vector<StructureId>> Named =
        report::structuresNamed(P, Names);
    if (!Named)
      return fail(Named.error());
    return Show({std::move(P), std::move(*Named)});
  });
}

std::string ShowCommand::nextCommandFor(const char *Command,
                                        const std::string &Name,
                                        const char *Option) const {
  return fmt::format("memfacet {}{}{} '{}'", Command, Shown.argument(), Option,
                     Name);
}

} // namespace memfacet::cli
