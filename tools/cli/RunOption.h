//===- RunOption.h - the run that a command shows ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command shows a profile. It can also simulate a trace, or record a program,
// to get one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_RUNOPTION_H
#define MEMFACET_CLI_RUNOPTION_H

#include "memfacet/Check.h"
#include "tools/cli/ShowOptions.h"
#include "tools/record/CollectorSettings.h"

namespace memfacet::cli {

/// What a command needs in a profile, and how a recording or a simulation
/// provides it.
struct Need {
  /// Returns whether a profile has the data; null: each profile has it.
  bool (*IsMet)(const result::Profile &) = nullptr;
  /// What follows "'FILE' " in the message about a profile without the data.
  const char *MissingText = "";
  /// The option of `record` or `simulate` that provides the data, for messages;
  /// "": none.
  const char *Option = "";
  /// Sets the option in the settings; null: there is none.
  void (*Ask)(record::CollectorSettings &) = nullptr;
  /// Only the simulation of a trace provides the data, so a program is recorded
  /// as a trace first.
  bool ByTrace = false;
  /// Samples of blocks also provide the data, if the program has a block map
  /// and is not instrumented.
  bool BySamples = false;
  /// Each recording of a program that selects its accesses provides the data
  /// without an option. Ask is for traces, and for programs that cannot select.
  bool IsUsual = false;
};

/// The help of --interval for commands that use it for recordings only.
constexpr const char *IntervalOfRecording =
    "instructions per interval of a recording, as in record";

using ShowProfile = std::function<int(result::Profile)>;

/// The argument FILE, a profile or a trace, or a program after "--".
struct RunOption : ProfileOption {
  std::string Cache = "host", Core = "zen4";
  bool RunAgain = false;
  /// Instructions per interval of a recording; 0: the default.
  uint64_t Interval = 0;

  /// Declares FILE, --cache and --again.
  void declareRun(CLI::App &App);
  /// Declares the options only, for commands with other arguments.
  void declareOptions(CLI::App &App);
  /// Declares --core; without --cache, the caches of the core are simulated.
  void declareCore(CLI::App &App);
  /// Declares --interval. \p IsOfProfile: the command uses it for existing
  /// profiles, too.
  void declareInterval(CLI::App &App, const char *Help, bool IsOfProfile);

  /// Gets a profile that meets \p N and calls \p Show, which returns an exit
  /// code. \p Program: the words after "--", or none. Returns the exit code of
  /// a recorded program, unless \p Show fails.
  int show(const Need &N, const std::vector<std::string> &Program,
           const ShowProfile &Show) const;

  /// Returns the settings of a recording or simulation for \p N, with the
  /// caches of the profile \p Previous, unless it is null or the user chose
  /// caches.
  record::CollectorSettings settingsFor(const Need &N,
                                        const result::Profile *Previous) const;
  bool isCacheGiven() const {
    MEMFACET_CHECK(CacheGiven, "a command declares the option before it runs");
    return CacheGiven->count() != 0;
  }
  /// Returns the command, such as "memfacet why", for messages.
  std::string command() const;

private:
  int showTrace(const Need &N, const std::string &Trace,
                const record::CollectorSettings &Settings,
                const ShowProfile &Show) const;
  int recordAndShow(const Need &N, const std::vector<std::string> &Program,
                    const record::CollectorSettings &Settings,
                    const ShowProfile &Show) const;
  int sampleAndShow(const std::vector<std::string> &Program,
                    const ShowProfile &Show) const;
  /// Simulates \p Trace, removes it and writes the profile.
  Status simulateRecorded(const std::string &Trace,
                          const record::CollectorSettings &S) const;
  /// Shows the profile in File. \p Recorded: the exit code of the program.
  int showRecorded(int Recorded, const ShowProfile &Show) const;
  Status checkUnused() const;
  Error unreadableError(const Error &Cause) const;
  Error missingError(const Need &N, const result::Profile &P) const;

  CLI::App *CommandApp = nullptr;
  CLI::Option *CacheGiven = nullptr;
  CLI::Option *IntervalGiven = nullptr;
  bool HasCore = false, IntervalOfProfile = false;
};

/// The options that most commands which show a run have.
struct ShowCommand {
  RunOption Shown;
  std::vector<std::string> Names; ///< of structures
  RowLimit Rows;
  OutputFormat Format;

  /// Calls RunOption::show with the structures that the user named. Refuses a
  /// program with --json or --csv: it may print to the same place.
  int show(const Need &N, const std::vector<std::string> &Program,
           const std::function<int(const ShownProfile &)> &Show) const;
  /// Returns the command `memfacet \p Command FILE \p Option NAME`, without
  /// FILE if it is the default.
  std::string nextCommandFor(const char *Command, const std::string &Name,
                             const char *Option = "") const;
};

/// Returns whether \p File begins as a trace does.
bool isTrace(const std::string &File);
/// Returns the command line of the program of \p P.
std::vector<std::string> programOf(const result::Profile &P);
/// Refuses a program together with --json or --csv: both print to one place.
Status checkOutputs(const OutputFormat &Format,
                    const std::vector<std::string> &Program);

} // namespace memfacet::cli

#endif
