//===- Config.cpp - memfacet config ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuildConfig.h"
#include "analysis/support/Version.h"
#include "tools/cli/Commands.h"
#include "tools/cli/Declare.h"
#include "tools/support/Say.h"
#include "tools/toolchain/Installation.h"
#include "tools/toolchain/RunCommand.h"
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fmt/ranges.h>

namespace memfacet::commands {

namespace {

struct ConfigCommand {
  bool Cflags = false, Ldflags = false, Libs = false, Plugin = false,
       Runtime = false, CountBlocks = false, BlockMap = false, Static = false,
       OnePerLine = false, PkgConfig = false;
  std::string Llvm;
};

/// Returns the file from which pkg-config reads the flags. The prefix is
/// relative to the file, so that a tree can be moved.
std::string pkgConfigFile() {
  toolchain::Installation I{.Prefix = "${prefix}"};
  // pkg-config prints each word once, so two words that belong together are one
  // word here.
  return fmt::format("prefix=${{pcfiledir}}/../..\n"
                     "plugin={}\n\n"
                     "Name: MemFacet\n"
                     "Description: cache misses by data structure; for clang "
                     "{}\n"
                     "Version: {}\n"
                     "Cflags: -g {}\n"
                     "Libs: {} "
                     "-Wl,--push-state,--whole-archive,{},--pop-state "
                     "-ldl -lpthread\n",
                     I.plugin().string(), MEMFACET_LLVM_MAJOR, toolVersion(),
                     fmt::join(toolchain::compileFlags(I), " "),
                     fmt::join(toolchain::linkFlags(), " "),
                     I.runtime().string());
}

int run(const ConfigCommand &C) {
  if (C.PkgConfig) {
    fmt::print("{}", pkgConfigFile());
    return ExitGood;
  }
  toolchain::Installation I = toolchain::Installation::ofThisProcess();
  std::string Version = C.Llvm;
  // The wrapper reads the same variable.
  const char *Other = std::getenv("MEMFACET_CLANG");
  if (Version.empty() && Other && *Other)
    Version = toolchain::clangVersion(Other);
  if (!Version.empty() && !I.use(Version))
    return fail(makeError("there is no plugin for clang {}, only for {}",
                          Version, I.pluginVersions()));
  toolchain::Words Printed;
  auto Add = [&](const toolchain::Words &Flags) {
    Printed.insert(Printed.end(), Flags.begin(), Flags.end());
  };
  if (C.Cflags)
    Add(toolchain::compileFlags(I));
  if (C.CountBlocks)
    Add(toolchain::countFlags());
  if (C.BlockMap)
    Add(toolchain::blockMapFlags(I));
  if (C.Ldflags)
    Add(toolchain::linkFlags());
  if (C.Libs)
    Add(toolchain::linkLibraries(I.runtime({}, C.Static)));
  if (C.Plugin)
    Add({I.plugin().string()});
  if (C.Runtime)
    Add({I.runtime().string()});
  if (Printed.empty()) {
    say("nothing to print; type for instance: memfacet config --cflags");
    return ExitUsage;
  }
  fmt::print("{}\n", fmt::join(Printed, C.OnePerLine ? "\n" : " "));
  return ExitGood;
}

} // namespace

cli::Action declareConfig(CLI::App &App) {
  auto C = std::make_shared<ConfigCommand>();
  cli::declareFlag(App, "--cflags", C->Cflags,
                   "print flags for compiling; add -g");
  cli::declareFlag(
      App, "--count-blocks", C->CountBlocks,
      "print flags for compiling, to count blocks and record nothing");
  cli::declareFlag(
      App, "--block-map", C->BlockMap,
      "print the flag for uninstrumented code whose blocks can be sampled");
  cli::declareFlag(App, "--ldflags", C->Ldflags,
                   "print flags for linking, to stand before objects");
  cli::declareFlag(
      App, "--libs", C->Libs,
      "print the runtime and its libraries, to stand after objects");
  cli::declareFlag(App, "--static", C->Static,
                   "with --libs: the runtime of statically linked programs");
  cli::declareFlag(App, "--plugin", C->Plugin,
                   "print the path of the compiler plugin");
  cli::declareFlag(App, "--runtime", C->Runtime,
                   "print the path of the runtime");
  cli::declareOption(
      App, "--llvm", C->Llvm,
      "for the clang of this version, if there is a plugin for it")
      ->type_name("MAJOR")
      ->default_str("that of memfacet-clang");
  cli::declareFlag(App, "--one-per-line", C->OnePerLine,
                   "print each word on a line of its own");
  cli::declareFlag(App, "--pkg-config", C->PkgConfig,
                   "print the file by which pkg-config knows these flags");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands
