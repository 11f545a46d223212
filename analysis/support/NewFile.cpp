//===- NewFile.cpp - files that only this process can have made -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/NewFile.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace memfacet {

Expected<int> openNewFile(const std::string &Path) {
  unlink(Path.c_str());
  int Fd = open(Path.c_str(),
                O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (Fd < 0)
    return Error{std::strerror(errno)};
  return Fd;
}

} // namespace memfacet
