//===- Installation.h - where MemFacet is, and flags for clang ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A build folder and an installed tree have the same layout:
//
//   bin/memfacet  bin/memfacet-clang
//   lib/memfacet/{plugin, runtimes}, with a folder for each further processor
//
//   include/memfacet/memfacet.h
//
// There is a plugin for each major version of LLVM that MemFacet was built for.
// All flags are defined here: the wrapper adds them, `memfacet config` prints
// them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TOOLCHAIN_INSTALLATION_H
#define MEMFACET_TOOLCHAIN_INSTALLATION_H

#include "BuildConfig.h"
#include <filesystem>
#include <string>
#include <vector>

namespace memfacet::toolchain {

struct Installation {
  std::filesystem::path Prefix;
  /// Major version of the clang in use; each has a plugin of its own.
  std::string Llvm = MEMFACET_LLVM_MAJOR;

  /// Returns the tree of the running executable.
  static Installation ofThisProcess();

  std::filesystem::path tool() const { return Prefix / "bin" / "memfacet"; }
  std::filesystem::path plugin() const;
  /// Returns the versions with a plugin, as in "19 and 22". \p Word stands
  /// before the last one.
  std::string pluginVersions(const std::string &Word = "and") const;
  /// Makes \p Version ("22.1.8") the version in use. Returns false if there is
  /// no plugin for it.
  bool use(const std::string &Version);
  /// Returns the folder of <memfacet/memfacet.h>.
  std::filesystem::path headers() const;
  /// Returns the path of the runtime of programs for \p Processor, as in
  /// "aarch64" (empty: this machine's), which are \p Static or not. The file
  /// may not exist.
  std::filesystem::path runtime(const std::string &Processor = {},
                                bool Static = false) const;
};

using Words = std::vector<std::string>;

/// Returns flags for every step that reads sources, so that all see the same.
Words preprocessorFlags(const Installation &I);
/// Returns flags for compiling, including preprocessorFlags. The caller sets
/// the debug level.
Words compileFlags(const Installation &I);
/// Returns flags, after compileFlags, that count blocks instead of recording.
Words countFlags();
/// Returns flags that make clang list the basic blocks of machine code, for
/// sampling.
Words blockMapFlags(const Installation &I);
/// Returns flags for linking a program, before or after the objects.
Words linkFlags();
/// Returns \p Runtime and its libraries, for linking a program.
Words linkLibraries(const std::filesystem::path &Runtime);

} // namespace memfacet::toolchain

#endif
