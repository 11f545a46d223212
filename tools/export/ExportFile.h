//===- ExportFile.h - the file that an export writes ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_EXPORT_EXPORTFILE_H
#define MEMFACET_EXPORT_EXPORTFILE_H

#include "analysis/support/Error.h"
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace memfacet {

/// Takes the bytes of an export, of any length, in order. A regular file
/// appears under its name when it is whole. Pipes and devices are written to
/// directly. The first error is kept, and nothing is written after it.
class ExportFile {
public:
  /// \p Path "-": the standard output.
  static Expected<ExportFile> create(const std::string &Path);
  ExportFile(ExportFile &&Other) noexcept;
  ExportFile &operator=(ExportFile &&) = delete;
  ~ExportFile();

  void add(std::string_view Bytes);
  template <typename... Args>
  void print(fmt::format_string<Args...> Format, Args &&...Arguments) {
    Text.clear();
    fmt::format_to(std::back_inserter(Text), Format,
                   std::forward<Args>(Arguments)...);
    add({Text.data(), Text.size()});
  }
  /// Forgets what was added. What a pipe has taken cannot be forgotten: an
  /// error.
  void restart();
  /// Puts the file in its place. Once, behind all that was added.
  Status finish();
  /// Bytes so far.
  uint64_t bytes() const { return Bytes; }

private:
  ExportFile(std::FILE *File, std::string Path, std::string Temporary)
      : File(File), Path(std::move(Path)), Temporary(std::move(Temporary)) {}
  bool isOutput() const { return File == stdout; }

  std::FILE *File;
  std::string Path;
  std::string Temporary; ///< empty: Path itself is written to
  fmt::memory_buffer Text;
  uint64_t Bytes = 0;
  int Failed = 0;         ///< errno of the first write that failed
  bool Restarted = false; ///< in vain
};

} // namespace memfacet

#endif
