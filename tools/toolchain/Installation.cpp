//===- Installation.cpp - where MemFacet is, and flags for clang ----------===//

#include "tools/toolchain/Installation.h"
#include "BuildConfig.h"
#include <string_view>

namespace memfacet {

Installation Installation::ofThisProcess() {
  std::error_code Ignored;
  std::filesystem::path Self =
      std::filesystem::read_symlink("/proc/self/exe", Ignored);
  return {Self.parent_path().parent_path()};
}

std::filesystem::path Installation::plugin() const {
  return Prefix / "lib" / "memfacet" /
         ("MemFacetPass-" MEMFACET_LLVM_MAJOR ".so");
}

std::filesystem::path Installation::headers() const {
  return Prefix / "include";
}

std::filesystem::path Installation::runtime() const {
  return Prefix / "lib" / "memfacet" / "libmemfacet_rt.a";
}

std::filesystem::path Installation::staticRuntime() const {
  return Prefix / "lib" / "memfacet" / "libmemfacet_rt-static.a";
}

Words preprocessorFlags(const Installation &I) {
  // Searched last: with -isystem, a prefix of /usr would put the system's
  // headers before those of the C++ library.
  return {"-D__MEMFACET__=1", "-idirafter", I.headers().string()};
}

Words compileFlags(const Installation &I) {
  Words Flags = preprocessorFlags(I);
  // Twice: clang knows options of a plugin only after it was loaded with
  // -fplugin, and ccache compiles again when the file behind -fplugin changes,
  // but not when that behind -fpass-plugin does.
  Flags.push_back("-fplugin=" + I.plugin().string());
  Flags.push_back("-fpass-plugin=" + I.plugin().string());
  return Flags;
}

Words countFlags() { return {"-mllvm", "-memfacet-count-blocks"}; }

Words blockMapFlags() {
  // Renamed by version 20.
  bool Later = std::string_view(MEMFACET_LLVM_MAJOR) >= "20";
  return {Later ? "-fbasic-block-address-map"
                : "-fbasic-block-sections=labels"};
}

Words linkFlags() {
  // Exported, so that instrumented shared objects find the program's runtime.
  return {"-Wl,--export-dynamic-symbol=__memfacet_*"};
}

Words linkLibraries(const std::filesystem::path &Runtime) {
  // The whole archive: nothing refers to its interposers and start-up code.
  // With -Xlinker, an earlier -x or -Bstatic has no effect on the file, nor has
  // a comma in its path.
  return {"-Xlinker", "--push-state",   "-Xlinker", "--whole-archive",
          "-Xlinker", Runtime.string(), "-Xlinker", "--pop-state",
          "-ldl",     "-lpthread"};
}

} // namespace memfacet
