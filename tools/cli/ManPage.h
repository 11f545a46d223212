//===- ManPage.h - pages for man(1), from the tables of options -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_MANPAGE_H
#define MEMFACET_CLI_MANPAGE_H

#include "tools/cli/Commands.h"
#include <string>

namespace memfacet::cli {

/// Returns the page memfacet(1).
std::string manPage();
/// Returns the page memfacet-COMMAND(1). \p App has the command's options.
std::string manPage(const Command &C, const CLI::App &App);

} // namespace memfacet::cli

#endif
