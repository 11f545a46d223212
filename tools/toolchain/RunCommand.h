//===- RunCommand.h - run another program and read what it says -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TOOLCHAIN_RUNCOMMAND_H
#define MEMFACET_TOOLCHAIN_RUNCOMMAND_H

#include <string>
#include <vector>

namespace memfacet {

struct CommandResult {
  int Code = -1; ///< exit code; -1: it could not be run, or a signal ended it
  std::string Text;
};

/// Which of its streams is read; the other one stays that of this process, or
/// is read, too.
enum class ReadStreams { Output, Both };

/// Runs \p Command, whose first word is looked up in PATH, without input.
CommandResult runCommand(const std::vector<std::string> &Command,
                         ReadStreams Streams);

/// "19.1.7", what \p Clang says it is; "" if it is no clang or cannot be run.
std::string clangVersion(const std::string &Clang);

} // namespace memfacet

#endif
