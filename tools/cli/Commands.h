//===- Commands.h - the commands of `memfacet` ----------------------------===//
//
// To add a command: define its declare function in tools/commands, add a row to
// the table of Commands.cpp and a section to docs/cli.md, then run
// scripts/update-cli-doc.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_COMMANDS_H
#define MEMFACET_CLI_COMMANDS_H

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace memfacet {

/// Runs a command after its options were parsed and returns the exit code.
/// \p AfterDashes: the words after "--", for a command that takes a program.
using Action = std::function<int(const std::vector<std::string> &AfterDashes)>;

enum class Takes { Options, Program };
enum class Listed { Yes, No };

struct Command {
  const char *Name;
  const char *Help; ///< one line, without a full stop
  const char *Example;
  /// Adds the command's options to \p App, which outlives the action.
  Action (*Declare)(CLI::App &App);
  Takes What = Takes::Options; ///< a program: after "--"
  Listed InHelp = Listed::Yes;
};

/// All commands, in the order of the help.
std::span<const Command> commands();

Action declareRecord(CLI::App &App);
Action declareCollect(CLI::App &App);
Action declareSimulate(CLI::App &App);
Action declareReport(CLI::App &App);
Action declareAnnotate(CLI::App &App);
Action declareDescribe(CLI::App &App);
Action declareWhy(CLI::App &App);
Action declareEvictions(CLI::App &App);
Action declareOccupancy(CLI::App &App);
Action declareImport(CLI::App &App);
Action declareTable(CLI::App &App);
Action declareCurves(CLI::App &App);
Action declareTimeline(CLI::App &App);
Action declareVolatility(CLI::App &App);
Action declareAdvise(CLI::App &App);
Action declareBlocks(CLI::App &App);
Action declarePhases(CLI::App &App);
Action declareSimpoints(CLI::App &App);
Action declareCommunication(CLI::App &App);
Action declareSharing(CLI::App &App);
Action declareFalseSharing(CLI::App &App);
Action declareCompare(CLI::App &App);
Action declareCritical(CLI::App &App);
Action declareCaches(CLI::App &App);
Action declareConfig(CLI::App &App);
Action declareVerify(CLI::App &App);
Action declareDump(CLI::App &App);
Action declareOptions(CLI::App &App);

} // namespace memfacet

#endif
