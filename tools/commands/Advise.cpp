//===- Advise.cpp - memfacet advise ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/advice/Advise.h"
#include "analysis/measure/pipeline/AdviseTrace.h"
#include "analysis/measure/pipeline/WindowAdvice.h"
#include "analysis/words/trace/TraceReader.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/cli/RunOption.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/ProgramFile.h"
#include "tools/record/RecordProgram.h"
#include "tools/report/common/ImportedTrace.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/Interruption.h"
#include "tools/support/Progress.h"
#include <filesystem>
#include <thread>

namespace memfacet::commands {

namespace {

constexpr const char *DefaultTrace = "memfacet.mft";

struct AdviseCommand {
  record::CollectorSettings Settings;
  std::string File;
  bool RunAgain = false;
  cli::RowLimit Rows;
  size_t Tries = 24;
  bool Whole = false; ///< all of the trace is simulated
  cli::OutputFormat Format;
};

/// Instructions of a trace that are simulated without --whole.
constexpr uint64_t MostInstructions = 16'000'000;

Expected<measure::AdviseOptions> optionsOf(AdviseCommand &C) {
  Expected<measure::CollectOptions> Collect =
      record::collectOptions(C.Settings, 0, false);
  if (!Collect)
    return Collect.error();
  measure::AdviseOptions Options;
  Options.Collect = std::move(*Collect);
  Options.MostTried = C.Tries;
  Options.MostInstructions = C.Whole ? 0 : MostInstructions;
  Options.GiveTitles = cli::prepareTables;
  Options.Threads = std::max(1u, std::thread::hardware_concurrency());
  return Options;
}

/// Shows what is being done to get advice, pass by pass.
class AdviseProgress {
public:
  /// \p Options must outlive this and stay where they are. \p All: the words
  /// that a pass reads.
  AdviseProgress(measure::AdviseOptions &Options, uint64_t All,
                 const char *Unit) {
    Options.Collect.WordsRead = &Words;
    Options.BeginPass = [this, All, Unit](const std::string &Task) {
      Shown.reset();
      Shown.emplace(Task, &Words, nullptr, Unit, All);
    };
  }

private:
  std::atomic<uint64_t> Words = 0;
  std::optional<Progress> Shown;
};

/// Prints \p A. \p Verify: commands that compare it with the changed program.
int print(AdviseCommand &C, const advise::Advice &A,
          const std::vector<std::string> &Verify) {
  size_t Top = C.Rows.Top;
  int Printed =
      C.Format.print({[&] { return report::adviseJson(A, Top, Verify); },
                      [&] { return report::adviseCsv(A, Top); },
                      [&](const Terminal &T) {
                        return report::adviseText(A, Top, Verify, T);
                      }});
  if (Printed == ExitGood && A.Stopped != advise::StoppedPass::None)
    return Interruption::ExitInterrupted;
  return cli::exitCode(Printed, A.BaseProfile.Loss);
}

int advise(AdviseCommand &C, const std::string &Trace) {
  Expected<measure::AdviseOptions> Options = optionsOf(C);
  if (!Options)
    return fail(Options.error());
  Interruption CtrlC;
  Options->Collect.Stop = &CtrlC.flag();
  std::optional<AdviseProgress> Shown;
  Shown.emplace(*Options, words::TraceReader::wordsOf(Trace).value_or(0),
                "words");
  Expected<advise::Advice> A = measure::adviseTrace(Trace, *Options);
  Shown.reset();
  if (!A) {
    int Failed = fail(A.error());
    return Interruption::came() ? Interruption::ExitInterrupted : Failed;
  }
  if (Status Read = cli::checkRead(A->BaseProfile); !Read)
    return fail(Read.error());
  cli::sayLoss(A->BaseProfile.Loss);
  return print(C, *A,
               report::verifyCommands(A->BaseProfile, C.Settings.Cache,
                                      {.Trace = Trace}));
}

/// Records \p Program as the trace \p Trace. The trace is kept: the suggestions
/// name commands that read it.
int recordTrace(AdviseCommand &C, const std::vector<std::string> &Program,
                const std::string &Trace) {
  record::RecordOptions Record;
  Record.Launch.Command = Program;
  Record.Settings.Trace = Trace;
  Record.Settings.Analyse = false;
  Record.Brief = true;
  say(fmt::format("recording '{}' with --trace -> {}", Program[0], Trace));
  Expected<record::RecordedRun> Run = record::recordProgram(Record);
  if (!Run)
    return fail(Run.error());
  if (!Run->Recorded)
    return Run->Code ? Run->Code : ExitFailure;
  int Code = advise(C, Trace);
  return Code == ExitGood ? Run->Code : Code;
}

/// Advises on the run of a program that wrote \p Profile.
int adviseOnRun(AdviseCommand &C, measure::WindowAdvice &Windows,
                const std::string &Profile) {
  Expected<result::Profile> P = cli::finishedProfile(Profile);
  if (!P)
    return fail(P.error());
  if (!Windows.hasWindows())
    return fail(makeError("'{}' has no access to try a change on", Profile));
  cli::prepareTables(*P);
  advise::Advice A = Windows.advise(std::move(*P));
  return print(C, A,
               report::verifyCommands(A.BaseProfile, C.Settings.Cache,
                                      {.Profile = Profile}));
}

/// Records \p Program as \p Profile, and tries changes on windows of the run.
int recordWindows(AdviseCommand &C, const std::vector<std::string> &Program,
                  const std::string &Profile) {
  Expected<measure::AdviseOptions> Options = optionsOf(C);
  if (!Options)
    return fail(Options.error());
  Interruption CtrlC;
  Options->Collect.Stop = &CtrlC.flag();
  std::optional<AdviseProgress> Shown;
  Shown.emplace(*Options, 1000, "thousandths");
  measure::WindowAdvice Windows(*Options);
  record::RecordOptions Record;
  Record.Launch.Command = Program;
  Record.Settings = C.Settings;
  Record.Settings.Output = Profile;
  Record.Settings.Select = true;
  Record.Settings.Windows = "long";
  Record.Settings.Checkpoint = "0";
  Record.Brief = true;
  Record.Observers = {Windows.observer()};
  say(fmt::format("recording '{}' -> {}", Program[0], Profile));
  Expected<record::RecordedRun> Run = record::recordProgram(Record);
  if (!Run)
    return fail(Run.error());
  if (!Run->Recorded)
    return Run->Code ? Run->Code : ExitFailure;
  int Code = adviseOnRun(C, Windows, Profile);
  return Code == ExitGood ? Run->Code : Code;
}

/// Records \p Program and advises. A run that selects what it records is
/// enough, unless the user wants all of it or names a trace.
int recordAndAdvise(AdviseCommand &C, const std::vector<std::string> &Program,
                    const std::string &File) {
  bool IsTrace = C.Whole || File.ends_with(".mft") ||
                 record::cannotSelect(Program[0]) ||
                 !record::checkSelection(C.Settings);
  if (IsTrace)
    return recordTrace(C, Program,
                       File.ends_with(".mft") ? File : DefaultTrace);
  return recordWindows(C, Program, File.empty() ? cli::DefaultProfile : File);
}

/// Records the program of a profile again, if --again is given, and advises.
int adviseAgain(AdviseCommand &C, const std::string &File) {
  Expected<result::Profile> P = cli::finishedProfile(File);
  if (!P)
    return fail(P.error());
  if (result::isImported(*P))
    return fail(makeError("'{}' has no accesses to try changes on; it was "
                          "imported: keep the trace, type: {} && memfacet "
                          "advise {}",
                          File, report::importCommand(*P),
                          report::ImportedTrace));
  if (!C.RunAgain)
    return fail(makeError("'{}' has no accesses to try changes on; to run its "
                          "program again and record some, type: memfacet "
                          "advise{} --again, or: memfacet advise -- {}",
                          File, File == cli::DefaultProfile ? "" : " " + File,
                          shellLine(cli::programOf(*P))));
  return recordAndAdvise(C, cli::programOf(*P), File);
}

int run(AdviseCommand &C, const std::vector<std::string> &Program) {
  if (Status Fits = cli::checkOutputs(C.Format, Program); !Fits)
    return fail(Fits.error());
  if (!Program.empty())
    return recordAndAdvise(C, Program, C.File);
  std::string File = C.File;
  if (File.empty() && !C.RunAgain && std::filesystem::exists(DefaultTrace))
    File = DefaultTrace;
  if (File.empty() && !std::filesystem::exists(cli::DefaultProfile)) {
    say("nothing to read; type: memfacet advise -- ./program arguments");
    return ExitUsage;
  }
  if (File.empty())
    return adviseAgain(C, cli::DefaultProfile);
  bool IsProfile = File.ends_with(".mfp") && !cli::isTrace(File);
  return IsProfile ? adviseAgain(C, File) : advise(C, File);
}

} // namespace

cli::Action declareAdvise(CLI::App &App) {
  auto C = std::make_shared<AdviseCommand>();
  cli::declareOption(
      App, "trace", C->File,
      "trace to read, or the profile of a program to run again; with a "
      "program, the profile to write, or the trace (.mft)")
      ->default_str(DefaultTrace)
      ->type_name("FILE");
  cli::declareSetting(App, record::optionRow("--cache"), C->Settings);
  cli::declareFlag(
      App, "--again", C->RunAgain,
      "with a profile: run its program again and record windows of the "
      "run, to advise on them");
  C->Rows.declareTop(App, 10, "suggestions to show");
  cli::declareValue(
      App, "--tries", C->Tries, "N",
      "layout changes to simulate, the most promising ones first");
  cli::declareFlag(
      App, "--whole", C->Whole,
      "simulate the whole of a long trace, not parts that are spread evenly "
      "over it; slower");
  for (const char *Naming : {"--context", "--wrappers", "--containers"})
    cli::declareSetting(App, record::optionRow(Naming), C->Settings);
  C->Format.declare(App);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands
