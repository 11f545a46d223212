//===- PartFile.h - marks a profile that is being made --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// While a collector makes FILE, FILE.part exists and the collector holds a
// shared lock on it. The lock ends with the collector, even after a crash.
// Readers of FILE request the exclusive lock first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RECORD_PARTFILE_H
#define MEMFACET_RECORD_PARTFILE_H

#include "analysis/support/Error.h"
#include <functional>
#include <string>

namespace memfacet::record {

/// The file FILE.part. The destructor removes it.
class PartFile {
public:
  /// Creates the file, or returns an error if \p Profile cannot be written.
  /// \p Option: the option that named it, for the error.
  static Expected<PartFile> create(const std::string &Profile,
                                   const char *Option = "-o");
  PartFile(PartFile &&Other) noexcept;
  PartFile &operator=(PartFile &&) = delete;
  ~PartFile();

  /// Returns whether another collector is making the same profile.
  bool isShared() const;
  const std::string &path() const { return Path; }

private:
  PartFile(std::string Path, int Fd) : Path(std::move(Path)), Fd(Fd) {}

  std::string Path;
  int Fd;
};

/// Waits until no collector is making \p Profile. Calls \p OnWait after a
/// second. Prints a message if the last collector did not finish.
void waitForProfile(const std::string &Profile,
                    const std::function<void()> &OnWait);

} // namespace memfacet::record

#endif
