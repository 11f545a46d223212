//===- Overview.cpp - what `memfacet` alone and `memfacet --help` print ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/Overview.h"
#include "tools/cli/Commands.h"
#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string_view>

namespace memfacet::cli {

namespace {

struct Group {
  const char *Name, *Question;
  std::vector<std::string_view> Commands; ///< in the order of the list
};

/// Returns the groups of commands. The last one, the tools, has the commands
/// that are in no other group.
const std::vector<Group> &groups() {
  static const std::vector<Group> All = {
      {"see",
       "which structure costs most",
       {"record", "report", "describe", "annotate", "html"}},
      {"why",
       "why its lines miss, what it waits for",
       {"why", "evictions", "occupancy", "critical"}},
      {"when",
       "how the run changes over time, what to simulate of it",
       {"timeline", "volatility", "phases", "simpoints", "blocks"}},
      {"threads",
       "what threads share",
       {"sharing", "false-sharing", "communication"}},
      {"change",
       "what other layouts, caches or versions save",
       {"advise", "curves", "simulate", "diff", "table"}},
      {"tools", "files, models, words, flags", {}}};
  return All;
}

bool isIn(const Group &G, std::string_view Name) {
  return std::ranges::count(G.Commands, Name) != 0;
}

bool isTool(std::string_view Name) {
  return std::ranges::none_of(groups(),
                              [&](const Group &G) { return isIn(G, Name); });
}

std::string row(const Command &C) {
  return fmt::format("  {:<14} {}\n", C.Name, C.Help);
}

std::string rowsOf(const Group &G) {
  std::string Text;
  for (std::string_view Name : G.Commands)
    for (const Command &C : AllCommands)
      if (Name == C.Name)
        Text += row(C);
  if (G.Commands.empty())
    for (const Command &C : AllCommands)
      if (C.InHelp == Listed::Yes && isTool(C.Name))
        Text += row(C);
  return Text;
}

} // namespace

std::string firstSteps() {
  return "  memfacet-clang -O2 -g prog.c -o prog    # a drop-in clang\n"
         "  memfacet record -- ./prog               # run the program\n"
         "  memfacet report                         # what costs most\n";
}

std::string overview() {
  std::string Text =
      "MemFacet: find the data structures that cause cache misses\n\n"
      "usage: memfacet COMMAND [OPTIONS]\n\n" +
      firstSteps();
  for (const Group &G : groups())
    Text += fmt::format("\n{}: {}\n{}", G.Name, G.Question, rowsOf(G));
  return Text +
         "\n'memfacet COMMAND --help' lists the options of a command. "
         "'memfacet "
         "explain\nWORD' says what a word means. Without a command: what costs "
         "most.\n";
}

} // namespace memfacet::cli
