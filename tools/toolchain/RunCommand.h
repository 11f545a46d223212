//===- RunCommand.h - run another program and read its output ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TOOLCHAIN_RUNCOMMAND_H
#define MEMFACET_TOOLCHAIN_RUNCOMMAND_H

#include <string>
#include <vector>

namespace memfacet::toolchain {

struct CommandResult {
  int Code = -1; ///< exit code; -1: it could not be run, or a signal ended it
  std::string Text;
};

/// Which streams of the command are read: stdout only, or stderr, too. A stream
/// that is not read stays that of this process.
enum class ReadStreams { Output, Both };

/// Runs \p Command without input. The first word is looked up in PATH.
CommandResult runCommand(const std::vector<std::string> &Command,
                         ReadStreams Streams);

/// Returns the version that \p Clang prints, such as "19.1.7"; "" if it is no
/// clang or cannot be run.
std::string clangVersion(const std::string &Clang);

} // namespace memfacet::toolchain

#endif
