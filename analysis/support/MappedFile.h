//===- MappedFile.h - the bytes of files ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_MAPPEDFILE_H
#define MEMFACET_SUPPORT_MAPPEDFILE_H

#include "analysis/support/Error.h"
#include <string>
#include <string_view>
#include <utility>

namespace memfacet {

/// The bytes of a file. What cannot be mapped (a pipe) is read into memory.
class MappedFile {
public:
  /// Opens a file. The error names it.
  static Expected<MappedFile> open(const std::string &Path);

  MappedFile(MappedFile &&Other) noexcept
      : Map(std::exchange(Other.Map, nullptr)), Bytes(Other.Bytes),
        Content(std::move(Other.Content)) {}
  MappedFile &operator=(MappedFile &&) = delete;
  ~MappedFile();

  /// Returns the bytes, valid while this object lives and stays where it is.
  std::string_view text() const {
    return Map ? std::string_view(static_cast<const char *>(Map), Bytes)
               : std::string_view(Content);
  }

private:
  MappedFile() = default;

  void *Map = nullptr;
  size_t Bytes = 0;
  std::string Content;
};

/// Returns whether \p Bytes begin as gzip's files do.
inline bool isGzip(std::string_view Bytes) {
  return Bytes.starts_with("\x1f\x8b");
}
/// Most bytes that inflate returns by default: a small file can unpack to more
/// than any memory.
constexpr size_t MostInflated = size_t(1) << 30;
/// Unpacks all members of a gzip file, one after the other. Returns an error,
/// too, if that is more than \p Most bytes.
Expected<std::string> inflate(std::string_view Bytes,
                              size_t Most = MostInflated);

} // namespace memfacet

#endif
