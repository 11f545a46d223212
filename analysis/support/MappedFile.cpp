//===- MappedFile.cpp - a file's bytes, read as they are needed -----------===//

#include "analysis/support/MappedFile.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace memfacet {

MappedFile::~MappedFile() {
  if (Map)
    munmap(Map, Bytes);
}

/// All that comes from \p Fd; false: errno says why not.
static bool readAll(int Fd, std::string &To) {
  char Piece[1 << 16];
  for (;;) {
    ssize_t Got = read(Fd, Piece, sizeof(Piece));
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return Got == 0;
    To.append(Piece, size_t(Got));
  }
}

Expected<MappedFile> MappedFile::open(const std::string &Path) {
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return makeError("cannot open '{}': {}", Path, std::strerror(errno));
  MappedFile File;
  struct stat About;
  if (fstat(Fd, &About) == 0 && S_ISREG(About.st_mode) && About.st_size > 0) {
    void *At =
        mmap(nullptr, size_t(About.st_size), PROT_READ, MAP_PRIVATE, Fd, 0);
    if (At != MAP_FAILED) {
      File.Map = At;
      File.Bytes = size_t(About.st_size);
      madvise(At, File.Bytes, MADV_SEQUENTIAL);
    }
  }
  bool Read = File.Map || readAll(Fd, File.Content);
  int Why = errno;
  close(Fd);
  if (!Read)
    return makeError("cannot read '{}': {}", Path, std::strerror(Why));
  return File;
}

} // namespace memfacet
