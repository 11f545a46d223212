//===- TemporaryFile.h - a file or folder of one test ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_TEMPORARYFILE_H
#define MEMFACET_TEST_SUPPORT_TEMPORARYFILE_H

#include "test/support/Test.h"
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace memfacet::test {

/// A path that only this process uses. The destructor removes what is there.
class TemporaryFile {
public:
  explicit TemporaryFile(std::string_view Extension)
      : Path(fmt::format("{}memfacet-test.{}{}", testing::TempDir(), getpid(),
                         Extension)) {}
  ~TemporaryFile() { std::filesystem::remove_all(Path); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  std::string bytes() const {
    std::ifstream File(Path, std::ios::binary);
    return {std::istreambuf_iterator<char>(File), {}};
  }
  void put(std::string_view Bytes) const {
    // Make a new file: some file systems write a truncated one to disk at once.
    std::filesystem::remove(Path);
    std::ofstream(Path, std::ios::binary) << Bytes;
  }

  const std::string Path;
};

} // namespace memfacet::test

#endif
