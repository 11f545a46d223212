//===- ToolchainChecks.cpp - compiler, plugin, runtime and linkers --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuildConfig.h"
#include "tools/doctor/Checks.h"
#include "tools/toolchain/RunCommand.h"
#include <cstdlib>
#include <fmt/format.h>

namespace memfacet::doctor {

namespace {

constexpr const char *Reinstall =
    "install MemFacet again: parts of it are missing";

Check checkClang(toolchain::Installation &I, const std::string &Clang) {
  std::string Version = toolchain::clangVersion(Clang);
  Check C = {"clang", CheckState::Good,
             fmt::format("{}, version {}", Clang, Version), ""};
  bool IsDefault = Version.starts_with(MEMFACET_LLVM_MAJOR ".");
  // If the plugin of the default clang is missing, checkPlugin reports it.
  if (!Version.empty() && (I.use(Version) || IsDefault))
    return C;
  C.State = CheckState::Missing;
  if (Version.empty())
    C.Found = fmt::format("'{}' is not there, or is no clang", Clang);
  else
    C.Found += ", but the plugin is for version " + I.pluginVersions();
  C.Remedy = "apt install clang-" MEMFACET_LLVM_MAJOR
             ", or set MEMFACET_CLANG to a clang " MEMFACET_LLVM_MAJOR;
  return C;
}

/// Checks that \p Clang loads the plugin: the plugin may be for a clang that
/// was built in another way.
Check checkPlugin(const toolchain::Installation &I, const std::string &Clang) {
  std::string Plugin = I.plugin().string();
  if (!std::filesystem::exists(Plugin))
    return {"plugin", CheckState::Missing,
            fmt::format("'{}' is not there", Plugin), Reinstall};
  toolchain::CommandResult Loaded =
      toolchain::runCommand({Clang, "-fpass-plugin=" + Plugin, "-x", "c", "-c",
                             "/dev/null", "-o", "/dev/null"},
                            toolchain::ReadStreams::Both);
  if (Loaded.Code != 0)
    return {"plugin", CheckState::Missing,
            fmt::format("'{}' does not load: {}", Plugin,
                        Loaded.Text.substr(0, Loaded.Text.find('\n'))),
            "use the clang of your distribution, or build MemFacet with yours"};
  return {"plugin", CheckState::Good, Plugin + ", loads", ""};
}

Check checkRuntime(const toolchain::Installation &I) {
  for (const std::filesystem::path &File :
       {I.runtime(), I.runtime({}, true), I.headers() / "memfacet/memfacet.h"})
    if (!std::filesystem::exists(File))
      return {"runtime", CheckState::Missing,
              fmt::format("'{}' is not there", File.string()), Reinstall};
  return {"runtime", CheckState::Good, I.runtime().string(), ""};
}

/// Checks that clang finds the linker \p Name in its own folders or in PATH.
Check checkLinker(const std::string &Clang, const char *Name,
                  CheckState StateIfMissing, const char *Consequence,
                  const char *Remedy) {
  std::string Found =
      toolchain::runCommand({Clang, fmt::format("-print-prog-name={}", Name)},
                            toolchain::ReadStreams::Output)
          .Text;
  Found = Found.substr(0, Found.find('\n'));
  if (Found.starts_with('/'))
    return {Name, CheckState::Good, Found, ""};
  return {Name, StateIfMissing, fmt::format("not found; {}", Consequence),
          Remedy};
}

} // namespace

std::string usedClang() {
  const char *Named = std::getenv("MEMFACET_CLANG");
  return Named && *Named ? Named : MEMFACET_DEFAULT_CLANG;
}

std::vector<Check> checkToolchain(toolchain::Installation I) {
  std::string Clang = usedClang();
  std::vector<Check> All = {checkClang(I, Clang)};
  // Without clang, the other checks would fail for the same reason.
  if (All[0].State == CheckState::Good) {
    All.push_back(checkPlugin(I, Clang));
    All.push_back(checkLinker(Clang, "ld", CheckState::Missing,
                              "programs cannot be linked",
                              "apt install binutils"));
    All.push_back(checkLinker(Clang, "ld.lld", CheckState::Note,
                              "-flto needs it",
                              "apt install lld-" MEMFACET_LLVM_MAJOR));
  }
  All.push_back(checkRuntime(I));
  if (const char *Disabled = std::getenv("MEMFACET_DISABLE");
      Disabled && *Disabled && *Disabled != '0')
    All.push_back(
        {"wrapper", CheckState::Missing,
         fmt::format("MEMFACET_DISABLE={} makes plain clang of it", Disabled),
         "unset MEMFACET_DISABLE"});
  return All;
}

} // namespace memfacet::doctor
