//===- Installation.cpp - where MemFacet is, and flags for clang ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/toolchain/Installation.h"
#include <algorithm>

namespace memfacet::toolchain {

Installation Installation::ofThisProcess() {
  std::error_code Ignored;
  std::filesystem::path Self =
      std::filesystem::read_symlink("/proc/self/exe", Ignored);
  return {.Prefix = Self.parent_path().parent_path()};
}

static constexpr std::string_view PluginName = "MemFacetPass-";

std::filesystem::path Installation::plugin() const {
  return Prefix / "lib" / "memfacet" / (std::string(PluginName) + Llvm + ".so");
}

std::string Installation::pluginVersions(const std::string &Word) const {
  std::vector<std::string> All;
  std::error_code Ignored;
  for (const auto &Entry : std::filesystem::directory_iterator(
           Prefix / "lib" / "memfacet", Ignored)) {
    std::string Name = Entry.path().filename().string();
    if (Name.starts_with(PluginName) && Name.ends_with(".so"))
      All.push_back(
          Name.substr(PluginName.size(), Name.size() - PluginName.size() - 3));
  }
  std::sort(All.begin(), All.end());
  std::string Text;
  for (size_t I = 0; I != All.size(); ++I) {
    if (I != 0)
      Text += I + 1 == All.size() ? " " + Word + " " : ", ";
    Text += All[I];
  }
  return Text;
}

bool Installation::use(const std::string &Version) {
  Installation Other = *this;
  Other.Llvm = Version.substr(0, Version.find('.'));
  std::error_code Ignored;
  if (!std::filesystem::exists(Other.plugin(), Ignored))
    return false;
  *this = Other;
  return true;
}

std::filesystem::path Installation::headers() const {
  return Prefix / "include";
}

std::filesystem::path Installation::runtime(const std::string &Processor,
                                            bool Static) const {
  std::filesystem::path Folder = Prefix / "lib" / "memfacet";
  if (!Processor.empty() && Processor != MEMFACET_PROCESSOR)
    Folder /= Processor;
  return Folder / (Static ? "libmemfacet_rt-static.a" : "libmemfacet_rt.a");
}

Words preprocessorFlags(const Installation &I) {
  // The folder must be searched last: with -isystem, a prefix of /usr would put
  // the system's headers before those of the C++ library.
  return {"-D__MEMFACET__=1", "-idirafter", I.headers().string()};
}

Words compileFlags(const Installation &I) {
  Words Flags = preprocessorFlags(I);
  // Both options are needed: clang knows options of a plugin only after
  // -fplugin has loaded it, and ccache compiles again when the file of -fplugin
  // changes, but not when the file of -fpass-plugin does.
  Flags.push_back("-fplugin=" + I.plugin().string());
  Flags.push_back("-fpass-plugin=" + I.plugin().string());
  return Flags;
}

Words countFlags() { return {"-mllvm", "-memfacet-count-blocks"}; }

Words blockMapFlags(const Installation &I) {
  // Version 20 renamed the option.
  bool Later = I.Llvm >= "20";
  return {Later ? "-fbasic-block-address-map"
                : "-fbasic-block-sections=labels"};
}

Words linkFlags() {
  // Export the runtime's symbols, so that instrumented shared objects find the
  // program's runtime.
  return {"-Wl,--export-dynamic-symbol=__memfacet_*"};
}

Words linkLibraries(const std::filesystem::path &Runtime) {
  // Link the whole archive: nothing refers to its interposers and start-up
  // code. With -Xlinker, an earlier -x or -Bstatic has no effect on the file,
  // nor has a comma in the path.
  return {"-Xlinker", "--push-state",   "-Xlinker", "--whole-archive",
          "-Xlinker", Runtime.string(), "-Xlinker", "--pop-state",
          "-ldl",     "-lpthread"};
}

} // namespace memfacet::toolchain
