//===- PartFile.h - shows that a profile is being made --------------------===//
//
// While a collector works on FILE, FILE.part exists and the collector holds a
// shared lock on it; the lock dies with the collector, however it ends. Whoever
// wants to read FILE asks for the exclusive lock first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RECORD_PARTFILE_H
#define MEMFACET_RECORD_PARTFILE_H

#include "analysis/support/Error.h"
#include <functional>
#include <string>

namespace memfacet {

class PartFile {
public:
  /// An error: \p Profile, which was named by \p Option, cannot be written.
  static Expected<PartFile> create(const std::string &Profile,
                                   const char *Option = "-o");
  PartFile(PartFile &&Other) noexcept;
  PartFile &operator=(PartFile &&) = delete;
  ~PartFile();

  /// Whether another collector makes the same profile.
  bool isShared() const;

private:
  PartFile(std::string Path, int Fd) : Path(std::move(Path)), Fd(Fd) {}

  std::string Path;
  int Fd;
};

/// Returns once nobody makes \p Profile any more; calls \p Patience after a
/// second.
void waitForProfile(const std::string &Profile,
                    const std::function<void()> &Patience);

} // namespace memfacet

#endif
