//===- Overview.h - what `memfacet` alone and `memfacet --help` print -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_OVERVIEW_H
#define MEMFACET_CLI_OVERVIEW_H

#include <string>

namespace memfacet::cli {

/// Returns the list of all commands, grouped by the question that they answer.
std::string overview();
/// Returns the first commands to type for a user who has no profile yet.
std::string firstSteps();

} // namespace memfacet::cli

#endif
