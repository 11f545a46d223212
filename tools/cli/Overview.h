//===- Overview.h - what `memfacet` alone and `memfacet --help` print -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_OVERVIEW_H
#define MEMFACET_CLI_OVERVIEW_H

#include <string>

namespace memfacet {

/// All commands, grouped by the question that they answer.
std::string overview();
/// The first commands to type, for who has no profile yet.
std::string firstSteps();

} // namespace memfacet

#endif
