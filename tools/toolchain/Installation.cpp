//===- Installation.cpp - where the parts of MemFacet are -----------------===//

#include "tools/toolchain/Installation.h"
#include "BuildConfig.h"

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

} // namespace memfacet
