//===- Installation.h - where the parts of MemFacet are -------------------===//
//
// A build folder and an installed tree have the same layout:
//
//   bin/memfacet  bin/memfacet-clang  lib/memfacet/{plugin, runtimes}
//   include/memfacet/memfacet.h
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TOOLCHAIN_INSTALLATION_H
#define MEMFACET_TOOLCHAIN_INSTALLATION_H

#include <filesystem>

namespace memfacet {

struct Installation {
  std::filesystem::path Prefix;

  /// The tree of the running executable.
  static Installation ofThisProcess();

  std::filesystem::path tool() const { return Prefix / "bin" / "memfacet"; }
  std::filesystem::path plugin() const;
  /// The folder of <memfacet/memfacet.h>.
  std::filesystem::path headers() const;
  std::filesystem::path runtime() const;
  /// For statically linked programs.
  std::filesystem::path staticRuntime() const;
};

} // namespace memfacet

#endif
