//===- ForeignFile.cpp - the bytes of a file of another tool --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/ForeignFile.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>
#include <zlib.h>

namespace memfacet::measure {

namespace {

constexpr size_t BufferBytes = 1 << 16;
constexpr std::string_view ZipStart("PK\x03\x04", 4);

Error cannotRead(const std::string &Name, std::string_view Reason) {
  return makeError("cannot read '{}': {}", Name, Reason);
}

/// Reads a file that is plain or compressed by gzip: zlib sees which.
class GzipSource final : public ByteSource {
public:
  GzipSource(gzFile File, std::string Name)
      : File(File), Name(std::move(Name)) {}
  GzipSource(const GzipSource &) = delete;
  GzipSource &operator=(const GzipSource &) = delete;
  ~GzipSource() override { gzclose_r(File); }

  Expected<size_t> read(char *Target, size_t Bytes) override {
    errno = 0;
    int Count = gzread(File, Target, unsigned(Bytes));
    if (Count == int(Bytes))
      return Bytes;
    int Code = Z_OK;
    gzerror(File, &Code);
    if (Count > 0 || Code == Z_OK)
      return size_t(std::max(Count, 0));
    if (Code == Z_ERRNO)
      return cannotRead(Name, std::strerror(errno));
    return cannotRead(Name, Code == Z_BUF_ERROR ? "what gzip wrote is cut off"
                            : Code == Z_MEM_ERROR
                                ? "no memory"
                                : "what gzip wrote is damaged");
  }

private:
  gzFile File;
  std::string Name;
};

Expected<std::unique_ptr<ByteSource>> openPlain(const std::string &Path,
                                                const std::string &Name) {
  errno = 0;
  gzFile File = Path == "-" ? gzdopen(dup(STDIN_FILENO), "rb")
                            : gzopen(Path.c_str(), "rb");
  if (!File)
    return cannotRead(Name, errno ? std::strerror(errno) : "no memory");
  gzbuffer(File, BufferBytes);
  return std::unique_ptr<ByteSource>(std::make_unique<GzipSource>(File, Name));
}

/// Returns the program that uncompresses a file that begins with \p Start;
/// null: none is needed.
const char *uncompressorOf(std::string_view Start) {
  using namespace std::string_view_literals;
  constexpr struct {
    std::string_view Magic;
    const char *Program;
  } Rows[] = {{"\xfd"
               "7zXZ\0"sv,
               "xz -dc"},
              {"\x28\xb5\x2f\xfd"sv, "zstd -dc"},
              {"BZh"sv, "bzip2 -dc"},
              {"\x04\x22\x4d\x18"sv, "lz4 -dc"},
              {"\xff\x06\x00\x00sNaPpY"sv, "snzip -dc"}};
  for (const auto &Row : Rows)
    if (Start.starts_with(Row.Magic))
      return Row.Program;
  return nullptr;
}

} // namespace

ForeignFile::ForeignFile(std::unique_ptr<ByteSource> Source, std::string Name)
    : Source(std::move(Source)), Name(std::move(Name)) {}

std::string foreignName(const std::string &Path) {
  return Path == "-" ? "the standard input" : Path;
}

Expected<ForeignFile> ForeignFile::open(const std::string &Path) {
  std::string Name = foreignName(Path);
  Expected<std::unique_ptr<ByteSource>> Plain = openPlain(Path, Name);
  if (!Plain)
    return Plain.error();
  ForeignFile File(std::move(*Plain), Name);
  Expected<std::string_view> Start = File.peek();
  if (!Start)
    return Start.error();
  if (const char *Program = uncompressorOf(*Start))
    return cannotRead(Name, fmt::format("uncompress it first, type: {} {} | "
                                        "memfacet import -",
                                        Program, Path));
  if (!Start->starts_with(ZipStart))
    return File;
  std::error_code Ignored;
  if (!std::filesystem::is_regular_file(Path, Ignored))
    return cannotRead(Name,
                      "a zip archive is not read in order; name its file");
  Expected<std::unique_ptr<ByteSource>> Zip = openZip(Path);
  if (!Zip)
    return Zip.error();
  return ForeignFile(std::move(*Zip), Name);
}

Status ForeignFile::fill() {
  Buffer.resize(BufferBytes);
  Position = 0;
  Expected<size_t> Count = Source->read(Buffer.data(), Buffer.size());
  Buffer.resize(Count ? *Count : 0);
  return Count ? Status() : Count.error();
}

Expected<std::string_view> ForeignFile::peek() {
  if (Position == Buffer.size())
    if (Status Filled = fill(); !Filled)
      return Filled.error();
  return std::string_view(Buffer).substr(Position);
}

Expected<size_t> ForeignFile::read(char *Target, size_t Bytes) {
  size_t Copied = 0;
  while (Copied != Bytes) {
    Expected<std::string_view> Next = peek();
    if (!Next)
      return Next.error();
    if (Next->empty())
      break;
    size_t Count = std::min(Bytes - Copied, Next->size());
    std::memcpy(Target + Copied, Next->data(), Count);
    take(Count);
    Copied += Count;
  }
  return Copied;
}

} // namespace memfacet::measure
