//===- Completions.h - what shells complete after `memfacet` --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_COMPLETIONS_H
#define MEMFACET_CLI_COMPLETIONS_H

#include "tools/cli/OptionWords.h"
#include <string>
#include <vector>

namespace memfacet {

/// A command of the help, and its options.
struct CompletedCommand {
  std::string Name, Help;
  bool TakesProgram = false; ///< behind --
  std::vector<OptionWords> Options;
};

/// Functions for a shell, from the table of commands.
std::string bashCompletion(const std::vector<CompletedCommand> &Commands);
std::string zshCompletion(const std::vector<CompletedCommand> &Commands);
std::string fishCompletion(const std::vector<CompletedCommand> &Commands);

/// The commands that help lists.
std::vector<CompletedCommand> completedCommands();

} // namespace memfacet

#endif
