//===- ForeignFile.h - the bytes of a file of another tool ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file, a pipe or the standard input is read once, from beginning to end.
// Contents that are compressed by gzip, or in a zip archive, are uncompressed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_IMPORT_FOREIGNFILE_H
#define MEMFACET_MEASURE_IMPORT_FOREIGNFILE_H

#include "analysis/support/Error.h"
#include <memory>
#include <string>
#include <string_view>

namespace memfacet::measure {

/// A source of bytes.
class ByteSource {
public:
  virtual ~ByteSource() = default;
  /// Reads \p Bytes bytes to \p Target and returns their number. It is less
  /// than \p Bytes only at the end, and then 0.
  virtual Expected<size_t> read(char *Target, size_t Bytes) = 0;
};

class ForeignFile {
public:
  /// Opens \p Path; "-" is the standard input. Returns an error if nothing can
  /// be read, or if only another program can uncompress it.
  static Expected<ForeignFile> open(const std::string &Path);

  /// Returns the name of the file in messages.
  const std::string &name() const { return Name; }
  /// Returns the next bytes: empty only at the end. At the beginning all, or
  /// enough to recognise the format.
  Expected<std::string_view> peek();
  /// Continues after the first \p Bytes of peek().
  void take(size_t Bytes) { Position += Bytes; }
  /// Reads \p Bytes bytes to \p Target and returns their number, which is less
  /// only at the end.
  Expected<size_t> read(char *Target, size_t Bytes);

private:
  ForeignFile(std::unique_ptr<ByteSource> Source, std::string Name);
  Status fill();

  std::unique_ptr<ByteSource> Source;
  std::string Name;
  std::string Buffer;
  size_t Position = 0; ///< in Buffer, of the next byte
};

/// Returns the name of \p Path in messages.
std::string foreignName(const std::string &Path);

/// Opens the zip archive at \p Path: the contents of all files, one after the
/// other in the archive's order.
Expected<std::unique_ptr<ByteSource>> openZip(const std::string &Path);

} // namespace memfacet::measure

#endif
