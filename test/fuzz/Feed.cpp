//===- Feed.cpp - numbers and files from the bytes of a fuzzer ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/fuzz/Feed.h"
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace memfacet::fuzz {

void contradiction(const char *Message) {
  std::fprintf(stderr, "contradiction: %s\n", Message);
  std::abort();
}

MemoryFile::MemoryFile()
    : Fd(memfd_create("memfacet-fuzz", MFD_CLOEXEC)),
      Path("/proc/self/fd/" + std::to_string(Fd)) {
  if (Fd < 0)
    contradiction("there is no memory for a file");
}

MemoryFile::MemoryFile(const char *Name)
    : Path("/dev/shm/memfacet-fuzz." + std::to_string(getpid()) + Name) {
  Fd = open(Path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (Fd < 0)
    contradiction("there is no memory for a file with a name");
}

MemoryFile::~MemoryFile() {
  close(Fd);
  unlink(Path.c_str()); // does nothing where there is no name
}

void MemoryFile::put(std::string_view Bytes) const {
  if (ftruncate(Fd, 0) != 0)
    contradiction("a file in memory cannot be emptied");
  put(0, Bytes);
}

void MemoryFile::put(uint64_t Offset, std::string_view Bytes) const {
  if (pwrite(Fd, Bytes.data(), Bytes.size(), off_t(Offset)) !=
      ssize_t(Bytes.size()))
    contradiction("a file in memory cannot be written");
}

} // namespace memfacet::fuzz
