//===- Flags.cpp - flags for clang and the linker -------------------------===//

#include "tools/toolchain/Flags.h"
#include "BuildConfig.h"
#include <string_view>

namespace memfacet {

Words preprocessorFlags(const Installation &I) {
  // Searched last: with -isystem, a prefix of /usr would put the system's
  // headers before those of the C++ library.
  return {"-D__MEMFACET__=1", "-idirafter", I.headers().string()};
}

Words compileFlags(const Installation &I) {
  Words Flags = preprocessorFlags(I);
  Flags.push_back("-fpass-plugin=" + I.plugin().string());
  return Flags;
}

Words countFlags(const Installation &I) {
  return {"-fplugin=" + I.plugin().string(), "-mllvm",
          "-memfacet-count-blocks"};
}

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
