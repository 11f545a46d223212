//===- Invocation.h - what a compiler command will do ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WRAPPER_INVOCATION_H
#define MEMFACET_WRAPPER_INVOCATION_H

#include "tools/toolchain/Installation.h"
#include "tools/wrapper/InputKinds.h"
#include <string>
#include <string_view>

namespace memfacet::wrapper {

/// What a clang command line does, as far as the wrapper needs it.
struct Invocation {
  bool Compiles = false;     ///< makes code from a source that is no assembler
  bool WritesNoCode = false; ///< with -E, -fsyntax-only and the like
  bool Preprocesses = false; ///< reads a source or a header of C or C++
  bool Links = false;        ///< makes a program or a shared object
  bool Shared = false;       ///< with -shared
  bool Static = false;       ///< with -static, -static-pie
  bool Partial = false;      ///< with -r: neither program nor shared object
  bool NoLibrary = false;    ///< without the C library: the runtime cannot work
  bool NamesCLibrary = false; ///< -lc
  bool DebugGiven = false;
  bool Assembles = false; ///< some input is assembler
  bool Lto = false;
  bool LinkerGiven = false;      ///< -fuse-ld, --ld-path
  bool ForbidsUndefined = false; ///< -z defs, --no-undefined
  bool SavesTemps = false;       ///< -save-temps
  bool EndsOptions = false;      ///< -- stands before inputs
  bool ChangesFolder = false;    ///< -working-directory
  toolchain::Words Inputs;       ///< files to read, as they are named
  toolchain::Words Foreign;      ///< inputs that cannot be recorded
  bool EmulatedTls = false;      ///< -femulated-tls
  bool DebugInModules = false;   ///< -gmodules
  bool WithoutPasses = false;    ///< -Xclang -disable-llvm-passes
  bool WritesIr = false;         ///< -emit-llvm
  std::string RefusedSanitizer;  ///< one that cannot be combined, or empty
  std::string SanitizerReason;   ///< why it cannot
  bool Is32Bit = false;
  std::string Processor; ///< of --target, as in "aarch64"; empty: not given
};

/// Parses \p Arguments as clang's driver does (GNU options), including response
/// files.
Invocation classify(const toolchain::Words &Arguments);

/// Returns whether clang will find an input for \p Call; clang reports each
/// input that is missing.
bool findsAnInput(const Invocation &Call);

/// Splits \p Text by GNU rules: at white space without quotes or a backslash.
toolchain::Words splitResponse(std::string_view Text);

/// Replaces each `@file` by the words in it, recursively. As in clang, names of
/// files that cannot be read stay unchanged.
toolchain::Words expandResponseFiles(const toolchain::Words &Arguments);

} // namespace memfacet::wrapper

#endif
