//===- ExportFile.h - the file that an export writes ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_EXPORT_EXPORTFILE_H
#define MEMFACET_EXPORT_EXPORTFILE_H

#include "analysis/support/Error.h"
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace memfacet::exports {

/// Writes the bytes of an export, of any length, in order. A regular file gets
/// its name when it is complete. Pipes and devices are written to directly. The
/// first error is stored, and nothing is written after it.
class ExportFile {
public:
  /// Creates the file \p Path; "-" is the standard output.
  static Expected<ExportFile> create(const std::string &Path);
  ExportFile(ExportFile &&Other) noexcept;
  ExportFile &operator=(ExportFile &&) = delete;
  ~ExportFile();

  void add(std::string_view Added);
  template <typename... Args>
  void print(fmt::format_string<Args...> Format, Args &&...Arguments) {
    printAll(Format, fmt::make_format_args(Arguments...));
  }
  /// Discards what was added. Bytes that were written to a pipe cannot be
  /// discarded, so finish() then returns an error.
  void restart();
  /// Gives the file its name. Must be called once, after all calls of add().
  Status finish();
  /// Returns the number of bytes written so far.
  uint64_t bytes() const { return Bytes; }

private:
  ExportFile(std::FILE *File, std::string Path, std::string Temporary)
      : File(File), Path(std::move(Path)), Temporary(std::move(Temporary)) {}
  bool isOutput() const { return File == stdout; }
  /// Compiled once: the formatting of all types takes seconds to compile.
  void printAll(fmt::string_view Format, fmt::format_args Arguments);

  std::FILE *File;
  std::string Path;
  std::string Temporary; ///< empty: Path is written directly
  fmt::memory_buffer Text;
  uint64_t Bytes = 0;
  int Failed = 0;         ///< errno of the first write that failed
  bool Restarted = false; ///< restart() could not discard bytes
};

} // namespace memfacet::exports

#endif
