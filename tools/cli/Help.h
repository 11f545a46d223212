//===- Help.h - the options of a command, for --help and docs/cli.md ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_HELP_H
#define MEMFACET_CLI_HELP_H

#include "tools/cli/Commands.h"
#include <map>
#include <string>

namespace memfacet::cli {

/// Returns the usage line, such as "memfacet report [FILE] [OPTIONS]".
std::string usageOf(const Command &C, const CLI::App &App);

/// Returns what `memfacet COMMAND --help` prints. \p App has the command's
/// options.
std::string helpText(const Command &C, const CLI::App &App);

/// The command whose table has a row of Markdown first.
using RowOwners = std::map<std::string, std::string_view>;

/// Returns example, usage and tables of options as Markdown, without the tables
/// of commonMarkdown(). A row that \p Owners has already is named below the
/// tables with the command that has it; the others are added to \p Owners.
std::string helpMarkdown(const Command &C, const CLI::App &App,
                         RowOwners &Owners);

/// Returns the tables of options that mean the same in all commands. \p App
/// must have all of them.
std::string commonMarkdown(const CLI::App &App);

/// Returns a row of a Markdown table whose first two cells are code.
std::string markdownRow(const std::string &Name, const std::string &Default,
                        const std::string &Help);

} // namespace memfacet::cli

#endif
