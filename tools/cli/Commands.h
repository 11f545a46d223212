//===- Commands.h - the commands of `memfacet` ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To add a command: define its function in tools/commands, add a row to the
// table below and a section to docs/cli.md, then run scripts/update-cli-doc.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_COMMANDS_H
#define MEMFACET_CLI_COMMANDS_H

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace memfacet::cli {

/// Runs a command after its options were parsed. Returns the exit code.
/// \p AfterDashes: the words after "--", for a command that takes a program.
using Action = std::function<int(const std::vector<std::string> &AfterDashes)>;

/// What a command takes after its options. Run: a program after "--", or none.
enum class Takes { Options, Program, Run };
enum class Listed { Yes, No };

struct Command {
  /// Adds the command's options to \p App, which must outlive the action.
  Action (*Declare)(CLI::App &App);
  const char *Name;
  const char *Help; ///< one line, without a full stop
  const char *Example;
  Takes Arguments = Takes::Options; ///< after the options
  Listed InHelp = Listed::Yes;
};

// The commands in the order of the help: what follows "declare" in the name of
// the function, then the other members of Command.
#define MEMFACET_COMMANDS(X)                                                   \
  X(Record, "record", "run an instrumented program and write its profile",     \
    "memfacet record -- ./prog arguments", Takes::Program)                     \
  X(Report, "report", "show cache misses by data structure or by source code", \
    "memfacet report --by line", Takes::Run)                                   \
  X(Html, "html", "write a page for a browser that shows a profile",           \
    "memfacet html -o report.html")                                            \
  X(Describe, "describe",                                                      \
    "describe structures: kind, elements, access pattern",                     \
    "memfacet describe 'net->nodes'", Takes::Run)                              \
  X(Critical, "critical", "show which structures a simulated core waits for",  \
    "memfacet critical --top 5", Takes::Run)                                   \
  X(Annotate, "annotate", "show source code with its accesses and misses",     \
    "memfacet annotate prog.c")                                                \
  X(Why, "why",                                                                \
    "show why lines miss: compulsory, capacity, conflict, coherence",          \
    "memfacet why --level L2", Takes::Run)                                     \
  X(Evictions, "evictions", "show which structures evict lines of which",      \
    "memfacet evictions --level L2", Takes::Run)                               \
  X(Occupancy, "occupancy",                                                    \
    "show how much of a cache each structure holds over time",                 \
    "memfacet occupancy --level L2", Takes::Run)                               \
  X(Table, "table", "compare several programs in one table",                   \
    "memfacet table data mcf.mfp gcc.mfp")                                     \
  X(Simulate, "simulate",                                                      \
    "analyse a recorded trace, for example with other caches",                 \
    "memfacet simulate run.mft --cache zen4 -o zen4.mfp")                      \
  X(Merge, "merge",                                                            \
    "make one profile of many, or join the parts of a simulation",             \
    "memfacet merge prog.*.mfp -o all.mfp")                                    \
  X(Import, "import",                                                          \
    "make a profile, or a trace, from a trace of another tool",                \
    "memfacet import lackey.txt --cache zen4")                                 \
  X(Curves, "curves", "show misses by cache size",                             \
    "memfacet curves --sizes 16K..4M", Takes::Run)                             \
  X(Timeline, "timeline", "show misses and other counts over time",            \
    "memfacet timeline --metric l2-misses", Takes::Run)                        \
  X(Volatility, "volatility",                                                  \
    "find the sampling period and the phases of structures",                   \
    "memfacet volatility --structure 'net->nodes'", Takes::Run)                \
  X(Advise, "advise", "suggest layout changes and show the misses they save",  \
    "memfacet advise -- ./prog arguments", Takes::Run)                         \
  X(Blocks, "blocks",                                                          \
    "show the blocks with most instructions; write block vectors",             \
    "memfacet blocks --bb run.bb", Takes::Run)                                 \
  X(Phases, "phases",                                                          \
    "find phases of one or more runs and show what each costs",                \
    "memfacet phases run.mfp --signature blocks+wavelet", Takes::Run)          \
  X(Simpoints, "simpoints", "choose simulation points from block vectors",     \
    "memfacet simpoints --simpoints run.points --weights run.weights",         \
    Takes::Run)                                                                \
  X(Communication, "communication",                                            \
    "show which code passes lines between threads",                            \
    "memfacet communication --map pairs", Takes::Run)                          \
  X(Sharing, "sharing", "show which structures threads share, and how",        \
    "memfacet sharing --edges", Takes::Run)                                    \
  X(FalseSharing, "false-sharing",                                             \
    "show which members share a line falsely, what padding saves",             \
    "memfacet false-sharing --top 3", Takes::Run)                              \
  X(Diff, "diff", "show what changed between two profiles, or two builds",     \
    "memfacet diff before.mfp after.mfp")                                      \
  X(Query, "query", "ask a profile a question in SQL",                         \
    "memfacet query 'SELECT name, l1_misses FROM structures'")                 \
  X(Export, "export", "write a profile in the format of another tool",         \
    "memfacet export callgrind")                                               \
  X(Explain, "explain", "say what a heading or a word of a report means",      \
    "memfacet explain premature")                                              \
  X(Caches, "caches", "list cache models: this machine's and the presets",     \
    "memfacet caches")                                                         \
  X(Config, "config", "print compiler flags for use without memfacet-clang",   \
    "clang-19 -g $(memfacet config --cflags) -c prog.c")                       \
  X(Doctor, "doctor", "check that programs can be recorded here",              \
    "memfacet doctor")                                                         \
  X(Check, "check", "see whether profiles and traces are consistent",          \
    "memfacet check run.mfp")                                                  \
  X(Verify, "verify",                                                          \
    "test the plugin: computed addresses against recorded ones",               \
    "memfacet verify run.mft")                                                 \
  X(Dump, "dump", "print a trace as text", "memfacet dump run.mft --events")   \
  X(Collect, "collect", "make a profile from the raw events of a program",     \
    "memfacet collect --region prog.region", Takes::Options, Listed::No)       \
  X(Completions, "completions", "print the completions of a shell",            \
    "memfacet completions bash", Takes::Options, Listed::No)                   \
  X(Man, "man", "print the page of a command for man",                         \
    "memfacet man record | man -l -", Takes::Options, Listed::No)              \
  X(Options, "options", "print the generated blocks of docs/cli.md",           \
    "memfacet options", Takes::Options, Listed::No)

} // namespace memfacet::cli

namespace memfacet::commands {
#define MEMFACET_DECLARATION(Name, ...)                                        \
  cli::Action declare##Name(CLI::App &App);
MEMFACET_COMMANDS(MEMFACET_DECLARATION)
#undef MEMFACET_DECLARATION
} // namespace memfacet::commands

namespace memfacet::cli {

#define MEMFACET_ROW(Name, ...) {commands::declare##Name, __VA_ARGS__},
inline constexpr Command AllCommands[] = {MEMFACET_COMMANDS(MEMFACET_ROW)};
#undef MEMFACET_ROW

} // namespace memfacet::cli

#endif
