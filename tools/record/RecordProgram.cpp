//===- RecordProgram.cpp - run a program and collect ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/record/RecordProgram.h"
#include "analysis/measure/pipeline/Collect.h"
#include "analysis/result/store/ProfileFile.h"
#include "memfacet/Entry.h"
#include "memfacet/Options.h"
#include "tools/record/ChildProgram.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/ForeignRecords.h"
#include "tools/record/OutputNames.h"
#include "tools/record/PartFile.h"
#include "tools/record/ProgramFile.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/support/InputFiles.h"
#include "tools/support/Progress.h"
#include "tools/support/Say.h"
#include "tools/toolchain/Installation.h"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <unistd.h>

namespace memfacet::record {

namespace {

std::string absolute(const std::string &Path) {
  return Path.empty() ? Path : std::filesystem::absolute(Path).string();
}

/// Returns the runtime that a program loads which has none of its own.
std::string preloadedRuntime() {
  return std::filesystem::path(
             toolchain::Installation::ofThisProcess().runtime())
      .replace_extension(".so")
      .string();
}

/// Returns the variables that preload the runtime for the program. The runtime
/// gives it back its own LD_PRELOAD.
std::vector<std::string> preloadVariables() {
  const char *Original = std::getenv("LD_PRELOAD");
  std::string Variable = Original ? fmt::format("LD_PRELOAD={}", Original) : "";
  std::string Value = preloadedRuntime();
  if (Original && *Original)
    Value += fmt::format(":{}", Original);
  return {fmt::format("LD_PRELOAD={}", Value),
          fmt::format("{}={}", MEMFACET_PRELOAD_VARIABLE, Variable)};
}

/// Returns command and environment of the program. The environment has the
/// region, and the settings with absolute paths, because children may run in
/// other folders.
Expected<LaunchOptions> launchOptions(const RecordOptions &Options,
                                      const words::Region &Memory,
                                      const SignalForwarder &Signals) {
  CollectorSettings ForChildren = Options.Settings;
  ForChildren.Output = absolute(ForChildren.Output);
  ForChildren.Trace = absolute(ForChildren.Trace);
  ForChildren.Wrappers = absolute(ForChildren.Wrappers);
  ForChildren.Containers = absolute(ForChildren.Containers);
  ForChildren.Pairs = absolute(ForChildren.Pairs);
  Expected<std::string> Joined =
      ForChildren.join(std::getenv(MEMFACET_OPTIONS_VARIABLE));
  if (!Joined)
    return Joined.error();
  LaunchOptions Launch = Options.Launch;
  Launch.InheritedFd = Memory.descriptor();
  Launch.SignalMask = Signals.programMask();
  Launch.Variables = {
      fmt::format("{}={}", MEMFACET_OPTIONS_VARIABLE, *Joined),
      fmt::format("{}={}", MEMFACET_REGION_VARIABLE, Memory.descriptor())};
  // The loader separates names by these.
  bool HasSeparator =
      preloadedRuntime().find_first_of(" :") != std::string::npos;
  if (!HasSeparator && mayLoadInstrumented(Options.Launch.Command[0]))
    std::ranges::copy(preloadVariables(), std::back_inserter(Launch.Variables));
  return Launch;
}

int cannotRun(const std::string &Program, int ErrorNumber,
              const ChildProgram &Child) {
  if (Child.killed() != 0) {
    say(fmt::format("'{}' was killed before it began, nothing was recorded",
                    Program));
    return Child.killed();
  }
  say(runErrorText(Program, ErrorNumber));
  return ErrorNumber == ENOENT ? ExitNotFound : ExitNotExecutable;
}

/// Returns whether the user asked for a share of the lines and the program
/// could not choose lines.
bool hasIgnoredLines(const CollectorSettings &S, const result::Profile &P) {
  return S.Select && S.Lines.starts_with("1/") && !P.Lines.selected();
}

void sayResult(const measure::Collector &Work, const RecordOptions &Options,
               const measure::CollectOptions &Output) {
  const result::Profile &P = Work.profile();
  std::string Line = Output.Analyse ? summary(P)
                                    : traceSummary(Options.Launch.Command[0],
                                                   Work.traceSize());
  if (!Options.Brief)
    say(Line + " -> " + Output.mainPath());
  for (const std::string &Line : report::describeLoss(P.Loss))
    say("data loss: " + Line);
  for (const std::string &Note : P.Notes)
    say("note: " + Note);
  if (Output.Analyse && hasIgnoredLines(Options.Settings, P))
    say("note: all lines were simulated: no function of the program selects "
        "its accesses; build it with -O1 or more, and without "
        "--memfacet-no-select");
  if (!Options.Brief)
    say("next: " + (Output.Analyse ? nextCommand(P, Output.ProfilePath)
                                   : "memfacet simulate " + Output.TracePath));
}

/// Renames a profile of an earlier run. Nothing was recorded, and the old
/// profile must not be taken for that of this run.
void keepEarlierProfile(const std::string &Path) {
  Expected<bool> Moved = result::keepAsOld(Path);
  if (!Moved)
    say(fmt::format("'{}' is of an earlier run: {}", Path,
                    Moved.error().Message));
  else if (*Moved)
    say(fmt::format("'{}' was of an earlier run, it is now '{}.old'", Path,
                    Path));
}

/// Prints what to type if \p Command is of a program that is not instrumented.
/// It may start one that loads libraries that are.
void sayHowToInstrument(const std::vector<std::string> &Command) {
  say(fmt::format("'{}' is not instrumented and loaded no library that is, "
                  "nothing was recorded; build it with memfacet-clang",
                  Command[0]));
  say(fmt::format("if it starts a program that loads such libraries: "
                  "LD_PRELOAD={} memfacet record -- {}",
                  preloadedRuntime(), shellLine(Command)));
}

/// Prints where the records are if the program started or became instrumented
/// ones that did not get the region and recorded themselves since \p Begin.
/// Returns whether there are any.
bool sayRecordedThemselves(const std::string &Program,
                           const std::string &Output,
                           std::filesystem::file_time_type Begin) {
  std::vector<ForeignRecord> Records = foreignRecords(Output, Begin);
  if (Records.empty())
    return false;
  const ForeignRecord &First = Records.front();
  say(fmt::format(
      "'{}' started an instrumented program that recorded itself{}, as it did "
      "not get what record passes on: variables (env -i, sudo), a descriptor "
      "(Python's close_fds), or address space (ulimit -v)",
      Program, First.HasDefaults ? ", with default options" : ""));
  if (Records.size() > 1)
    say(fmt::format("note: {} such records, the first is '{}'", Records.size(),
                    First.Path));
  say(fmt::format("next: memfacet {} {}",
                  First.IsRegion ? "collect --region" : "report",
                  shellLine({First.Path})));
  return true;
}

/// Prints why the program, which ran from \p Begin on, did not claim the
/// region.
void sayNotInstrumented(const RecordOptions &Options,
                        const measure::CollectOptions &Output,
                        std::filesystem::file_time_type Begin) {
  const std::string &Program = Options.Launch.Command[0];
  std::optional<uint32_t> Format = formatOfProgram(Program);
  if (Format && *Format != FormatVersion)
    say(fmt::format("'{}' was built with another memfacet (format {}, this one "
                    "reads {}), nothing was recorded; build it again",
                    Program, *Format, FormatVersion));
  else if (Format && hasMoreRights(Program))
    say(fmt::format("'{}' has rights that its caller does not have (setuid, "
                    "setgid), nothing was recorded; record a copy without them",
                    Program));
  else if (Format)
    say(fmt::format("'{}' ended before it began to record, or could not; "
                    "nothing was recorded",
                    Program));
  else if (!sayRecordedThemselves(Program, Output.mainPath(), Begin))
    sayHowToInstrument(Options.Launch.Command);
  if (!Output.TracePath.empty())
    unlink(Output.TracePath.c_str());
  if (Output.Analyse)
    keepEarlierProfile(Output.ProfilePath);
}

/// Returns whether progress may be shown: not while the program uses the
/// terminal.
bool mayShow(const ChildProgram &Program) {
  bool Uses = isatty(STDIN_FILENO) || isatty(STDOUT_FILENO);
  return !Uses || hasEnded(Program.id());
}

/// Returns an error if a file that \p Output names is \p Program itself.
Status keepsProgram(const std::string &Program,
                    const measure::CollectOptions &Output) {
  constexpr const char *Role = "the program to run";
  if (Status Kept = Output.Analyse
                        ? checkOverwrites(Output.ProfilePath, Program, Role)
                        : Status();
      !Kept)
    return Kept;
  return checkOverwrites(Output.TracePath, Program, Role, "--trace");
}

/// Prepares the collection while the program waits, so that everything that can
/// fail fails before the program runs. Then runs the program and collects.
Expected<RecordedRun> collectFrom(ChildProgram &Program, words::Region Memory,
                                  const RecordOptions &Options,
                                  SignalForwarder &Signals) {
  Expected<measure::CollectOptions> Output =
      collectOptions(Options.Settings, uint32_t(Program.id()), false);
  if (!Output)
    return Output.error();
  if (Status Kept = keepsProgram(Options.Launch.Command[0], *Output); !Kept)
    return Kept.error();
  Expected<PartFile> Part =
      PartFile::create(Output->mainPath(), Output->Analyse ? "-o" : "--trace");
  if (!Part)
    return Part.error();
  std::error_code NoTime; // all files are old then
  auto Begin = std::filesystem::last_write_time(Part->path(), NoTime);
  std::ranges::copy(Options.Observers,
                    std::back_inserter(Output->Analysis.Observers));
  if (Program.addressesRandomised())
    Output->Notes.emplace_back(RandomAddressesNote);
  std::atomic<uint64_t> Words = 0;
  Output->WordsRead = &Words;
  Expected<measure::Collector> Work =
      measure::Collector::create(std::move(Memory), *Output);
  if (!Work)
    return Work.error();
  Work->attach();
  std::optional<Progress> Shown;
  Shown.emplace(fmt::format("recording '{}'", Options.Launch.Command[0]),
                &Words, [&] { return mayShow(Program); });
  Signals.start(Program.id(),
                {Part->path(), result::draftPath(Output->ProfilePath)});
  if (int ErrorNumber = Program.release(); ErrorNumber != 0)
    return RecordedRun{
        cannotRun(Options.Launch.Command[0], ErrorNumber, Program), false};
  Status Collected = Work->run(uint32_t(Program.id()));
  Shown.reset();
  int Code = Program.wait();
  if (!Collected)
    return RecordedRun{std::max(Code, fail(Collected.error())), false};
  if (Work->claimed())
    sayResult(*Work, Options, *Output);
  else
    sayNotInstrumented(Options, *Output, Begin);
  return RecordedRun{Code, Work->claimed()};
}

} // namespace

Expected<RecordedRun> recordProgram(const RecordOptions &Options) {
  SignalForwarder Signals;
  Expected<words::Region> Memory = words::Region::create();
  if (!Memory)
    return Memory.error();
  Expected<LaunchOptions> Launch = launchOptions(Options, *Memory, Signals);
  if (!Launch)
    return Launch.error();
  Expected<ChildProgram> Program = ChildProgram::fork(*Launch);
  if (!Program)
    return Program.error();
  return collectFrom(*Program, std::move(*Memory), Options, Signals);
}

} // namespace memfacet::record
