//===- Commands.h - the commands of `memfacet` ----------------------------===//
//
// To add a command: a file that defines its declare function, a line in the
// table of Commands.cpp, a section in docs/cli.md.
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

/// Runs a command whose options have been parsed; the exit code. \p AfterDashes
/// are the words after "--", for a command that takes a program.
using Action = std::function<int(const std::vector<std::string> &AfterDashes)>;

struct Command {
  const char *Name;
  const char *Help; ///< null: not listed
  /// Adds the command's options to \p App, which outlives the action.
  Action (*Declare)(CLI::App &App);
  bool TakesProgram = false;
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

} // namespace memfacet

#endif
