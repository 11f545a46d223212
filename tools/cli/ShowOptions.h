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
#include "tools/cli/Commands.h"
#include "tools/support/Say.h"
#include "tools/support/Terminal.h"
#include <CLI/CLI.hpp>
#include <charconv>
#include <concepts>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace memfacet {

/// What is wrong with \p Text as a number of type T, or "". CLI11 itself takes
/// -1 for the largest number there is.
template <typename T> std::string wrongNumber(const std::string &Text) {
  T Value = 0;
  const char *End = Text.data() + Text.size();
  auto [Rest, Wrong] = std::from_chars(Text.data(), End, Value);
  if (Wrong == std::errc() && Rest == End)
    return {};
  if constexpr (std::integral<T>)
    return fmt::format("'{}' is no whole number; write {} to {}", Text,
                       std::numeric_limits<T>::min(),
                       std::numeric_limits<T>::max());
  return fmt::format("'{}' is no number; write for instance 0.5 or 2", Text);
}

/// An option with a value, which the help calls \p Value; the help shows its
/// default, which is what is in \p Target.
template <typename T>
CLI::Option *declareValue(CLI::App &App, const char *Names, T &Target,
                          const char *Value, const char *Help) {
  CLI::Option *O = App.add_option(Names, Target, Help)
                       ->type_name(Value)
                       ->capture_default_str();
  if constexpr (std::is_arithmetic_v<T>)
    O->check(wrongNumber<T>);
  return O;
}

/// The same for one of several words; \p Default is that of what is in \p
/// Target.
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

/// Groups of options that are alike in all commands that have them. The page of
/// commands describes them once.
constexpr const char *RunGroup = "To record or simulate";
constexpr const char *TableGroup = "Tables";

/// Decides what tables write for the structures and files of \p P, as the
/// options have it.
void prepareTables(result::Profile &P);
/// Reads the profile of \p File. If it is being recorded, says so and waits.
Expected<result::Profile> finishedProfile(const std::string &File);
/// The profiles of all \p Files, or the first error.
Expected<std::vector<result::Profile>>
finishedProfiles(const std::vector<std::string> &Files);

/// The profile that commands write and read if none is named.
constexpr const char *DefaultProfile = "memfacet.mfp";

/// The profile to show.
struct ProfileOption {
  std::string File = DefaultProfile;

  /// As an argument, FILE.
  CLI::Option *declare(CLI::App &App, const char *Help = "profile to show");
  /// As an option, for commands whose argument is something else.
  void declareNamed(CLI::App &App);
  Expected<result::Profile> read() const { return finishedProfile(File); }
  /// " FILE" for a suggested command, after \p Prefix; "" for the default.
  std::string argument(const char *Prefix = " ") const;
};

/// Where a report goes; with --wide, without a limit to its width.
Terminal reportTerminal();

/// One result in each format. Only the wanted one is computed.
struct Views {
  std::function<std::string()> Json, Csv;
  std::function<std::string(const Terminal &)> Text;
  /// The next command to type, or ""; null: none.
  std::function<std::string()> Next = nullptr;
};

/// --json and --csv; text without them, and --full-paths for that.
struct OutputFormat {
  bool Json = false, Csv = false;
  CLI::Option *JsonFlag = nullptr, *CsvFlag = nullptr;

  void declare(CLI::App &App, const char *JsonHelp = "print all rows as JSON",
               const char *CsvHelp = "print all rows as CSV");
  /// For commands that have no CSV.
  void declareJson(CLI::App &App, const char *Help);
  bool isText() const { return !Json && !Csv; }
  std::string render(const Views &V) const;
  /// Prints the wanted view; text on a terminal is followed by the next
  /// command. Returns the exit code.
  int print(const Views &V) const;
};

/// --top and --all: how many rows are shown.
struct RowLimit {
  size_t Top = 0;
  bool All = false;

  void declareTop(CLI::App &App, size_t Default, const char *Help);
  void
  declare(CLI::App &App, size_t Default,
          const char *TopHelp = "structures to show; the others are summed",
          const char *AllHelp = "show all structures");
  /// With --all, the largest number.
  size_t most() const;
};

/// A profile, and those of its structures that are named.
struct ShownProfile {
  result::Profile P;
  std::vector<StructureId> Named;
};

/// --structure NAME...
void declareStructures(CLI::App &App, std::vector<std::string> &Names,
                       const char *Help = "show these structures only");
/// --thread T
void declareThread(CLI::App &App, std::optional<uint32_t> &Thread,
                   const char *Help);
/// --metric METRIC
CLI::Option *declareMetric(CLI::App &App, std::string &Metric);
/// --svg FILE, which excludes the flags of \p Format.
CLI::Option *declareSvg(CLI::App &App, std::string &File,
                        const OutputFormat &Format);
/// --sarif FILE, which excludes the flags of \p Format.
CLI::Option *declareSarif(CLI::App &App, std::string &File,
                          const OutputFormat &Format);
/// --jobs N: threads to use. \p Jobs is the number of processors, or means it.
template <typename T> CLI::Option *declareJobs(CLI::App &App, T &Jobs) {
  return App
      .add_option("--jobs", Jobs,
                  "threads to use; the result does not depend on N")
      ->type_name("N")
      ->default_str("processors")
      ->check(CLI::Range(1, 1024));
}
/// A file that a command reads or writes besides its result.
CLI::Option *declareFile(CLI::App &App, const char *Name, std::string &File,
                         const char *Help);

/// Writes the drawing \p Svg to \p File and says so. Returns the exit code.
int writeDrawing(const std::string &File, const std::string &Svg);
/// Writes \p Text to \p File and says so; with no \p File, does nothing.
Status writeNamedFile(const std::string &File, const std::string &Text);

} // namespace memfacet

#endif
