//===- Flags.cpp - what turns a clang command into ours -------------------===//

#include "tools/toolchain/Flags.h"
#include "BuildConfig.h"
#include <string_view>

namespace memfacet {

Words preprocessorFlags(const Installation &I) {
  // Searched last: as another's -isystem, a prefix of /usr would move the
  // system's headers in front of the C++ library's.
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
  // Instrumented shared objects find the one runtime in the program.
  return {"-Wl,--export-dynamic-symbol=__memfacet_*"};
}

Words linkLibraries(const std::filesystem::path &Runtime) {
  // Whole: interposers and start-up code that nothing refers to. -Xlinker, not
  // a file name of its own: -x or -Bstatic before it must not matter, nor a
  // comma in the path.
  return {"-Xlinker", "--push-state",   "-Xlinker", "--whole-archive",
          "-Xlinker", Runtime.string(), "-Xlinker", "--pop-state",
          "-ldl",     "-lpthread"};
}

} // namespace memfacet
