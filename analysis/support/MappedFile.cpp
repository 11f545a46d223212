//===- MappedFile.cpp - the bytes of files --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/MappedFile.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace memfacet {

MappedFile::~MappedFile() {
  if (Map)
    munmap(Map, Bytes);
}

/// Reads all that comes from \p Fd. Returns false if that fails; errno says
/// why.
static bool readAll(int Fd, std::string &Content) {
  char Piece[1 << 16];
  for (;;) {
    ssize_t Count = read(Fd, Piece, sizeof(Piece));
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count <= 0)
      return Count == 0;
    Content.append(Piece, size_t(Count));
  }
}

Expected<MappedFile> MappedFile::open(const std::string &Path) {
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return makeError("cannot open '{}': {}", Path, std::strerror(errno));
  MappedFile File;
  struct stat Info;
  if (fstat(Fd, &Info) == 0 && S_ISREG(Info.st_mode) && Info.st_size > 0) {
    void *Memory =
        mmap(nullptr, size_t(Info.st_size), PROT_READ, MAP_PRIVATE, Fd, 0);
    if (Memory != MAP_FAILED) {
      File.Map = Memory;
      File.Bytes = size_t(Info.st_size);
      madvise(Memory, File.Bytes, MADV_SEQUENTIAL);
    }
  }
  bool Read = File.Map || readAll(Fd, File.Content);
  int ErrorNumber = errno;
  close(Fd);
  if (!Read)
    return makeError("cannot read '{}': {}", Path, std::strerror(ErrorNumber));
  return File;
}

namespace {

/// A zlib stream that reads gzip's members.
struct Inflater {
  Inflater() { Ready = inflateInit2(&Z, 15 + 16) == Z_OK; }
  ~Inflater() {
    if (Ready)
      inflateEnd(&Z);
  }
  Inflater(const Inflater &) = delete;
  Inflater &operator=(const Inflater &) = delete;

  z_stream Z = {};
  bool Ready;
};

} // namespace

Expected<std::string> inflate(std::string_view Bytes, size_t Most) {
  Inflater Stream;
  if (!Stream.Ready)
    return makeError("no memory to decompress it");
  std::string Result;
  char Piece[1 << 16];
  int State = Z_OK;
  z_stream &Z = Stream.Z;
  while (State != Z_STREAM_END || Z.avail_in != 0 || !Bytes.empty()) {
    if (Z.avail_in == 0 && !Bytes.empty()) {
      size_t Count = std::min<size_t>(Bytes.size(), 1 << 30);
      Z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Bytes.data()));
      Z.avail_in = uInt(Count);
      Bytes.remove_prefix(Count);
    }
    if (State == Z_STREAM_END && inflateReset(&Z) != Z_OK)
      return makeError("no memory to decompress it");
    Z.next_out = reinterpret_cast<Bytef *>(Piece);
    Z.avail_out = sizeof(Piece);
    State = ::inflate(&Z, Z_NO_FLUSH);
    if (size_t Count = sizeof(Piece) - Z.avail_out;
        Count > Most - Result.size())
      return makeError("it unpacks to more than {} bytes; unpack it with "
                       "gzip -d, and give the file that comes out",
                       Most);
    else
      Result.append(Piece, Count);
    if (State != Z_OK && State != Z_STREAM_END)
      return makeError("its compressed data is {} after byte {}",
                       State == Z_BUF_ERROR ? "cut off" : "damaged",
                       Result.size());
  }
  return Result;
}

} // namespace memfacet
