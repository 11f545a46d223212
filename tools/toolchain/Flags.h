//===- Flags.h - flags for clang and the linker ---------------------------===//
//
// All flags are defined here: the wrapper adds them, `memfacet config` prints
// them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TOOLCHAIN_FLAGS_H
#define MEMFACET_TOOLCHAIN_FLAGS_H

#include "tools/toolchain/Installation.h"
#include <string>
#include <vector>

namespace memfacet {

using Words = std::vector<std::string>;

/// Flags for every step that reads sources, so that all see the same.
Words preprocessorFlags(const Installation &I);
/// Flags for compiling, including those above. The caller sets the debug level.
Words compileFlags(const Installation &I);
/// Flags that count blocks instead of recording, to follow compileFlags.
Words countFlags(const Installation &I);
/// Flags that make clang list the basic blocks of machine code, for sampling.
Words blockMapFlags();
/// Flags for linking a program, before or after the objects.
Words linkFlags();
/// \p Runtime of the installation and its libraries, for linking a program.
Words linkLibraries(const std::filesystem::path &Runtime);

} // namespace memfacet

#endif
