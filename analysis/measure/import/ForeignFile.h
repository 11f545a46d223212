//===- ForeignFile.h - the bytes of a file of another tool ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file, a pipe or the standard input is read once, from its beginning to its
// end. What gzip compressed, or what is in a zip archive, comes uncompressed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_IMPORT_FOREIGNFILE_H
#define MEMFACET_MEASURE_IMPORT_FOREIGNFILE_H

#include "analysis/support/Error.h"
#include <memory>
#include <string>
#include <string_view>

namespace memfacet::measure {

/// Where bytes come from.
class ByteSource {
public:
  virtual ~ByteSource() = default;
  /// Reads so many bytes to \p Target: fewer at the end only, and then none.
  virtual Expected<size_t> read(char *Target, size_t Bytes) = 0;
};

class ForeignFile {
public:
  /// \p Path "-": the standard input. An error if nothing can be read, or if
  /// only another program can uncompress it.
  static Expected<ForeignFile> open(const std::string &Path);

  /// As it was opened, for messages.
  const std::string &name() const { return Name; }
  /// What comes next: empty at the end only. At the beginning all, or as much
  /// as tells the format.
  Expected<std::string_view> peek();
  /// Goes on behind the first \p Bytes of ahead().
  void take(size_t Bytes) { Position += Bytes; }
  /// Reads so many bytes to \p Target: fewer at the end only.
  Expected<size_t> read(char *Target, size_t Bytes);

private:
  ForeignFile(std::unique_ptr<ByteSource> Source, std::string Name);
  Status fill();

  std::unique_ptr<ByteSource> Source;
  std::string Name;
  std::string Buffer;
  size_t Position = 0; ///< in Buffer, of what comes next
};

/// What messages call \p Path.
std::string foreignName(const std::string &Path);

/// The files of the zip archive at \p Path, one behind the other in the
/// archive's order. \p Name is for messages.
Expected<std::unique_ptr<ByteSource>> openZip(const std::string &Path);

} // namespace memfacet::measure

#endif
