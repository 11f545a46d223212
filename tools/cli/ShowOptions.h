//===- ShowOptions.h - options of commands that show a profile ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An option that several commands have is declared here, once: it has the same
// name, the same help and the same meaning in all of them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_SHOWOPTIONS_H
#define MEMFACET_CLI_SHOWOPTIONS_H

#include "analysis/result/profile/Profile.h"
#include "analysis/support/Text.h"
#include "tools/cli/Commands.h"
#include "tools/cli/Declare.h"
#include "tools/support/Say.h"
#include "tools/support/Terminal.h"
#include <CLI/CLI.hpp>
#include <concepts>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace memfacet::cli {

/// Returns why \p Text is no number of type T, or "". CLI11 itself reads -1 as
/// the largest number.
template <typename T> std::string wrongNumber(const std::string &Text) {
  T Value = 0;
  if (readNumber(Text, Value))
    return {};
  if constexpr (std::integral<T>)
    return fmt::format("'{}' is no whole number; write {} to {}", Text,
                       std::numeric_limits<T>::min(),
                       std::numeric_limits<T>::max());
  return fmt::format("'{}' is no number; write for instance 0.5 or 2", Text);
}

/// Declares an option with a value, which the help calls \p Value. The default
/// in the help is the present value of \p Target.
template <typename T>
CLI::Option *declareValue(CLI::App &App, const char *Names, T &Target,
                          const char *Value, const char *Help) {
  CLI::Option *O = declareOption(App, Names, Target, Help)
                       ->type_name(Value)
                       ->capture_default_str();
  if constexpr (std::is_arithmetic_v<T>)
    O->check(wrongNumber<T>);
  return O;
}

/// Declares an option that takes one of several words. \p Default: the word for
/// the present value of \p Target.
template <typename T>
CLI::Option *declareWord(CLI::App &App, const char *Names, T &Target,
                         const char *Value, const char *Help,
                         const std::map<std::string, T> &Words,
                         const char *Default) {
  return App.add_option(Names, Target, Help)
      ->transform(CLI::CheckedTransformer(Words))
      ->type_name(Value)
      ->default_str(Default);
}

/// Groups of options that mean the same in all commands. The page of commands
/// describes them once.
constexpr const char *RunGroup = "To record or simulate";
constexpr const char *TableGroup = "Tables";

/// Sets the names of structures and files of \p P for tables, as the options
/// say.
void prepareTables(result::Profile &P);
/// Reads the profile \p File. If it is being recorded, prints a message and
/// waits.
Expected<result::Profile> finishedProfile(const std::string &File);
/// Returns the profiles of all \p Files, or the first error.
Expected<std::vector<result::Profile>>
finishedProfiles(const std::vector<std::string> &Files);

/// The profile that commands write and read if none is named.
constexpr const char *DefaultProfile = "memfacet.mfp";

/// The profile to show.
struct ProfileOption {
  std::string File = DefaultProfile;

  /// Declares the argument FILE.
  CLI::Option *declare(CLI::App &App, const char *Help = "profile to show");
  /// Declares an option, for commands whose argument is something else.
  void declareNamed(CLI::App &App);
  Expected<result::Profile> read() const { return finishedProfile(File); }
  /// Returns " FILE" for a suggested command, with \p Prefix before the file;
  /// "" for the default file.
  std::string argument(const char *Prefix = " ") const;
};

/// Returns the terminal of stdout; with --wide, its width has no limit.
Terminal reportTerminal();

/// Functions that make one result in each format. Only the chosen one is
/// called.
struct Views {
  std::function<std::string()> Json, Csv;
  std::function<std::string(const Terminal &)> Text;
  /// Returns the next command to type, or ""; null: there is none.
  std::function<std::string()> Next = nullptr;
};

/// The options --json and --csv. Without them the output is text, for which
/// there is --full-paths.
struct OutputFormat {
  bool Json = false, Csv = false;
  CLI::Option *JsonFlag = nullptr, *CsvFlag = nullptr;

  void declare(CLI::App &App, const char *JsonHelp = "print all rows as JSON",
               const char *CsvHelp = "print all rows as CSV");
  /// Declares --json only, for commands that have no CSV.
  void declareJson(CLI::App &App, const char *Help);
  bool isText() const { return !Json && !Csv; }
  std::string render(const Views &V) const;
  /// Prints the chosen view. After text on a terminal, prints the next command.
  /// Returns the exit code.
  int print(const Views &V) const;
};

/// The options --top and --all: how many rows are shown.
struct RowLimit {
  size_t Top = 0;
  bool All = false;

  void declareTop(CLI::App &App, size_t Default, const char *Help);
  void
  declare(CLI::App &App, size_t Default,
          const char *TopHelp = "structures to show; the others are summed",
          const char *AllHelp = "show all structures");
  /// Returns the number of rows to show; with --all, the largest number.
  size_t most() const;
};

/// A profile, and the structures in it that the user named.
struct ShownProfile {
  result::Profile P;
  std::vector<StructureId> Named;
};

/// Declares --structure NAME...
void declareStructures(CLI::App &App, std::vector<std::string> &Names,
                       const char *Help = "show these structures only");
/// Declares --thread T.
void declareThread(CLI::App &App, std::optional<uint32_t> &Thread,
                   const char *Help);
/// Declares --metric METRIC.
CLI::Option *declareMetric(CLI::App &App, std::string &Metric);
/// Declares --svg FILE, which excludes the flags of \p Format.
CLI::Option *declareSvg(CLI::App &App, std::string &File,
                        const OutputFormat &Format);
/// Declares --sarif FILE, which excludes the flags of \p Format.
CLI::Option *declareSarif(CLI::App &App, std::string &File,
                          const OutputFormat &Format);
/// Declares --jobs N: threads to use. The present value of \p Jobs must be the
/// number of processors or stand for it.
template <typename T> CLI::Option *declareJobs(CLI::App &App, T &Jobs) {
  return declareOption(App, "--jobs", Jobs,
                       "threads to use; the result does not depend on N")
      ->type_name("N")
      ->default_str("processors")
      ->check(inRange(1, 1024));
}
/// Declares the option of a file that a command reads, or writes in addition to
/// the result.
CLI::Option *declareFile(CLI::App &App, const char *Name, std::string &File,
                         const char *Help);

/// Writes the drawing \p Svg to \p File and prints a message. Returns the exit
/// code.
int writeDrawing(const std::string &File, const std::string &Svg);
/// Writes \p Text to \p File and prints a message. Does nothing if \p File is
/// empty.
Status writeNamedFile(const std::string &File, const std::string &Text);

} // namespace memfacet::cli

#endif
