//===- Completions.h - what shells complete after `memfacet` --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_COMPLETIONS_H
#define MEMFACET_CLI_COMPLETIONS_H

#include "tools/cli/OptionWords.h"
#include <string>
#include <vector>

namespace memfacet::cli {

/// A command of the help, and its options.
struct CompletedCommand {
  std::string Name, Help;
  std::vector<OptionWords> Options;
};

/// Return completion functions for a shell, made from \p Commands.
std::string bashCompletion(const std::vector<CompletedCommand> &Commands);
std::string zshCompletion(const std::vector<CompletedCommand> &Commands);
std::string fishCompletion(const std::vector<CompletedCommand> &Commands);

/// Returns the commands that the help lists.
std::vector<CompletedCommand> completedCommands();

} // namespace memfacet::cli

#endif
