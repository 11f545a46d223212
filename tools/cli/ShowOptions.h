//===- ShowOptions.h - options of commands that show a profile ------------===//
//
// An option that several commands have is declared here, once: it has the same
// name, the same help and the same meaning in all of them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_SHOWOPTIONS_H
#define MEMFACET_CLI_SHOWOPTIONS_H

#include "analysis/profile/Profile.h"
#include "tools/support/Terminal.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace memfacet {

/// Reads the profile of \p File. If it is being recorded, says so and waits.
Expected<Profile> finishedProfile(const std::string &File);

/// The profile to show.
struct ProfileOption {
  std::string File = "memfacet.mfp";

  /// As an argument, FILE.
  CLI::Option *declare(CLI::App &App, const char *Help = "profile to show");
  /// As an option, for commands whose argument is something else.
  void declareNamed(CLI::App &App);
  Expected<Profile> read() const { return finishedProfile(File); }
  /// " FILE" for a suggested command, after \p Before; "" for the default.
  std::string argument(const char *Before = " ") const;
};

/// One result in each format. Only what is asked for is computed.
struct Views {
  std::function<std::string()> Json, Csv;
  std::function<std::string(const Terminal &)> Text;
  /// The next command to type, or ""; null: none.
  std::function<std::string()> Next = nullptr;
};

/// --json and --csv; text without them.
struct OutputFormat {
  bool Json = false, Csv = false;
  CLI::Option *JsonFlag = nullptr, *CsvFlag = nullptr;

  void declare(CLI::App &App, const char *JsonHelp = "print all rows as JSON",
               const char *CsvHelp = "print all rows as CSV");
  /// For commands that have no CSV.
  void declareJson(CLI::App &App, const char *Help);
  bool isText() const { return !Json && !Csv; }
  std::string render(const Views &V) const;
  /// Prints the view that is asked for and, with text on a terminal, the next
  /// command. The exit code.
  int print(const Views &V) const;
};

/// --top and --all: how many rows are shown.
struct RowLimit {
  size_t Top;
  bool All = false;

  explicit RowLimit(size_t Default) : Top(Default) {}
  void declareTop(CLI::App &App, const char *Help);
  void
  declare(CLI::App &App,
          const char *TopHelp = "structures to show; the others are summed",
          const char *AllHelp = "show all structures");
  /// With --all, the largest number.
  size_t most() const;
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
/// A file for other programs that a command writes besides its result.
CLI::Option *declareFile(CLI::App &App, const char *Name, std::string &File,
                         const char *Help);

/// Writes the drawing \p Svg to \p File and says so. The exit code.
int writeDrawing(const std::string &File, const std::string &Svg);
/// Writes \p Text to \p File and says so; with no \p File, does nothing.
Status writeNamedFile(const std::string &File, const std::string &Text);
/// The current folder: paths in reports are shown relative to it.
std::string currentFolder();

} // namespace memfacet

#endif
