//===- Flags.h - what turns a clang command into ours ---------------------===//
//
// The one place that knows the flags: the wrapper adds them, `memfacet config`
// prints them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TOOLCHAIN_FLAGS_H
#define MEMFACET_TOOLCHAIN_FLAGS_H

#include "tools/toolchain/Installation.h"
#include <string>
#include <vector>

namespace memfacet {

using Words = std::vector<std::string>;

/// For every step that reads sources, so that all of them see the same.
Words preprocessorFlags(const Installation &I);
/// For compiling, those above included. The debug level is the caller's matter.
Words compileFlags(const Installation &I);
/// Makes \p Flags count blocks instead of recording: after compileFlags.
Words countFlags(const Installation &I);
/// Makes clang list the basic blocks of machine code, for sampling.
Words blockMapFlags();
/// For linking a program, before the objects or after them.
Words linkFlags();
/// \p Runtime, one of the installation's, and what it needs, for linking a
/// program.
Words linkLibraries(const std::filesystem::path &Runtime);

} // namespace memfacet

#endif
