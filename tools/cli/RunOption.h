//===- RunOption.h - the run that a command shows, however it is had ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command shows a profile, a trace that is simulated for it, or a program
// that is recorded for it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_RUNOPTION_H
#define MEMFACET_CLI_RUNOPTION_H

#include "tools/cli/ShowOptions.h"
#include "tools/record/CollectorSettings.h"

namespace memfacet {

/// What a command needs to know of a run, and how it gets to know it.
struct Need {
  /// Whether a profile has it; null: each one has.
  bool (*IsMet)(const result::Profile &) = nullptr;
  /// "'FILE' ..." for a profile that lacks it.
  const char *MissingText = "";
  /// The option of `record` or `simulate` that asks for it, for messages; "":
  /// none.
  const char *Option = "";
  /// Asks for it; null: nothing to ask for.
  void (*Ask)(CollectorSettings &) = nullptr;
  /// Only a simulated trace has it: a program is recorded as one first.
  bool ByTrace = false;
  /// If the program has a map of its blocks and is not instrumented, samples of
  /// them do, too.
  bool BySamples = false;
  /// Each recording has it without being asked: Ask is for traces.
  bool IsUsual = false;
};

/// The help of --interval for commands that use it for nothing else.
constexpr const char *IntervalOfRecording =
    "instructions per interval of a recording, as in record";

using ShowProfile = std::function<int(result::Profile)>;

/// FILE, a profile or a trace, or a program behind "--".
struct RunOption : ProfileOption {
  std::string Cache = "host", Core = "zen4";
  bool RunAgain = false;
  /// Instructions per interval of a recording; 0: not chosen.
  uint64_t Interval = 0;

  /// FILE and --cache, --again.
  void declareRun(CLI::App &App);
  /// Only the options, for commands with other arguments.
  void declareOptions(CLI::App &App);
  /// --core; without --cache, its caches count.
  void declareCore(CLI::App &App);
  /// --interval. \p IsOfProfile: the command has a use for it where nothing is
  /// recorded or simulated, too.
  void declareInterval(CLI::App &App, const char *Help, bool IsOfProfile);

  /// Gets a profile that has what \p N says and gives it to \p Show, which
  /// returns an exit code. \p Program: the words behind "--", or none. Returns
  /// the exit code of a recorded program, unless showing fails.
  int show(const Need &N, const std::vector<std::string> &Program,
           const ShowProfile &Show) const;

  /// The settings of a recording, or simulation, for \p N: with the caches of
  /// the profile \p Previous, unless it is null or others were chosen.
  CollectorSettings settingsFor(const Need &N,
                                const result::Profile *Previous) const;
  bool isCacheGiven() const { return CacheGiven->count() != 0; }
  /// "memfacet why", for messages.
  std::string command() const;

private:
  int showTrace(const Need &N, const std::string &Trace,
                const CollectorSettings &Settings,
                const ShowProfile &Show) const;
  int recordAndShow(const Need &N, const std::vector<std::string> &Program,
                    const CollectorSettings &Settings,
                    const ShowProfile &Show) const;
  int sampleAndShow(const std::vector<std::string> &Program,
                    const ShowProfile &Show) const;
  /// Shows what is in File. \p Recorded: the exit code of the program.
  int showRecorded(int Recorded, const ShowProfile &Show) const;
  Status checkUnused() const;
  Error unreadableError(const Error &Cause) const;
  Error missingError(const Need &N, const result::Profile &P) const;

  CLI::App *CommandApp = nullptr;
  CLI::Option *CacheGiven = nullptr;
  CLI::Option *IntervalGiven = nullptr;
  bool HasCore = false, IntervalOfProfile = false;
};

/// What most commands that show a run have.
struct ShowCommand {
  RunOption Shown;
  std::vector<std::string> Names; ///< of structures
  RowLimit Rows;
  OutputFormat Format;

  /// As RunOption::show, with the structures that are named. With --json or
  /// --csv, a program is refused: it may print to the same place.
  int show(const Need &N, const std::vector<std::string> &Program,
           const std::function<int(const ShownProfile &)> &Show) const;
  /// The command `memfacet \p Command FILE \p Option NAME`, FILE only if it is
  /// not the default.
  std::string nextCommandFor(const char *Command, const std::string &Name,
                             const char *Option = "") const;
};

/// Whether \p File begins as a trace does.
bool isTrace(const std::string &File);
/// The words that ran \p P.
std::vector<std::string> programOf(const result::Profile &P);
/// Refuses a program beside --json or --csv: both print to one place.
Status checkOutputs(const OutputFormat &Format,
                    const std::vector<std::string> &Program);

} // namespace memfacet

#endif
