//===- CommandLine.h - the clang command that the wrapper runs ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WRAPPER_COMMANDLINE_H
#define MEMFACET_WRAPPER_COMMANDLINE_H

#include "tools/toolchain/Installation.h"
#include <string>

namespace memfacet::wrapper {

/// A command to execute, or one sentence that says why there is none.
struct CompilerCommand {
  toolchain::Words Command; ///< the first word is clang
  std::string Refusal;
  toolchain::Words Notes; ///< messages for the user, a sentence each
};

/// Returns what memfacet-clang (\p Cxx: memfacet-clang++) executes when called
/// with \p Arguments.
CompilerCommand compilerCommand(const toolchain::Installation &I,
                                const std::string &Clang, bool Cxx,
                                const toolchain::Words &Arguments);

/// Returns the same command without instrumentation.
toolchain::Words plainCommand(const std::string &Clang, bool Cxx,
                              const toolchain::Words &Arguments);

} // namespace memfacet::wrapper

#endif
