//===- CommandLine.h - the clang command that the wrapper runs ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WRAPPER_COMMANDLINE_H
#define MEMFACET_WRAPPER_COMMANDLINE_H

#include "tools/toolchain/Installation.h"
#include <string>

namespace memfacet {

/// A command to execute, or one sentence that says why there is none.
struct CompilerCommand {
  Words Command; ///< the first word is clang
  std::string Refusal;
  Words Notes; ///< messages for the user, a sentence each
};

/// Returns what memfacet-clang (\p Cxx: memfacet-clang++) executes when called
/// with \p Arguments.
CompilerCommand compilerCommand(const Installation &I, const std::string &Clang,
                                bool Cxx, const Words &Arguments);

/// Returns the same command without instrumentation.
Words plainCommand(const std::string &Clang, bool Cxx, const Words &Arguments);

} // namespace memfacet

#endif
