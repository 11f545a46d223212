//===- toolchain/Flags.cpp - what turns a clang command into ours ---------===//

#include "tools/toolchain/Flags.h"

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
